import type { Employee } from '#lib/portrait-api/contract.ts'
import { mayHandOver } from '#lib/portrait-api/portrait-status.ts'

type Step = {
  name: 'created' | 'invited' | 'uploaded' | 'edited' | 'approved' | 'retake'
  /** Null where the date is unknown: the service stores none for the approval and a requested retake. */
  at: string | null
  done: boolean
}

/**
 * Lists an employee's past and coming steps in order. A requested retake brings a new photo. The service stores no
 * creation date: `addedAt` is the desk's own, if the desk added the employee.
 */
export function listSteps(employee: Employee, addedAt: string | null = null): Step[] {
  const { status, invited_at, uploaded_at, photo } = employee
  const approved = mayHandOver(employee)
  // A photo uploaded after the last edit is still to be edited.
  const edited = photo.edited_at !== null && (approved || !isBefore(photo.edited_at, uploaded_at))
  const steps: Step[] = [
    { name: 'created', at: addedAt, done: true },
    { name: 'invited', at: invited_at, done: invited_at !== null },
    { name: 'uploaded', at: uploaded_at, done: uploaded_at !== null },
    { name: 'edited', at: edited ? photo.edited_at : null, done: edited },
    { name: 'approved', at: null, done: approved },
  ]
  return status === 'retake' ? [...steps, { name: 'retake', at: null, done: true }] : steps
}

function isBefore(at: string, other: string | null): boolean {
  return other !== null && Date.parse(at) < Date.parse(other)
}
