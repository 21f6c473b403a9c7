import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * One wrong list costs nobody their photo: whoever is missing in it is asked for alone, and is gone, which is null, when the
 * service knows nobody of this id (specification section 7), or shows them in another project. One that it has left out is 0.
 */
export async function findInProject(
  client: PortraitClient,
  { id, projectId }: { id: number; projectId: number },
  options?: CallOptions,
): Promise<Employee | null> {
  try {
    const found = await client.getEmployee(id, options)
    return [0, projectId].includes(found.project_id) ? found : null
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not_found') return null
    throw error
  }
}

/** Where some of a list could not be read: whoever of `wanted` is in the project, but not among those who are `known` from it. */
export async function findUnread(
  client: PortraitClient,
  { known, unreadable }: { known: ReadonlyMap<number, Employee>; unreadable: number },
  { wanted, projectId, signal }: { wanted: readonly number[]; projectId: number; signal: AbortSignal },
): Promise<Employee[]> {
  const found: Employee[] = []
  for (const id of new Set(unreadable > 0 ? wanted.filter(id => !known.has(id)) : [])) {
    const person = await findInProject(client, { id, projectId }, { signal, lane: 'background', fresh: true })
    if (person) found.push(person)
  }
  return found
}
