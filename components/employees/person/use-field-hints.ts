'use client'

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { toTyped } from '#components/employees/edit/employee-values.ts'
import { useTakenSentence } from '#components/employees/edit/use-taken.ts'
import { predictInvitation } from '#lib/employees/predict-invitation.ts'
import { findUnusual } from '#lib/employees/unusual-email.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { findInvisible } from '#lib/text/invisible.ts'
import { PERSON_FIELDS, type PersonField, type PersonValues } from './person-values.ts'

type Asked = { projectId: number; employee?: Employee }

/**
 * Hints while the user types: the effect of saving, and the employee who already has the value. The service decides.
 * When it refuses a taken value, `named` replaces its reason with one that names the holder.
 */
export function useFieldHints(
  form: UseFormReturn<PersonValues>,
  { projectId, employee }: Asked,
): { hints: Partial<Record<PersonField, string>>; named: Partial<Record<PersonField, string>> } {
  const t = useTranslations('employees.edit')
  const add = useTranslations('person.add')
  const values = useWatch({ control: form.control })
  const { email = '', mitarbeiternummer: number = '' } = values
  const { errors } = form.formState
  const ofEmail = useTakenSentence(
    { projectId, employee, field: 'email', text: email },
    errors.email?.message,
  )
  const ofNumber = useTakenSentence(
    { projectId, employee, field: 'mitarbeiternummer', text: number },
    errors.mitarbeiternummer?.message,
  )
  // A value that is refused sends no mail.
  const mail = employee && !ofEmail.taken && predictInvitation(employee, toTyped(email, employee.email))
  const unusual = email === employee?.email ? null : findUnusual(email)
  const hints: Partial<Record<PersonField, (string | null | undefined | false)[]>> = {
    email: [
      !ofEmail.isReason && ofEmail.taken,
      unusual ? t(`unusual.${unusual}`) : ofEmail.slip,
      mail && t(`mail.${mail}`),
    ],
    mitarbeiternummer: [
      !ofNumber.isReason && ofNumber.taken,
      !employee && number.trim() === '' && add('numberAssigned'),
    ],
  }
  const said = Object.fromEntries(
    PERSON_FIELDS.flatMap(field => {
      const codes = findInvisible(values[field] ?? '')
      const invisible = codes.length > 0 && t('invisible', { codes: codes.join(', ') })
      const known = [...(hints[field] ?? []), invisible].filter(Boolean)
      return known.length > 0 ? [[field, known.join(' ')]] : []
    }),
  )
  const named = {
    ...(ofEmail.isReason && ofEmail.taken && { email: ofEmail.taken }),
    ...(ofNumber.isReason && ofNumber.taken && { mitarbeiternummer: ofNumber.taken }),
  }
  return { hints: said, named }
}
