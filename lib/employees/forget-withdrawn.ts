import 'server-only'
import { forgetPhotos } from '#lib/photos/photo-store.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** Records that were looked at; a person of whom anything changes is a new record. */
const seen = new WeakSet<Employee>()

/** A photo whose approval was withdrawn leaves the desk's disk as soon as the desk hears of it. */
export async function forgetWithdrawn(client: PortraitClient, employees: readonly Employee[]): Promise<void> {
  const withdrawn = employees.filter(employee => !employee.photo.approved && !seen.has(employee))
  await Promise.all(withdrawn.map(({ id }) => forgetPhotos(client, id)))
  for (const employee of withdrawn) seen.add(employee)
}
