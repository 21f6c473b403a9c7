import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * Confirms an employee who is missing in a list, because one wrong list must not cost a photo. Returns null when the
 * service answers 404 (specification section 7), or shows them in another project. Project 0 means that the service
 * sent none.
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

/** Finds those of `wanted` who are in the project but missing in `known`, when the list had unreadable records. */
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
