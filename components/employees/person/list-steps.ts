import type { Employee } from '#lib/portrait-api/contract.ts'
import { mayHandOver } from '#lib/portrait-api/portrait-status.ts'

type Step = {
  name: 'created' | 'invited' | 'uploaded' | 'edited' | 'approved' | 'retake'
  /** Null where nobody has a date: the service keeps none for the approval and a requested retake. */
  at: string | null
  done: boolean
}

/**
 * What has happened to a person and what is still to come, in order. A requested retake brings a new photo. The service
 * keeps no date of the creation: `addedAt` is the desk's own, when it was the desk that added them.
 */
export function listSteps(employee: Employee, addedAt: string | null = null): Step[] {
  const { status, invited_at, uploaded_at, photo } = employee
  const approved = mayHandOver(employee)
  // A photo that came after the last one was edited is still to be edited.
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
