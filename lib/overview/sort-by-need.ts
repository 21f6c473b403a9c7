import type { Project } from '#lib/portrait-api/contract.ts'
import { isFinished, sortProjects } from '#lib/projects/sort-projects.ts'
import type { ProjectTasks } from './contract.ts'

/**
 * What needs somebody first: running projects in which there is something to do, the nearest deadline before the others; then
 * those with nothing to do, and what is over. An empty one waits for its people.
 */
export function sortByNeed(projects: readonly Project[], tasks: ProjectTasks): Project[] {
  const isIdle = ({ id, employees_count }: Project) => tasks[id]?.length === 0 && employees_count !== 0
  return sortProjects(projects).toSorted(
    (a, b) => Number(isFinished(a)) - Number(isFinished(b)) || Number(isIdle(a)) - Number(isIdle(b)),
  )
}
