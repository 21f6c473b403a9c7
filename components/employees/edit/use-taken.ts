'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl/react'
import { paths } from '#lib/address/paths.ts'
import { takenResponse } from '#lib/employees/taken-contract.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type EditableField, toFieldText } from './employee-values.ts'

type Asked = {
  projectId: number
  /** Whose value it becomes; nobody yet for somebody new. */
  employee: Employee | undefined
  field: EditableField
  text: string
}

/**
 * Whose value it is already, in a sentence, and whether a refusal says the same: the service refuses what somebody else has
 * without a name.
 */
export function useTakenSentence(
  asked: Asked,
  reason: string | null | undefined,
): { taken: string | null; isReason: boolean } {
  const t = useTranslations('employees.edit')
  const reasons = useTranslations('reasons')
  const holder = useTaken(asked)
  const isTaken = reason === reasons('emailTaken') || reason === reasons('numberTaken')
  const taken = holder && t(asked.field === 'email' ? 'emailTaken' : 'numberTaken', { person: holder })
  return { taken, isReason: taken !== null && isTaken }
}

/**
 * Who has this e-mail or number already, as far as the desk knows; told while a person types, because the desk answers
 * from its own memory. The service decides.
 */
function useTaken({ projectId, employee, field, text }: Asked): string | null {
  const value = useDeferredValue(text.trim())
  const unique = field === 'email' || field === 'mitarbeiternummer'
  const own = employee ? toFieldText(employee, field) : ''
  const { data } = useQuery({
    queryKey: ['taken', projectId, employee?.id, field, value],
    queryFn: ({ signal }) => {
      const path = paths.api.taken(projectId, { [field]: value, except: employee?.id })
      return deskRequest(path, takenResponse, { signal })
    },
    enabled: unique && value !== '' && value !== own,
    staleTime: 10_000,
    gcTime: 10_000,
  })
  const holder = unique ? data?.data[field] : null
  return holder ? toPersonName(holder) : null
}
