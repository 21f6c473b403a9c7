'use client'

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { foretellMail } from '#components/employees/edit/foretell-mail.ts'
import { useTaken } from '#components/employees/edit/use-taken.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { PersonField, PersonValues } from './person-values.ts'

type Asked = { projectId: number; employee?: Employee }

/** What saving would do, and who has a value already, while somebody types. The service has the last word. */
export function useFieldHints(
  form: UseFormReturn<PersonValues>,
  { projectId, employee }: Asked,
): Partial<Record<PersonField, string>> {
  const t = useTranslations('employees.edit')
  const add = useTranslations('person.add')
  const { email = '', mitarbeiternummer: number = '' } = useWatch({ control: form.control })
  const emailHolder = useTaken({ projectId, employee, field: 'email', text: email })
  const numberHolder = useTaken({ projectId, employee, field: 'mitarbeiternummer', text: number })
  const mail = employee && foretellMail(employee, email)
  const emailHints = [
    emailHolder && t('emailTaken', { person: emailHolder }),
    mail && t(`mail.${mail}`),
  ].filter(Boolean)
  return {
    ...(emailHints.length > 0 && { email: emailHints.join(' ') }),
    ...(numberHolder && { mitarbeiternummer: t('numberTaken', { person: numberHolder }) }),
    ...(!employee && number.trim() === '' && { mitarbeiternummer: add('numberAssigned') }),
  }
}
