import type { Employee, PhotoVariant } from './contract.ts'
import { toKnownStatus } from './terms.ts'

/**
 * In the order in which a person passes through them; `retake` leads back to the beginning. `other`: the service has a word
 * for it that the desk does not know.
 */
export const PORTRAIT_STATUSES = ['pending', 'uploaded', 'edited', 'approved', 'retake', 'other'] as const

type PortraitState = Pick<Employee, 'status' | 'photo'>
export type PortraitStatus = (typeof PORTRAIT_STATUSES)[number]

/** Where a person stands, in the words of the desk: the service's status, and whether the edited photo is approved. */
export function getPortraitStatus(employee: PortraitState): PortraitStatus {
  const known = toKnownStatus(employee.status) ?? 'other'
  return known === 'edited' && mayHandOver(employee) ? 'approved' : known
}

/**
 * Whether a photo of this person may be shown, downloaded or exported: it is approved, and the desk knows the word for
 * their state. A word that is new may mean that the photo is not to be used.
 */
export function mayHandOver({ status, photo }: PortraitState): boolean {
  return photo.approved && toKnownStatus(status) !== null
}

/** The service calls the photo approved; only the word for the person's state keeps it here. */
export function isHeldBack(employee: PortraitState): boolean {
  return employee.photo.approved && !mayHandOver(employee)
}

/** The photo's `edited_at` when the service offers it (specification section 2) and it may be handed over, else null. */
export function toVersion(employee: PortraitState, variant: PhotoVariant): string | null {
  const { photo } = employee
  const url = variant === 'transparent' ? photo.transparent_url : photo.standard_url
  return mayHandOver(employee) && url ? photo.edited_at : null
}

export function extensionOf(variant: PhotoVariant): 'jpg' | 'png' {
  return variant === 'transparent' ? 'png' : 'jpg'
}
