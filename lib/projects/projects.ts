import 'server-only'
import { DeskError, type ErrorCode, SERVICE_AWAY, toDeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Project, ProjectList } from '#lib/portrait-api/contract.ts'

/** The longest wait for newer data when cached data can be shown. */
const SOON_MS = 2_000
/** Errors that pass by themselves; until then, the last list is more useful than an error message. */
const PASSING = new Set<ErrorCode>([...SERVICE_AWAY, 'bad_service_answer'])

export function listProjects(client: PortraitClient, options?: CallOptions): Promise<ProjectList> {
  return client.listProjects(options)
}

/**
 * Returns the service's last list, which any page of projects updates. Without one, it asks the service in the idle
 * lane. A page about tasks must not wait for a download.
 */
export async function listKnownProjects(client: PortraitClient, options: CallOptions): Promise<Project[]> {
  return client.recent.lastProjects() ?? (await client.listProjects({ ...options, lane: 'idle' })).data
}

/** Looks the project up in the list, because the service has no endpoint for a single project. Throws `not_found`. */
export async function requireProject(
  client: PortraitClient,
  projectId: number,
  options?: CallOptions,
): Promise<Project> {
  const { data: projects } = await client.listProjects(options)
  const project = projects.find(({ id }) => id === projectId)
  if (!project) throw new DeskError('not_found')
  return project
}

/**
 * Returns all projects for a page. While the service is busy or unavailable, returns its last list; the page's header
 * shows the state of the service. Throws the call's error when no list is cached.
 */
export async function showProjects(client: PortraitClient): Promise<ProjectList> {
  const projects = client.recent.lastProjects()
  const known = projects && { data: projects, unreadable: 0 }
  if (known && client.budget.state().nextFreeMs >= SOON_MS) return known
  return client.listProjects().catch((thrown: unknown) => {
    if (!known || !PASSING.has(toDeskError(thrown).code)) throw thrown
    return known
  })
}

/** The same for one project. Throws `not_found` when the service, asked now, does not list it. */
export async function showProject(client: PortraitClient, projectId: number): Promise<Project> {
  const { data } = await showProjects(client)
  return data.find(({ id }) => id === projectId) ?? requireProject(client, projectId)
}
