import 'server-only'
import { DeskError, type ErrorCode, SERVICE_AWAY, toDeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Project, ProjectList } from '#lib/portrait-api/contract.ts'

/** Who looks at something that is known does not wait so long for something newer. */
const SOON_MS = 2_000
/** Over by itself after a while; until then, what the service has said last is of more use than a sentence. */
const PASSING = new Set<ErrorCode>([...SERVICE_AWAY, 'bad_service_answer'])

export function listProjects(client: PortraitClient, options?: CallOptions): Promise<ProjectList> {
  return client.listProjects(options)
}

/**
 * As the service has listed them last, which any page of projects does; it is asked, when it has time, only where nobody knows. Whoever
 * wants to know what is to be done waits for no download.
 */
export async function listKnownProjects(client: PortraitClient, options: CallOptions): Promise<Project[]> {
  return client.recent.lastProjects() ?? (await client.listProjects({ ...options, lane: 'idle' })).data
}

/** The service has no call for a single project, so it is looked up in the list. Throws `not_found`. */
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
 * All projects for a page that somebody wants to see: while the service has no time, or does not answer, as it listed them last.
 * The page's header says how the service is. Throws what a call throws while nothing is known.
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

/** The same for one of them. Throws `not_found` when the service, asked now, does not list it. */
export async function showProject(client: PortraitClient, projectId: number): Promise<Project> {
  const { data } = await showProjects(client)
  return data.find(({ id }) => id === projectId) ?? requireProject(client, projectId)
}
