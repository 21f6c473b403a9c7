import type { Project } from '#lib/portrait-api/contract.ts'
import { toKnownProjectStatus } from '#lib/portrait-api/terms.ts'
import type { ProjectStatusCounts, StatusCounts } from '#lib/projects/contract.ts'
import { isFinished, sortProjects } from '#lib/projects/sort-projects.ts'
import type { ProjectTask, ProjectTasks } from './contract.ts'

/** What waits for a download waits for nobody of the project: all of them have done their part. */
const DOWNLOADS: readonly ProjectTask['kind'][] = ['approved', 'undelivered']
const NO_PHOTO: readonly ProjectTask['kind'][] = ['pending', 'uninvited']
/** What numbers tell, too. */
const COUNTED = ['pending', 'retake', 'edited', 'approved'] as const satisfies ProjectTask['kind'][]

/** What is known of each project, by its id. */
type Known = { tasks: ProjectTasks; counts: ProjectStatusCounts['counts'] }

const OUTSTANDING = 0
const DOWNLOAD = 1
const BEGINNING = 2
const NOTHING = 3
const FINISHED = 4

/**
 * What needs somebody first: projects in which somebody is outstanding, the nearest deadline before the others; then those whose
 * photos only want to be downloaded, those that have not begun (empty ones, and drafts without a photo), those with nothing to do,
 * and what is over. Of whom nobody knows yet may be outstanding. Numbers that are older than the tasks tell where those are not known.
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
  if (project.employees_count === 0) return BEGINNING
  const isDraft = toKnownProjectStatus(project.status) === 'draft'
  const kinds = tasks?.map(({ kind }) => kind) ?? (counts && COUNTED.filter(status => counts[status] > 0))
  if (!kinds) return isDraft ? BEGINNING : OUTSTANDING
  // Nobody waits for the photos of a draft yet.
  const needs = isDraft ? kinds.filter(kind => !NO_PHOTO.includes(kind)) : kinds
  if (needs.some(kind => !DOWNLOADS.includes(kind))) return OUTSTANDING
  if (needs.length > 0) return DOWNLOAD
  return kinds.length > 0 ? BEGINNING : NOTHING
}
