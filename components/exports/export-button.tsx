'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { DownloadIcon } from '#components/ui/icons.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { ExportForm } from './export-form.tsx'
import { OPEN_BUTTON_ID } from './open-button-id.ts'

export function ExportButton({ project }: { project: Project }) {
  const t = useTranslations('exports')
  const close = useTranslations('app')('close')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button id={OPEN_BUTTON_ID} variant="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <DownloadIcon />
        {t('open')}
      </Button>
      {open && (
        <Dialog title={t('dialog.title')} closeLabel={close} onClose={() => setOpen(false)}>
          <ExportForm project={project} />
        </Dialog>
      )}
    </>
  )
}
