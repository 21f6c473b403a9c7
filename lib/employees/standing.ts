import type { Employee } from '#lib/portrait-api/contract.ts'

/** In the order in which a person passes through them; `retake` leads back to the beginning. */
export const STANDINGS = ['pending', 'uploaded', 'edited', 'approved', 'retake'] as const

export type Standing = (typeof STANDINGS)[number]

/** Where a person stands, in the words of the desk: the service's status, and whether the edited photo is approved. */
export function getStanding({ status, photo }: Pick<Employee, 'status' | 'photo'>): Standing {
  return status === 'edited' && photo.approved ? 'approved' : status
}
