'use client'

import { lazy } from 'react'
import { useTranslations } from 'use-intl/react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import type { ExportSubject } from './export-request.ts'

const loadForm = loadWithRetry(() => import('./export-form.tsx'))
const ExportForm = lazy(loadForm)

type ExportDialogProps = ExportSubject & {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocus?: () => HTMLElement | null
}

/**
 * Dialog to request an export: number of photos, file names, receiving system, duration. Its code loads when the user
 * is about to open it.
 */
export function ExportDialog({ open, onOpenChange, returnFocus, ...subject }: ExportDialogProps) {
  const t = useTranslations('exports.dialog')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      {...(returnFocus && { returnFocus })}
      size="large"
      title={t('title')}
      description={subject.project.name}
    >
      <ExportForm {...subject} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

export function loadExportForm(): void {
  void loadForm()
}
