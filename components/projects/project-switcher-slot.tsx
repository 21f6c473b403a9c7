import { getPageClient } from '#lib/handlers/page-guards.ts'
import { showProjects } from '#lib/projects/projects.ts'
import { ProjectSwitcher } from './project-switcher.tsx'

/** Waits for the projects, which the page itself reads at the same time: both together cost one call at most. */
export async function ProjectSwitcherSlot() {
  const client = await getPageClient()
  const projects = client ? ((await showProjects(client).catch(() => null))?.data ?? []) : []
  return projects.length > 0 ? <ProjectSwitcher projects={projects} /> : null
}
