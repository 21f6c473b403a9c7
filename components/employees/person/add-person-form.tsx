'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { PersonFields } from './person-fields.tsx'
import { useAddPerson } from './use-add-person.ts'
import { useFieldHints } from './use-field-hints.ts'

type AddPersonFormProps = {
  project: Project
  /** Whether closing would lose anything. */
  onTyped: (typed: boolean) => void
  onClose: () => void
}

export function AddPersonForm({ project, onTyped, onClose }: AddPersonFormProps) {
  const t = useTranslations('person.add')
  const { form, saving, added, submit } = useAddPerson(project, { onTyped, onClose })
  const hints = useFieldHints(form, { projectId: project.id })
  const problem = form.formState.errors.root?.message
  return (
    <form
      noValidate
      onSubmit={submit('close')}
      onChange={() => onTyped(true)}
      aria-label={t('title')}
      className="grid gap-4 px-5 pb-5"
    >
      <p aria-live="polite" className="text-positive text-sm empty:hidden">
        {added && t('added', { person: added })}
      </p>
      <PersonFields form={form} busy={saving} hints={hints} optional={['mitarbeiternummer']} />
      {problem && (
        <Alert tone="danger" live>
          {problem}
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
