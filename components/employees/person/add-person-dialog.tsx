'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { AddPersonForm } from './add-person-form.tsx'

type AddPersonDialogProps = { project: Project; open: boolean; onOpenChange: (open: boolean) => void }

/** Somebody new. What was typed is not lost by a press beside the window. */
export default function AddPersonDialog({ project, open, onOpenChange }: AddPersonDialogProps) {
  const t = useTranslations('person.add')
  const leave = useTranslations('person.leave')
  const [typed, setTyped] = useState(false)
  const [asking, setAsking] = useState(false)

  function close() {
    setTyped(false)
    setAsking(false)
    onOpenChange(false)
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={() => (typed ? setAsking(true) : close())}
        title={t('title')}
        description={t('text')}
      >
        <AddPersonForm project={project} onTyped={setTyped} onClose={close} />
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('leave')}
        confirmLabel={leave('confirm')}
        onConfirm={close}
      >
        {t('leaveText')}
      </ConfirmDialog>
    </>
  )
}
