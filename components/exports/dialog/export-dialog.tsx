'use client'

import { lazy } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '#components/ui/dialog.tsx'
import type { ExportFilters } from '#lib/exports/contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

export type ExportSubject = {
  project: Project
  /** What the table shows at present; offered when it is not everybody. */
  filters?: ExportFilters | undefined
  /** Who is selected; offered, and chosen at first, when there is anybody. */
  people?: readonly number[] | undefined
}

type ExportDialogProps = ExportSubject & { open: boolean; onOpenChange: (open: boolean) => void }

const loadForm = () => import('./export-form.tsx')
const ExportForm = lazy(loadForm)

/** How many, how named, for what, how long? Its code comes when somebody is about to ask. */
export function ExportDialog({ open, onOpenChange, ...subject }: ExportDialogProps) {
  const t = useTranslations('exports.dialog')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
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
