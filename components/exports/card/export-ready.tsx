'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckCircleIcon } from '#components/ui/icons.ts'
import type { Export } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { toSizeText } from '#lib/portrait-api/size-text.ts'
import { ExportParts } from './export-parts.tsx'
import { ExportProblems } from './export-problems.tsx'
import { FailedReason } from './failed-reason.tsx'
import { toEmptyReason } from './use-export.ts'

const KILOBYTE = { unit: 'kilobyte', bytes: 1e3 } as const
const UNITS = [{ unit: 'gigabyte', bytes: 1e9 }, { unit: 'megabyte', bytes: 1e6 }, KILOBYTE] as const

export function ExportReady({ ready }: { ready: Export }) {
  const t = useTranslations('exports.card')
  const format = useFormatter()
  const parts = ready.parts.filter(({ report }) => !report).length
  const { unit, bytes } = UNITS.find(({ bytes }) => ready.bytes >= bytes) ?? KILOBYTE
  const size = format.number(ready.bytes / bytes, { style: 'unit', unit, maximumSignificantDigits: 3 })
  if (toEnding(ready) !== 'ready') return <ExportKept of={ready} />
  if (ready.done === 0) return <NoPhotos of={ready} />
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon of={CheckCircleIcon} className="size-4 text-positive" />
        {t('ready')}
      </p>
      <p className="break-words text-muted text-sm">
        {parts > 1
          ? t('readyInParts', { count: ready.done, size })
          : t('readyText', { count: ready.done, size, file: ready.file_name })}
      </p>
      <SizeFacts of={ready} />
      <ExportProblems problems={ready.problems} />
      {parts > 1 && <p className="text-muted text-sm">{t('partsText', { count: parts })}</p>}
      {parts < ready.parts.length && <p className="text-sm text-warning">{t('reportApart')}</p>}
      <ExportParts of={ready} />
    </>
  )
}

/** The image size of the export, under the label that the service gave it then. */
function SizeFacts({ of: { image_size: size } }: { of: Export }) {
  const t = useTranslations('exports.card')
  if (!size) return null
  const before = size.before && toSizeText(size.before)
  return (
    <>
      <p className="break-words text-muted text-sm">{t('imageSize', toSizeText(size))}</p>
      {before && <p className="text-sm text-warning">{t('sizeChanged', before)}</p>}
    </>
  )
}

/** An archive whose "Download again" was cancelled or failed: the reason, and that nothing is lost. */
function ExportKept({ of: kept }: { of: Export }) {
  const t = useTranslations('exports.card')
  const { total, done, failed } = kept
  const hasFailed = toEnding(kept) === 'failed'
  const lacking = (total ?? 0) - done - failed
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon of={AlertIcon} className={hasFailed ? 'size-4 text-danger' : 'size-4 text-muted'} />
        {hasFailed ? t('failed') : t('cancelled')}
      </p>
      <p className="text-muted text-sm">
        {hasFailed && <FailedReason of={kept} />} {t('keptText', { count: lacking })}
      </p>
      <ExportParts of={kept} />
    </>
  )
}

/** Shown for an archive without photos, which is not offered for download. */
function NoPhotos({ of: { request, problems } }: { of: Export }) {
  const t = useTranslations('exports.card')
  const reason = toEmptyReason({ request, problems })
  return (
    <>
      <p className="font-medium">{t(reason)}</p>
      <p className="text-muted text-sm">{t(`${reason}Text`)}</p>
      <ExportProblems problems={problems} />
    </>
  )
}
