'use client'

import { useUnsaved } from '#components/employees/edit/unsaved.ts'
import type { Unsaved } from '#components/employees/edit/unsaved-schema.ts'
import { useOpenPerson } from '#components/employees/person/use-open-person.ts'

/** What the table tells of: nothing of the person whose sheet is open, so that no row moves behind it with each letter. */
export function useUnsavedRows(projectId: number): Unsaved[] {
  const { employeeId } = useOpenPerson(projectId)
  return useUnsaved(projectId).filter(({ employee_id }) => employee_id !== employeeId)
}
