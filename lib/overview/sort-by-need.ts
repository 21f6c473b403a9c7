import type { Project } from '#lib/portrait-api/contract.ts'
import type { ProjectStatusCounts, StatusCounts } from '#lib/projects/contract.ts'
import { isFinished, sortProjects } from '#lib/projects/sort-projects.ts'
import type { ProjectTask, ProjectTasks } from './contract.ts'

/** What waits for a download waits for nobody of the project: all of them have done their part. */
const DOWNLOADS: readonly ProjectTask['kind'][] = ['approved', 'undelivered']

/** What is known of each project, by its id. */
type Known = { tasks: ProjectTasks; counts: ProjectStatusCounts['counts'] }

const OUTSTANDING = 0
const DOWNLOAD = 1
const NOTHING = 2
const FINISHED = 3

/**
 * What needs somebody first: projects in which somebody is outstanding, the nearest deadline before the others; then those whose
 * photos only want to be downloaded, those with nothing to do, and what is over. An empty one waits for its people, and of whom
 * nobody knows yet may be outstanding. Numbers that are older than the tasks tell where those are not known.
 */
export function sortByNeed(projects: readonly Project[], { tasks, counts }: Known): Project[] {
  const place = (project: Project) => toPlace(project, tasks[project.id], counts[project.id])
  return sortProjects(projects).toSorted((a, b) => place(a) - place(b))
}

function toPlace(
  project: Project,
  tasks: readonly ProjectTask[] | undefined,
  counts: StatusCounts | undefined,
) {
  if (isFinished(project)) return FINISHED
  if (project.employees_count === 0) return OUTSTANDING
  if (tasks) {
    if (tasks.length === 0) return NOTHING
    return tasks.every(({ kind }) => DOWNLOADS.includes(kind)) ? DOWNLOAD : OUTSTANDING
  }
  if (!counts) return OUTSTANDING
  const outstanding = counts.pending + counts.retake + counts.edited
  if (outstanding > 0) return OUTSTANDING
  return counts.approved > 0 ? DOWNLOAD : NOTHING
}
