'use client'

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { foretellMail } from '#components/employees/edit/foretell-mail.ts'
import { useTaken } from '#components/employees/edit/use-taken.ts'
import { findUnusual } from '#lib/employees/unusual-email.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { findInvisible } from '#lib/text/invisible.ts'
import { PERSON_FIELDS, type PersonField, type PersonValues } from './person-values.ts'

type Asked = { projectId: number; employee?: Employee }

/** While somebody types: what saving would do, and who already has the value. The service has the last word. */
export function useFieldHints(
  form: UseFormReturn<PersonValues>,
  { projectId, employee }: Asked,
): Partial<Record<PersonField, string>> {
  const t = useTranslations('employees.edit')
  const add = useTranslations('person.add')
  const values = useWatch({ control: form.control })
  const { email = '', mitarbeiternummer: number = '' } = values
  const emailHolder = useTaken({ projectId, employee, field: 'email', text: email })
  const numberHolder = useTaken({ projectId, employee, field: 'mitarbeiternummer', text: number })
  const mail = employee && foretellMail(employee, email)
  const unusual = email === employee?.email ? null : findUnusual(email)
  const hints: Partial<Record<PersonField, (string | null | undefined | false)[]>> = {
    email: [
      emailHolder && t('emailTaken', { person: emailHolder }),
      unusual && t(`unusual.${unusual}`),
      mail && t(`mail.${mail}`),
    ],
    mitarbeiternummer: [
      numberHolder && t('numberTaken', { person: numberHolder }),
      !employee && number.trim() === '' && add('numberAssigned'),
    ],
  }
  return Object.fromEntries(
    PERSON_FIELDS.flatMap(field => {
      const codes = findInvisible(values[field] ?? '')
      const invisible = codes.length > 0 && t('invisible', { codes: codes.join(', ') })
      const said = [...(hints[field] ?? []), invisible].filter(Boolean)
      return said.length > 0 ? [[field, said.join(' ')]] : []
    }),
  )
}
