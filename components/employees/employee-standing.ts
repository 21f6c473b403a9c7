import type { Employee } from '#lib/portrait-api/contract.ts'

export type Standing = 'pending' | 'uploaded' | 'edited' | 'approved' | 'retake'

/** Where a person stands, in the words of the desk: the service's status, and whether the edited photo is approved. */
export function getStanding({ status, photo }: Employee): Standing {
  return status === 'edited' && photo.approved ? 'approved' : status
}
