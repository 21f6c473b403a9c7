'use client'

import { useTranslations } from 'use-intl/react'
import { useRunningBatches } from '#components/batches/running-batches.ts'
import { useRunningExports } from '#components/exports/card/running-exports.ts'
import { Badge } from '#components/ui/badge.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'

/** How much lies in the dock; a press goes there. */
export function WorkButton() {
  const t = useTranslations('shell')
  const exports = useRunningExports().length
  const batches = useRunningBatches().length
  if (exports + batches === 0) return null
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={
        batches === 0 ? t('downloads', { count: exports }) : t('running', { count: exports + batches })
      }
      className="h-8 px-2"
      onClick={() => moveFocus('.work-dock button', '.work-dock')}
    >
      <DownloadIcon />
      <Badge tone="accent">{exports + batches}</Badge>
    </Button>
  )
}
