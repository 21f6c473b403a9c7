'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, ClockIcon, WarningIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Tile, toIdsFilter, toPeopleSearch } from '#lib/employees/people-filters.ts'
import type { ReadyCheck } from '#lib/exports/contract.ts'
import {
  isHeldBackCode,
  isNoticeCode,
  isWaitingCode,
  NO_CUTOUT,
  UNKNOWN_STATUS,
  UNREADABLE,
} from '#lib/exports/problems.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { toWait } from './to-wait.ts'
import { useEarlierExports } from './use-earlier-exports.ts'
import type { ExportFormState } from './use-export-form.ts'
import { isWaiting } from './waits-its-turn.ts'

/** Checks that link to a tile of the table instead of a list of ids: the link stays correct when employees change. */
const TILE_OF: ReadonlyMap<string, Tile> = new Map([
  ['not_approved', 'edited'],
  ['retake', 'retake'],
])

type ExportPreviewProps = { projectId: number; state: ExportFormState; onLeave: () => void }

/** Shows the checks before an export, its number of files, and its duration. */
export function ExportPreview({ projectId, state, onLeave }: ExportPreviewProps) {
  const t = useTranslations('exports.dialog')
  const { plan } = state
  const { data, isPlaceholderData, error, failureReason } = plan
  if (error) return null
  if (isWaiting(failureReason) && (!data || isPlaceholderData))
    return (
      <p className="flex gap-2 text-sm">
        <Icon of={ClockIcon} className="mt-0.5 size-4 shrink-0 text-muted" />
        {t('countedLater')}
      </p>
    )
  if (!data) return <Skeleton shape="box" className="h-20 w-full" />
  const { people, files, parts, calls, eta_seconds: seconds, checks } = data
  const wait = calls === 0 ? t('time.ready') : t('time.wait', { wait: toWait(t, seconds) })
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('grid gap-4 transition-opacity', isPlaceholderData && 'opacity-50')}
    >
      <ReadyChecks
        projectId={projectId}
        checks={checks}
        people={people}
        published={state.target.published}
        onLeave={onLeave}
      />
      {people === 0 ? (
        <Alert>
          {checks.some(({ code }) => isHeldBackCode(code)) ? (
            t('heldBack')
          ) : checks.some(({ code }) => code === NO_CUTOUT) ? (
            t('noCutout')
          ) : (
            <NobodyReady projectId={projectId} state={state} />
          )}
        </Alert>
      ) : (
        <p className="flex gap-2 text-sm tabular-nums" data-testid="export-time">
          <Icon of={ClockIcon} className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>
            {t('files', { people, files: files === people ? 0 : files, parts })} {wait}
          </span>
        </p>
      )}
    </div>
  )
}

/** Says that no photo is approved, or that nothing is new since an earlier download, which is named. */
function NobodyReady({ projectId, state: { values, target } }: Omit<ExportPreviewProps, 'onLeave'>) {
  const t = useTranslations('exports')
  const locale = useLocale()
  const format = useFormatter()
  const { data: earlier = [] } = useEarlierExports(projectId)
  const { scope } = values
  const since = scope.kind === 'since' && earlier.find(({ id }) => id === scope.export_id)
  if (!since) return t('dialog.nobody')
  const at = format.dateTime(new Date(since.created_at), 'moment')
  return t('nothingNew', { system: target.name[locale], at })
}

type ReadyChecksProps = {
  projectId: number
  checks: ReadyCheck[]
  people: number
  /** True when the file names are public: then a number in a file name is reported. */
  published: boolean
  onLeave: () => void
}

/** Lists passed checks, warnings, and employees who are not ready yet. */
function ReadyChecks({ projectId, checks, people, published, onLeave }: ReadyChecksProps) {
  const t = useTranslations('exports.dialog.checks')
  const named = !checks.some(({ code }) => isNoticeCode(code) && code !== 'retake_requested')
  return (
    <ul aria-label={t('label')} className="grid gap-1.5 text-sm">
      {named && people > 0 && (
        <li className="flex gap-2">
          <Icon of={CheckCircleIcon} className="mt-0.5 size-4 shrink-0 text-positive" />
          {t('names')}
        </li>
      )}
      {checks.map(check => {
        const { code, count, words = [] } = check
        const search = toTableSearch(check)
        return (
          <li key={code} className="flex gap-2">
            {isWaitingCode(code) ? (
              <Icon of={ClockIcon} className="mt-0.5 size-4 shrink-0 text-muted" />
            ) : (
              <Icon of={WarningIcon} className="mt-0.5 size-4 shrink-0 text-warning" />
            )}
            <span>
              {code === UNKNOWN_STATUS
                ? t(code, { count, words: words.join(', ') })
                : isNoticeCode(code) || isWaitingCode(code) || isHeldBackCode(code) || code === UNREADABLE
                  ? t(code, { count, published: String(published) })
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

/**
 * Returns the table filter for the employees of a check. Employees who have left the project, or could not be read,
 * have no row.
 */
function toTableSearch({ code, employee_ids }: ReadyCheck): string | null {
  if (code === 'not_found' || code === UNREADABLE) return null
  const tile = TILE_OF.get(code)
  return toPeopleSearch(tile ? { tile } : { ids: toIdsFilter(employee_ids) })
}
