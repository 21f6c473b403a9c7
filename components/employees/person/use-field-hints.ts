'use client'

import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { toPersonName } from '#components/employees/edit/editable-field.ts'
import { foretellMail } from '#components/employees/edit/foretell-mail.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { PersonField, PersonValues } from './person-values.ts'
import { takenQuery } from './taken-query.ts'

type Asked = { projectId: number; employee?: Employee }

/** What saving would do, and who has a value already, while somebody types. The service has the last word. */
export function useFieldHints(
  form: UseFormReturn<PersonValues>,
  { projectId, employee }: Asked,
): Partial<Record<PersonField, string>> {
  const t = useTranslations('employees.edit')
  const add = useTranslations('person.add')
  const values = useWatch({ control: form.control })
  const email = toChanged(values.email, employee?.email)
  const number = toChanged(values.mitarbeiternummer, employee?.mitarbeiternummer)
  const { data: taken } = useQuery(
    takenQuery(projectId, { email, mitarbeiternummer: number, except: employee?.id }),
  )
  const mail = employee && foretellMail(employee, values.email ?? '')
  const emailHints = [
    email && taken?.email && t('emailTaken', { person: toPersonName(taken.email) }),
    mail && t(`mail.${mail}`),
  ].filter(Boolean)
  const holder = number && taken?.mitarbeiternummer
  return {
    ...(emailHints.length > 0 && { email: emailHints.join(' ') }),
    ...(holder && { mitarbeiternummer: t('numberTaken', { person: toPersonName(holder) }) }),
    ...(!employee && number === '' && { mitarbeiternummer: add('numberAssigned') }),
  }
}

/** What somebody typed, when it is not what the person has. */
function toChanged(typed = '', has = ''): string {
  return typed.trim() === has ? '' : typed.trim()
}
