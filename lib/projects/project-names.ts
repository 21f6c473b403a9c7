import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'
import { listProjects } from './projects.ts'

/**
 * The activity log is the desk's own data and does not wait longer for the service; then it shows a project's number.
 */
const NAMES_WAIT_MS = 1000

export type ProjectName = { id: number; name: string }

/**
 * Returns the project names by id that the desk knows without a call. It prefers the service's last list, however old.
 * After a start, it uses the names stored by downloads, imports and deliveries.
 */
export async function findProjectNames(client: PortraitClient | null): Promise<Map<number, string>> {
  const names = await getActivityStore().listProjectNames()
  for (const { id, name } of client?.recent.lastProjects() ?? []) names.set(id, name)
  return names
}

/** The same, but may wait a moment: asks the service when not all `needed` names are known. */
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
