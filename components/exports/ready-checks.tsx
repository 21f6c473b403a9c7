'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { CheckCircleIcon, ClockIcon, WarningIcon } from '#components/ui/icons.ts'
import { toEmployeeSearch } from '#lib/employees/employee-filters.ts'
import type { ReadyCheck } from '#lib/exports/contract.ts'
import { isNoticeCode, isWaitingCode, type WaitingCode } from '#lib/exports/problems.ts'
import { paths } from '#lib/paths.ts'
import type { EmployeeStatus } from '#lib/portrait-api/contract.ts'

type ReadyChecksProps = { projectId: number; checks: ReadyCheck[]; people: number; onLeave: () => void }

/** Where the table shows those who wait. The link names the filter, because it may show others too. */
const STATUS_OF = {
  not_approved: 'edited',
  not_available: 'pending',
  retake: 'retake',
} as const satisfies Record<WaitingCode, EmployeeStatus>

/** What is in order, what is unusual, and who is not ready yet. */
export function ReadyChecks({ projectId, checks, people, onLeave }: ReadyChecksProps) {
  const t = useTranslations('exports.dialog.checks')
  const employees = useTranslations('employees')
  const named = !checks.some(({ code }) => isNoticeCode(code) && code !== 'retake_requested')
  return (
    <ul aria-label={t('label')} className="grid gap-1.5 text-sm">
      {named && people > 0 && (
        <li className="flex gap-2">
          <CheckCircleIcon className="mt-0.5 size-4 shrink-0 text-positive" />
          {t('names')}
        </li>
      )}
      {checks.map(({ code, count }) => {
        const status = statusOf(code)
        return (
          <li key={code} className="flex flex-wrap gap-x-2">
            {isWaitingCode(code) ? (
              <ClockIcon className="mt-0.5 size-4 shrink-0 text-muted" />
            ) : (
              <WarningIcon className="mt-0.5 size-4 shrink-0 text-warning" />
            )}
            {isNoticeCode(code) || isWaitingCode(code) ? t(code, { count }) : t('other', { count })}
            {status && (
              <Link
                href={paths.project(projectId, toEmployeeSearch({ status }))}
                onClick={onLeave}
                className="text-accent-text underline underline-offset-2"
              >
                {t('show', { status: employees(`statuses.${status}`) })}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function statusOf(code: string): EmployeeStatus | null {
  if (isWaitingCode(code)) return STATUS_OF[code]
  return code === 'retake_requested' ? 'retake' : null
}
