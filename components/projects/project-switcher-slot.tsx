import { getPageClient } from '#lib/handlers/page-guards.ts'
import { ProjectSwitcher } from './project-switcher.tsx'

/**
 * Waits for the projects, which the page itself reads at the same moment: together that is one call at most. While the service does
 * not answer, those that it listed last lead to people whom the desk still knows.
 */
export async function ProjectSwitcherSlot() {
  const client = await getPageClient()
  const list = await client?.listProjects().catch(() => null)
  const projects = list?.data ?? client?.recent.lastProjects() ?? []
  return projects.length > 0 ? <ProjectSwitcher projects={projects} /> : null
}
