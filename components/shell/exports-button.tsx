'use client'

import { useTranslations } from 'use-intl/react'
import { useRunningExports } from '#components/exports/running-exports.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import { moveFocus } from '#components/ui/move-focus.ts'

/** How many downloads lie in the dock; a press goes there. */
export function ExportsButton() {
  const t = useTranslations('shell')
  const { length: count } = useRunningExports()
  if (count === 0) return null
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t('downloads', { count })}
      className="h-8 px-2"
      onClick={() => moveFocus('.work-dock button', '.work-dock')}
    >
      <DownloadIcon />
      <Badge tone="accent">{count}</Badge>
    </Button>
  )
}
