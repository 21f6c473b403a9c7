'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { toEmptyReason, useExport } from '#components/exports/card/use-export.ts'
import { Moment } from '#components/page/moment.tsx'
import { keepFocus } from '#components/ui/browser/keep-focus.ts'
import { Icon } from '#components/ui/icon.ts'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  CloseIcon,
  DashedCircleIcon,
  PauseIcon,
} from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { TableCell, TableRow } from '#components/ui/table.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Export, ExportState as State } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { toSizeText } from '#lib/portrait-api/size-text.ts'
import { ExportsRowActions } from './exports-row-actions.tsx'
import type { TargetName } from './load-exports-page.ts'

const LOOKS = {
  preparing: { tone: 'accent', Mark: ClockIcon },
  paused: { tone: 'warning', Mark: PauseIcon },
  ready: { tone: 'positive', Mark: CheckCircleIcon },
  failed: { tone: 'danger', Mark: AlertIcon },
  cancelled: { tone: 'neutral', Mark: CloseIcon },
  expired: { tone: 'neutral', Mark: DashedCircleIcon },
} as const satisfies Record<State, { tone: string; Mark: typeof ClockIcon }>

type ExportsRowProps = {
  row: Export
  /** Undefined when the target is no longer configured. */
  target: TargetName | undefined
}

/** One export. While it is running, its row is updated. */
export function ExportsRow({ row, target }: ExportsRowProps) {
  const t = useTranslations('exports.history')
  const size = useTranslations('exports.card')
  const locale = useLocale()
  const format = useFormatter()
  const { data = row } = useExport(row)
  // The row may be newer than the cached export. An archive that is fetched again is running again, and then ends
  // again.
  const hasEndedSince = (data.ended_at ?? '') > (row.ended_at ?? '')
  const shown = isFinished(row) && isFinished(data) && !hasEndedSince ? row : data
  const { project, project_id, request, owner_email, created_at, renewed_at, image_size } = shown
  const system = target?.name[locale] ?? request.target
  const facts = [
    system,
    t(`scopes.${request.scope.kind}`),
    t(`variants.${shown.variant}`),
    ...(image_size ? [size('imageSize', toSizeText(image_size))] : []),
  ]
  return (
    <TableRow className="max-sm:grid max-sm:wrap-anywhere max-sm:gap-1.5 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0">
      <TableCell className="align-top text-muted sm:py-3">
        <Moment at={created_at} />
        {renewed_at && (
          <p className="text-sm">{t('renewed', { date: format.dateTime(new Date(renewed_at), 'day') })}</p>
        )}
      </TableCell>
      <TableCell className="wrap-anywhere align-top sm:py-3">
        <Link href={paths.project(project_id)} className="rounded-sm font-medium hover:underline">
          <UserText>{project.name}</UserText>
        </Link>
        <p className="text-muted text-sm">{facts.join('\u00a0· ')}</p>
        <p className="max-sm:hidden lg:hidden">
          <UserText>{owner_email}</UserText>
        </p>
      </TableCell>
      <TableCell className="wrap-anywhere align-top sm:max-lg:hidden sm:py-3">
        <UserText>{owner_email}</UserText>
      </TableCell>
      <TableCell className="align-top sm:py-3">
        <ExportState of={shown} />
      </TableCell>
      <TableCell ref={keepFocus} className="align-top sm:py-2.5">
        <ExportsRowActions of={shown} system={system} />
      </TableCell>
    </TableRow>
  )
}

/** State of an export and its number of photos; for an empty one, only that it is empty. */
function ExportState({ of }: { of: Export }) {
  const t = useTranslations('exports.history')
  const { done, total, failed, gone } = of
  const state = toEnding(of)
  const { tone, Mark } = LOOKS[state]
  const complete = state === 'ready' || state === 'expired'
  if (complete && done + failed === 0)
    return (
      <StatusMark tone="neutral" mark={<Icon of={DashedCircleIcon} className="size-4" />}>
        {toEmptyReason(of) === 'nothingNew' ? t('nothingNew') : t('photos', { count: 0 })}
      </StatusMark>
    )
  return (
    <div className="grid justify-items-start gap-0.5 tabular-nums">
      <StatusMark tone={tone} mark={<Icon of={Mark} className="size-4" />}>
        {t(`states.${state}`)}
      </StatusMark>
      <span className="text-muted text-sm">
        {complete ? t('photos', { count: done }) : total !== null && t('progress', { done, total })}
        {failed > gone && ` · ${t('missing', { count: failed - gone })}`}
        {gone > 0 && ` · ${t('gone', { count: gone })}`}
      </span>
    </div>
  )
}
