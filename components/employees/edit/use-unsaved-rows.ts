'use client'

import { useOpenPerson } from '../person/use-open-person.ts'
import { useUnsaved } from './unsaved.ts'
import type { Unsaved } from './unsaved-schema.ts'

/** What the table tells of: nothing of the person whose sheet is open, so that no row moves behind it with each letter. */
export function useUnsavedRows(projectId: number): Unsaved[] {
  const { employeeId } = useOpenPerson(projectId)
  return useUnsaved(projectId).filter(({ employee_id }) => employee_id !== employeeId)
}
