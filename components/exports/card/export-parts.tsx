'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import type { Export } from '#lib/exports/contract.ts'
import { startDownload } from './running-exports.ts'

/** The archives of an export, a button each. Browsers let a page start one download by itself, not several. */
export function ExportParts({ of: { id, parts } }: { of: Pick<Export, 'id' | 'parts'> }) {
  const t = useTranslations('exports.card')
  if (parts.length <= 1)
    return (
      <Button size="small" className="justify-self-start" onClick={() => startDownload(id)}>
        <DownloadIcon />
        {t('again')}
      </Button>
    )
  return (
    <ul className="flex flex-wrap gap-1.5">
      {parts.map(({ file_name, photos }, index) => (
        <li key={file_name}>
          <Button
            size="small"
            title={file_name}
            aria-label={t('partLabel', { part: index + 1, parts: parts.length })}
            onClick={() => startDownload(id, index + 1)}
          >
            <DownloadIcon />
            {t('part', { part: index + 1, photos })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
