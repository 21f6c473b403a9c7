import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'
import { listProjects } from './projects.ts'

/** The log is the desk's own and does not wait for the service: later than this, a project is told by its number. */
const NAMES_WAIT_MS = 1000

export type ProjectName = { id: number; name: string }

/**
 * What projects are called, by id, as far as the desk knows it without a call: as the service listed them last, however long
 * ago; else, after a start, as a download, an import or a delivery has noted them.
 */
export async function findProjectNames(client: PortraitClient | null): Promise<Map<number, string>> {
  const names = await getActivityStore().listProjectNames()
  for (const { id, name } of client?.recent.lastProjects() ?? []) names.set(id, name)
  return names
}

/** The same for whoever waits a moment: the service is asked where the desk does not know all that are `needed`. */
export async function nameProjects(
  needed: readonly number[],
  client: PortraitClient | null,
): Promise<ProjectName[]> {
  const names = await findProjectNames(client)
  if (client && (!client.recent.lastProjects() || needed.some(id => !names.has(id)))) {
    const asked = listProjects(client).catch(() => null)
    const isKnown = needed.length > 0 && needed.every(id => names.has(id))
    const answer = await Promise.race([asked, wait(isKnown ? 0 : NAMES_WAIT_MS, null, { ref: false })])
    for (const { id, name } of answer?.data ?? []) names.set(id, name)
  }
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
