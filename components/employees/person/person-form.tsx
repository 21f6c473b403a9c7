'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { InvitationNotice, useInvitations } from '#components/employees/edit/invitations.tsx'
import { dropUnsaved, keepTyped, useUnsavedOf } from '#components/employees/edit/unsaved.ts'
import { useChangeEmployee } from '#components/employees/edit/use-change-employee.ts'
import { KeyHelp } from '#components/page/key-help.tsx'
import { SignInAgain } from '#components/page/sign-in-again.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { announce } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { toDeskError } from '#lib/errors.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { PersonFields } from './person-fields.tsx'
import {
  PERSON_FIELDS,
  type PersonValues,
  personSchema,
  toPersonUpdate,
  toPersonValues,
} from './person-values.ts'
import { useRefusal } from './refusals.ts'
import { useFieldHints } from './use-field-hints.ts'

type PersonFormProps = {
  employee: Employee
  /** True when the employee was deleted meanwhile, as a save or a new read has found. */
  isGone: boolean
  onNotFound: () => void
  /** Called when the user drops the typed values, after copying what they need, and closes the sheet. */
  onDrop: () => void
}

/** Form of the five editable fields, saved together. */
export function PersonForm({ employee, isGone, onNotFound, onDrop }: PersonFormProps) {
  const t = useTranslations('person.form')
  const close = useTranslations('ui')
  const reasons = useTranslations('reasons')
  const { form, isDirty, restored, saving, remember, discard, submit } = usePersonForm(employee, onNotFound)
  const notes = useFieldHints(form, { projectId: employee.project_id, employee })
  const invitation = useInvitations(employee.project_id).find(
    ({ employee_id }) => employee_id === employee.id,
  )
  const problem = isGone
    ? { type: 'not_found', message: reasons('gone', { person: toPersonName(employee) }) }
    : form.formState.errors.root
  return (
    <form noValidate onSubmit={submit} onChange={remember} aria-label={t('label')} className="grid gap-4">
      {restored && isDirty && <Alert live>{t('restored')}</Alert>}
      {invitation && <InvitationNotice invitation={invitation} />}
      <PersonFields form={form} busy={saving} {...notes} onTrim={remember} />
      {problem?.message && (
        <Alert tone={isGone ? 'warning' : 'danger'} live>
          {problem.message} {problem.type === 'signed_out' && <SignInAgain />}
          {isGone && t('copy')}
          <div className="mt-2 flex flex-wrap gap-2 empty:hidden [&_p]:mx-0 [&_p]:text-start">
            <KeyHelp code={problem.type} />
          </div>
        </Alert>
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {isGone ? (
          <Button onClick={onDrop}>{close('close')}</Button>
        ) : (
          <Button type="submit" variant="primary" busy={saving} disabled={!isDirty && !saving}>
            {saving ? t('saving') : t('save')}
          </Button>
        )}
        {isDirty && !saving && !isGone && <Button onClick={discard}>{t('discard')}</Button>}
      </div>
    </form>
  )
}

/** Overrides `resetOptions`, which `reset` uses by default: those keep typed values when a newer record arrives. */
const ANEW = { keepDirtyValues: false, keepErrors: false }

/**
 * The form of an employee's five fields. Typed values survive a refusal, a newer record, going back, and a reload.
 * Only the changed fields are sent.
 */
function usePersonForm(employee: Employee, onNotFound: () => void) {
  const t = useTranslations('person')
  const edit = useTranslations('employees.edit')
  const [kept] = useState(useUnsavedOf(employee.id))
  const changeEmployee = useChangeEmployee()
  const shown = toPersonValues(employee)
  const form = useForm<PersonValues>({
    resolver: (values, context, options) =>
      zodResolver(personSchema(values, shown))(values, context, options),
    defaultValues: shown,
    values: shown,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const typed = useWatch({ control: form.control })
  const refuse = useRefusal(form, toPersonName(employee))
  /** The value of each changed field when the user began to type in it, which is the value they have seen. */
  const [begun] = useState(() => {
    for (const { field, text } of kept) form.setValue(field, text, { shouldDirty: true })
    return new Map(kept.map(({ field, shown: then }) => [field, then === undefined ? employee[field] : then]))
  })

  /** Shows the typed values in the table's row, too, until they are saved or dropped. */
  function remember() {
    const values = form.getValues()
    const held = [...begun.keys()]
    for (const field of PERSON_FIELDS)
      if (values[field] === shown[field]) begun.delete(field)
      else if (!begun.has(field)) begun.set(field, employee[field])
    const typed = [...begun].map(([field, then]) => {
      return { field, text: values[field], reason: edit('notSentYet'), shown: then }
    })
    keepTyped(employee, typed, [...held, ...begun.keys()])
  }

  /** Drops the values of this form. A value that a cell has tried to save meanwhile belongs to the cell. */
  function dropForm() {
    for (const field of begun.keys()) dropUnsaved(employee.id, field)
    begun.clear()
  }

  function discard() {
    form.reset(shown, ANEW)
    dropForm()
  }

  async function save(values: PersonValues) {
    const changes = toPersonUpdate(values, shown)
    if (Object.keys(changes).length === 0) return discard()
    try {
      const seen = { ...employee, ...Object.fromEntries(begun) }
      const { employee: saved, kept, consequence } = await changeEmployee({ employee: seen, changes })
      form.reset(toPersonValues(saved), ANEW)
      dropForm()
      const said = t('form.saved', { person: toPersonName(saved) })
      if (kept === 'mine') announce([said, consequence].filter(Boolean).join('. '))
    } catch (thrown) {
      refuse(thrown)
      if (toDeskError(thrown).code === 'not_found') onNotFound()
    }
  }

  return {
    form,
    // The form's own `isDirty` ignores values that were set initially.
    isDirty: PERSON_FIELDS.some(field => typed[field] !== shown[field]),
    restored: kept.length > 0,
    saving: form.formState.isSubmitting,
    remember,
    discard,
    submit: form.handleSubmit(save),
  }
}
