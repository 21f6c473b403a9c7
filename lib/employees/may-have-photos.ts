import type { Employee } from '#lib/portrait-api/contract.ts'

/** An employee as named by a page or a complete list. */
export type KnownPhoto = { id: number; approved: boolean }

/**
 * True when any of these employees may have an approved photo; false only when all are known and none has one. When two
 * answers of different age disagree, the approval counts.
 */
export function mayHavePhotos(people: readonly number[], known: readonly KnownPhoto[]): boolean {
  const isApproved = new Map<number, boolean>()
  for (const { id, approved } of known) isApproved.set(id, approved || isApproved.get(id) === true)
  return people.some(id => isApproved.get(id) !== false)
}

/** True when the service has any photo of this employee, finished or not. */
export function hasPhoto({ uploaded_at, photo }: Pick<Employee, 'uploaded_at' | 'photo'>): boolean {
  return uploaded_at !== null || photo.edited_at !== null
}
