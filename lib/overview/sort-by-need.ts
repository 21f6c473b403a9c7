import type { Project } from '#lib/portrait-api/contract.ts'
import { isFinished, sortProjects } from '#lib/projects/sort-projects.ts'
import type { ProjectTask, ProjectTasks } from './contract.ts'

/** What waits for a download waits for nobody of the project: all of them have done their part. */
const DOWNLOADS: readonly ProjectTask['kind'][] = ['approved', 'undelivered']

/**
 * What needs somebody first: projects in which somebody is outstanding, the nearest deadline before the others; then those whose
 * photos only want to be downloaded, those with nothing to do, and what is over. An empty one waits for its people, and of whom
 * nobody knows yet may be outstanding.
 */
export function sortByNeed(projects: readonly Project[], tasks: ProjectTasks): Project[] {
  const toPlace = (project: Project) => (isFinished(project) ? 3 : toNeed(project, tasks[project.id]))
  return sortProjects(projects).toSorted((a, b) => toPlace(a) - toPlace(b))
}

function toNeed({ employees_count }: Project, tasks: readonly ProjectTask[] | undefined): number {
  if (!tasks || employees_count === 0) return 0
  if (tasks.length === 0) return 2
  return tasks.every(({ kind }) => DOWNLOADS.includes(kind)) ? 1 : 0
}
