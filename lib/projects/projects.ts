import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Project, ProjectList } from '#lib/portrait-api/contract.ts'

export function listProjects(client: PortraitClient, options?: CallOptions): Promise<ProjectList> {
  return client.listProjects(options)
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
