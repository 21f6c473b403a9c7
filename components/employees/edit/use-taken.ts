'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl/react'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type Taken, takenResponse } from '#lib/employees/taken-contract.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type EditableField, toFieldText } from './employee-values.ts'

type Asked = {
  projectId: number
  /** The employee whose value this becomes; undefined for a new employee. */
  employee: Employee | undefined
  field: EditableField
  text: string
}

/**
 * Names the employee who already has the value, and says whether the refusal gives the same reason: the service
 * refuses taken values without a name. `slip`: the domain of an address seems to be mistyped.
 */
export function useTakenSentence(
  asked: Asked,
  reason: string | null | undefined,
): { taken: string | null; isReason: boolean; slip: string | null } {
  const t = useTranslations('employees.edit')
  const isTaken = useIsTakenReason()
  const { holder, domain } = useTaken(asked)
  const taken = holder && t(asked.field === 'email' ? 'emailTaken' : 'numberTaken', { person: holder })
  const slip = domain && t('unusual.domain', { domain })
  return { slip, taken, isReason: taken !== null && (reason === taken || isTaken(reason)) }
}

/**
 * Adds the name of the holder to a refusal if it was found while the value was typed; the service does not return it.
 */
export function useNamedReason(): (asked: Asked, reason: string) => string {
  const t = useTranslations('employees.edit')
  const isTaken = useIsTakenReason()
  const queries = useQueryClient()
  return (asked, reason) => {
    if (!isTaken(reason)) return reason
    const person = toHolder(asked.field, queries.getQueryData(toKey(asked, asked.text.trim())))
    return person ? t(asked.field === 'email' ? 'emailTaken' : 'numberTaken', { person }) : reason
  }
}

function useIsTakenReason(): (reason: string | null | undefined) => boolean {
  const t = useTranslations('reasons')
  return reason => reason === t('emailTaken') || reason === t('numberTaken')
}

/**
 * Finds the employee who already has this e-mail or number, as far as the desk knows. Runs while the user types,
 * because the desk answers from its cache. The service decides.
 */
function useTaken(asked: Asked): { holder: string | null; domain: string | null } {
  const { projectId, employee, field, text } = asked
  const value = useDeferredValue(text.trim())
  const unique = field === 'email' || field === 'mitarbeiternummer'
  const own = employee ? toFieldText(employee, field) : ''
  const { data } = useQuery({
    queryKey: toKey(asked, value),
    queryFn: ({ signal }) => {
      const path = paths.api.taken(projectId, { [field]: value, except: employee?.id })
      return deskRequest(path, takenResponse, { signal })
    },
    enabled: unique && value !== '' && value !== own,
    staleTime: 10_000,
    gcTime: 10_000,
  })
  return { holder: toHolder(field, data), domain: data?.data.meant_domain ?? null }
}

function toKey({ projectId, employee, field }: Asked, value: string) {
  return ['taken', projectId, employee?.id, field, value]
}

function toHolder(field: EditableField, answer: { data: Taken } | undefined): string | null {
  const holder = field === 'email' || field === 'mitarbeiternummer' ? answer?.data[field] : null
  return holder ? toPersonName(holder) : null
}
