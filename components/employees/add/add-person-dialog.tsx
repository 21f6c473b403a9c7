'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useInvitationDoubt } from '#components/employee-data/use-status-words.ts'
import { PersonFields } from '#components/employees/person/person-fields.tsx'
import { useFieldHints } from '#components/employees/person/use-field-hints.ts'
import { SignInAgain } from '#components/page/sign-in-again.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Said } from '#components/ui/announce.tsx'
import { useLeaveWarning } from '#components/ui/browser/use-leave-warning.ts'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { useAddPerson } from './use-add-person.ts'

type AddPersonDialogProps = { project: Project; open: boolean; onOpenChange: (open: boolean) => void }

/** Adds somebody new. A click outside the window does not lose what was typed. */
export default function AddPersonDialog({ project, open, onOpenChange }: AddPersonDialogProps) {
  const t = useTranslations('person.add')
  const leave = useTranslations('person.leave')
  const doubt = useInvitationDoubt(project)
  const [typed, setTyped] = useState(false)
  const [asking, setAsking] = useState(false)
  useLeaveWarning(typed)

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
        description={doubt ?? t('text')}
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

type AddPersonFormProps = {
  project: Project
  /** Whether closing would lose anything. */
  onTyped: (typed: boolean) => void
  onClose: () => void
}

function AddPersonForm({ project, onTyped, onClose }: AddPersonFormProps) {
  const t = useTranslations('person.add')
  const { form, saving, added, submit } = useAddPerson(project, { onTyped, onClose })
  const notes = useFieldHints(form, { projectId: project.id })
  const problem = form.formState.errors.root?.message
  return (
    <form
      noValidate
      onSubmit={submit('close')}
      onChange={() => onTyped(true)}
      aria-label={t('title')}
      className="grid gap-4 px-5 pb-5"
    >
      <Said className="text-positive text-sm">{added && t('added', { person: added })}</Said>
      <PersonFields form={form} busy={saving} {...notes} optional={['mitarbeiternummer']} />
      {problem && (
        <Alert tone="danger" live>
          {problem} {form.formState.errors.root?.type === 'signed_out' && <SignInAgain />}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button busy={saving} onClick={() => void submit('next')()}>
          {t('saveNext')}
        </Button>
        <Button type="submit" variant="primary" busy={saving}>
          {saving ? t('saving') : t('save')}
        </Button>
      </div>
    </form>
  )
}
