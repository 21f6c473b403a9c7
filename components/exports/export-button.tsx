'use client'

import { lazy, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/shell/page-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { OPEN_BUTTON_ID } from './open-button-id.ts'

const loadForm = () => import('./export-form.tsx')
const ExportForm = lazy(loadForm)

export function ExportButton({ project }: { project: Project }) {
  const t = useTranslations('exports')
  const [open, setOpen] = useState(false)
  usePageCommand('downloadPhotos', () => setOpen(true))
  return (
    <>
      <Button
        id={OPEN_BUTTON_ID}
        variant="primary"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadForm()}
        onFocus={() => void loadForm()}
      >
        <DownloadIcon />
        {t('open')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('dialog.title')}>
        <ExportForm project={project} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
