'use client'

import { useTranslations } from 'use-intl/react'
import { CheckCircleIcon, ClockIcon, WarningIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Tile, toIdsFilter, toPeopleSearch } from '#lib/employees/people-filters.ts'
import type { ReadyCheck } from '#lib/exports/contract.ts'
import { isNoticeCode, isWaitingCode, UNKNOWN_STATUS, UNREADABLE } from '#lib/exports/problems.ts'

type ReadyChecksProps = { projectId: number; checks: ReadyCheck[]; people: number; onLeave: () => void }

/** Who waits for the same thing has a tile of their own above the table, which stays right while they change. */
const TILE_OF: ReadonlyMap<string, Tile> = new Map([
  ['not_approved', 'edited'],
  ['retake', 'retake'],
])

/** What is in order, what is unusual, and who is not ready yet. */
export function ReadyChecks({ projectId, checks, people, onLeave }: ReadyChecksProps) {
  const t = useTranslations('exports.dialog.checks')
  const named = !checks.some(({ code }) => isNoticeCode(code) && code !== 'retake_requested')
  return (
    <ul aria-label={t('label')} className="grid gap-1.5 text-sm">
      {named && people > 0 && (
        <li className="flex gap-2">
          <CheckCircleIcon className="mt-0.5 size-4 shrink-0 text-positive" />
          {t('names')}
        </li>
      )}
      {checks.map(check => {
        const { code, count, words = [] } = check
        const search = toTableSearch(check)
        return (
          <li key={code} className="flex gap-2">
            {isWaitingCode(code) ? (
              <ClockIcon className="mt-0.5 size-4 shrink-0 text-muted" />
            ) : (
              <WarningIcon className="mt-0.5 size-4 shrink-0 text-warning" />
            )}
            <span>
              {code === UNKNOWN_STATUS
                ? t(code, { count, words: words.join(', ') })
                : isNoticeCode(code) || isWaitingCode(code) || code === UNREADABLE
                  ? t(code, { count })
                  : t('other', { count })}{' '}
              {search && (
                <Link
                  href={paths.project(projectId, search)}
                  onClick={onLeave}
                  className="whitespace-nowrap text-accent-text underline underline-offset-2"
                >
                  {t('show', { count })}
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The rows that a line is about; who is not in the project any more, and who could not be read, has none. */
function toTableSearch({ code, employee_ids }: ReadyCheck): string | null {
  if (code === 'not_found' || code === UNREADABLE) return null
  const tile = TILE_OF.get(code)
  return toPeopleSearch(tile ? { tile } : { ids: toIdsFilter(employee_ids) })
}
