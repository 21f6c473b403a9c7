'use client'

import { useTranslations } from 'use-intl/react'
import { useInvitationDoubt } from '#components/employee-data/use-status-words.ts'
import { PersonFields } from '#components/employees/person/person-fields.tsx'
import { useFieldHints } from '#components/employees/person/use-field-hints.ts'
import { SignInAgain } from '#components/page/sign-in-again.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormDialog, type FormWindow } from '#components/ui/popup/form-dialog.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { useAddPerson } from './use-add-person.ts'

type AddPersonDialogProps = { project: Project; open: boolean; onOpenChange: (open: boolean) => void }

/** Dialog that adds an employee. */
export default function AddPersonDialog({ project, open, onOpenChange }: AddPersonDialogProps) {
  const t = useTranslations('person.add')
  const doubt = useInvitationDoubt(project)
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('title')}
      description={doubt ?? t('text')}
    >
      {window => <AddPersonForm project={project} window={window} />}
    </FormDialog>
  )
}

type AddPersonFormProps = { project: Project; window: FormWindow }

function AddPersonForm({ project, window }: AddPersonFormProps) {
  const t = useTranslations('person.add')
  const { form, saving, added, submit } = useAddPerson(project, window)
  const notes = useFieldHints(form, { projectId: project.id })
  const problem = form.formState.errors.root?.message
  return (
    <form
      noValidate
      onSubmit={submit('close')}
      onChange={() => window.onTyped(true)}
      aria-label={t('title')}
      className="grid gap-4 px-5 pb-5"
    >
      <LiveText className="text-positive text-sm">{added && t('added', { person: added })}</LiveText>
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
