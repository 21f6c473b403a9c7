'use client'

import { useTranslations } from 'use-intl/react'
import { useInvitations } from '#components/employees/edit/invitations.ts'
import { LateInvitationNotice } from '#components/employees/edit/late-invitation-notice.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { PersonFields } from './person-fields.tsx'
import { useFieldHints } from './use-field-hints.ts'
import { usePersonForm } from './use-person-form.ts'

/** The five fields that can be fixed, saved together. */
export function PersonForm({ employee }: { employee: Employee }) {
  const t = useTranslations('person.form')
  const { form, isDirty, restored, saving, remember, discard, submit } = usePersonForm(employee)
  const hints = useFieldHints(form, { projectId: employee.project_id, employee })
  const invitation = useInvitations(employee.project_id).find(
    ({ employee_id }) => employee_id === employee.id,
  )
  const problem = form.formState.errors.root?.message
  return (
    <form noValidate onSubmit={submit} onChange={remember} aria-label={t('label')} className="grid gap-4">
      {restored && isDirty && <Alert live>{t('restored')}</Alert>}
      {invitation && <LateInvitationNotice invitation={invitation} />}
      <PersonFields form={form} busy={saving} hints={hints} onTrim={remember} />
      {problem && (
        <Alert tone="danger" live>
          {problem}
        </Alert>
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={saving} disabled={!isDirty && !saving}>
          {saving ? t('saving') : t('save')}
        </Button>
        {isDirty && !saving && <Button onClick={discard}>{t('discard')}</Button>}
      </div>
    </form>
  )
}
