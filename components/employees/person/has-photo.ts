import type { Employee } from '#lib/portrait-api/contract.ts'

/** Whether the service holds any photo of this person, finished or not. */
export function hasPhoto({ uploaded_at, photo }: Pick<Employee, 'uploaded_at' | 'photo'>): boolean {
  return uploaded_at !== null || photo.edited_at !== null
}
