'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import { DOWNLOAD_HASH } from '#lib/address/paths.ts'
import type { ExportFilters } from '#lib/exports/contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { ExportDialog, loadExportForm } from './export-dialog.tsx'

type ExportButtonProps = {
  project: Project
  /** What the table shows at present. */
  filters: ExportFilters
}

export function ExportButton({ project, filters }: ExportButtonProps) {
  const t = useTranslations('exports')
  const [open, setOpen] = useState(false)
  usePageCommand('downloadPhotos', () => setOpen(true))
  useEffect(() => {
    if (window.location.hash !== DOWNLOAD_HASH) return
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
    setOpen(true)
  }, [])
  return (
    <>
      <Button
        variant="primary"
        aria-haspopup="dialog"
        data-tour="download"
        onClick={() => setOpen(true)}
        onPointerEnter={loadExportForm}
        onFocus={loadExportForm}
      >
        <DownloadIcon />
        {t('open')}
      </Button>
      <ExportDialog open={open} onOpenChange={setOpen} project={project} filters={filters} />
    </>
  )
}
