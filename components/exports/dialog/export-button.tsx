'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { ReasonedButton } from '#components/ui/popup/reasoned-button.tsx'
import { parseDownloadHash } from '#lib/address/download-hash.ts'
import type { ExportFilters } from '#lib/exports/contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { ExportDialog, loadExportForm } from './export-dialog.tsx'

type ExportButtonProps = {
  project: Project
  /** What the table shows at present. */
  filters: ExportFilters
  /** Whether there is a photo to be had, as far as is known. */
  hasPhotos: boolean
}

export function ExportButton({ project, filters, hasPhotos }: ExportButtonProps) {
  const t = useTranslations('exports')
  const [open, setOpen] = useState(false)
  const [newFor, setNewFor] = useState<string>()
  // The address may have opened it, when nothing had the focus.
  const button = useRef<HTMLButtonElement>(null)
  usePageCommand('downloadPhotos', hasPhotos ? () => setOpen(true) : null)
  useEffect(() => {
    const asked = parseDownloadHash(window.location.hash)
    if (!asked) return
    // The browser looks for a place of this name in the page, and without one stays where the page before was scrolled to.
    window.scrollTo({ top: 0, behavior: 'instant' })
    setNewFor(asked.newFor)
    setOpen(true)
  }, [])

  /** The address keeps what it asked for until that is closed, so that a reload shows the same. */
  function change(next: boolean) {
    setOpen(next)
    if (next) return
    setNewFor(undefined)
    if (parseDownloadHash(window.location.hash))
      window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }

  return (
    <>
      <ReasonedButton
        ref={button}
        variant="primary"
        unusable={hasPhotos ? null : t('noneApproved')}
        aria-haspopup="dialog"
        data-tour="download"
        onClick={() => setOpen(true)}
        onPointerEnter={loadExportForm}
        onFocus={loadExportForm}
      >
        <Icon of={DownloadIcon} />
        {t('open')}
      </ReasonedButton>
      <ExportDialog
        open={open}
        onOpenChange={change}
        returnFocus={() => button.current}
        project={project}
        filters={filters}
        newFor={newFor}
      />
    </>
  )
}
