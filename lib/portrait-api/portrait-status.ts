import { mayHandOver } from '#lib/photo-store/photo-file.ts'
import type { Employee } from './contract.ts'
import { toKnownStatus } from './terms.ts'

/**
 * In the order in which a person passes through them; `retake` leads back to the beginning. `other`: the service has a word
 * for it that the desk does not know.
 */
export const PORTRAIT_STATUSES = ['pending', 'uploaded', 'edited', 'approved', 'retake', 'other'] as const

export type PortraitStatus = (typeof PORTRAIT_STATUSES)[number]

/** Where a person stands, in the words of the desk: the service's status, and whether the edited photo is approved. */
export function getPortraitStatus(employee: Pick<Employee, 'status' | 'photo'>): PortraitStatus {
  const known = toKnownStatus(employee.status) ?? 'other'
  return known === 'edited' && mayHandOver(employee) ? 'approved' : known
}
