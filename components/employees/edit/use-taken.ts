'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { takenAnswer } from '#lib/employees/taken-contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type EditableField, toFieldText, toPersonName } from './editable-field.ts'

/** Who has this e-mail or number already, as far as the desk knows; told while a person types. The service decides. */
export function useTaken(employee: Employee, field: EditableField, text: string): string | null {
  const value = useDeferredValue(text.trim())
  const unique = field === 'email' || field === 'mitarbeiternummer'
  const { data } = useQuery({
    queryKey: ['taken', employee.project_id, employee.id, field, value],
    queryFn: ({ signal }) => {
      const path = paths.api.taken(employee.project_id, { [field]: value, except: employee.id })
      return deskRequest(path, takenAnswer, { signal })
    },
    enabled: unique && value !== '' && value !== toFieldText(employee, field),
    staleTime: 10_000,
    gcTime: 10_000,
  })
  const holder = unique ? data?.data[field] : null
  return holder ? toPersonName(holder) : null
}
