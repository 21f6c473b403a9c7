import type { Employee } from '#lib/portrait-api/contract.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'

/**
 * In the order in which a person passes through them; `retake` leads back to the beginning. `other`: the service has a word
 * for it that the desk does not know.
 */
export const STANDINGS = ['pending', 'uploaded', 'edited', 'approved', 'retake', 'other'] as const

export type Standing = (typeof STANDINGS)[number]

/** Where a person stands, in the words of the desk: the service's status, and whether the edited photo is approved. */
export function getStanding({ status, photo }: Pick<Employee, 'status' | 'photo'>): Standing {
  const known = toKnownStatus(status) ?? 'other'
  return known === 'edited' && photo.approved ? 'approved' : known
}
