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
  /** Current filters of the table. */
  filters: ExportFilters
  /** True when a photo is available, as far as the desk knows. */
  hasPhotos: boolean
}

export function ExportButton({ project, filters, hasPhotos }: ExportButtonProps) {
  const t = useTranslations('exports')
  const [open, setOpen] = useState(false)
  const [newFor, setNewFor] = useState<string>()
  // The button gets the focus on close: an address may have opened the dialog, when nothing had the focus.
  const button = useRef<HTMLButtonElement>(null)
  usePageCommand('downloadPhotos', hasPhotos ? () => setOpen(true) : null)
  useEffect(() => {
    const asked = parseDownloadHash(window.location.hash)
    if (!asked) return
    // The browser looks for an anchor of this name, and without one keeps the scroll position of the previous page.
    window.scrollTo({ top: 0, behavior: 'instant' })
    setNewFor(asked.newFor)
    setOpen(true)
  }, [])

  /** Keeps the hash in the address until the dialog closes, so that a reload shows the same. */
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
