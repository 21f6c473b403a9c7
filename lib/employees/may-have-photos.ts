import type { Employee } from '#lib/portrait-api/contract.ts'

/** Somebody as a page or a list of all has named them. */
export type KnownPhoto = { id: number; approved: boolean }

/**
 * Whether there may be an approved photo among these people: false when each of them is known, and nobody has one. Where two
 * answers of different age disagree, the photo counts.
 */
export function mayHavePhotos(people: readonly number[], known: readonly KnownPhoto[]): boolean {
  const isApproved = new Map<number, boolean>()
  for (const { id, approved } of known) isApproved.set(id, approved || isApproved.get(id) === true)
  return people.some(id => isApproved.get(id) !== false)
}

/** Whether the service holds any photo of this person, finished or not. */
export function hasPhoto({ uploaded_at, photo }: Pick<Employee, 'uploaded_at' | 'photo'>): boolean {
  return uploaded_at !== null || photo.edited_at !== null
}
