'use client'

import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { ChevronRightIcon } from '#components/ui/icons.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { isErrorCode } from '#lib/error-codes.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import {
  countGonePeople,
  isGone,
  isNotice,
  isNoticeCode,
  NO_CUTOUT,
  UNKNOWN_STATUS,
} from '#lib/exports/problems.ts'

/** Lists missing employees with the reason, the number deleted since, and employees whose file was renamed. */
export function ExportProblems({ problems }: { problems: ExportProblem[] }) {
  const t = useTranslations('exports.card')
  const history = useTranslations('exports.history')
  const renamed = problems.filter(isNotice)
  const missing = problems.filter(problem => !isNotice(problem) && !isGone(problem))
  const gone = countGonePeople(problems)
  return (
    <>
      {gone > 0 && <p className="text-muted text-sm">{history('gone', { count: gone })}</p>}
      {missing.length > 0 && (
        <ProblemList title={t('missing', { count: missing.length })} problems={missing} />
      )}
      {renamed.length > 0 && (
        <ProblemList title={t('renamed', { count: renamed.length })} problems={renamed} />
      )}
    </>
  )
}

function ProblemList({ title, problems }: { title: string; problems: ExportProblem[] }) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  const people = problems.filter(({ employee_id }) => employee_id > 0)
  const unreadable = problems.length - people.length

  function reasonOf({ code, file_name, values }: ExportProblem): string {
    const named = { promised: '–', pixels: '–', ...values, file: file_name ?? '' }
    if (isNoticeCode(code)) return t(`notices.${code}`, named)
    if (code === UNKNOWN_STATUS) return t('unknownStatus', { status: values?.status ?? '–' })
    if (code === NO_CUTOUT) return t('noCutout')
    return sentence(isErrorCode(code) ? code : 'internal')
  }

  return (
    <details className="group/problems text-sm">
      <summary className="flex min-h-6 list-none items-center gap-1 rounded-sm text-warning">
        <Icon of={ChevronRightIcon} className="size-3.5 transition-transform group-open/problems:rotate-90" />
        {title}
      </summary>
      <ul
        className="mt-1.5 grid max-h-40 gap-1.5 overflow-y-auto rounded-md bg-sunken px-3 py-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
        tabIndex={0}
      >
        {unreadable > 0 && <li className="text-muted">{t('unreadable', { count: unreadable })}</li>}
        {people.map(problem => (
          <li key={`${problem.employee_id}-${problem.code}-${problem.file_name}`}>
            <span className="font-medium">
              <UserText>{problem.name || t('deleted')}</UserText>
            </span>{' '}
            <span className="text-muted">
              <UserText>{problem.mitarbeiternummer}</UserText>
            </span>
            <span className="block text-muted">{reasonOf(problem)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
