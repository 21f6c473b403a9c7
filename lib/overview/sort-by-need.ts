import type { Project } from '#lib/portrait-api/contract.ts'
import { toKnownProjectStatus } from '#lib/portrait-api/terms.ts'
import type { ProjectStatusCounts, StatusCounts } from '#lib/projects/contract.ts'
import { isFinished, sortProjects } from '#lib/projects/sort-projects.ts'
import type { ProjectTask, ProjectTasks } from './contract.ts'

/** Tasks in which no employee is outstanding: everyone has done their part, and only the download is missing. */
const DOWNLOADS: readonly ProjectTask['kind'][] = ['approved', 'undelivered']
const NO_PHOTO: readonly ProjectTask['kind'][] = ['pending', 'uninvited']
/** Task kinds that follow from the status counts alone. */
const COUNTED = ['pending', 'retake', 'edited', 'approved'] as const satisfies ProjectTask['kind'][]

/** The known tasks and counts, by project id. */
type Known = { tasks: ProjectTasks; counts: ProjectStatusCounts['counts'] }

const OUTSTANDING = 0
const DOWNLOAD = 1
const BEGINNING = 2
const NOTHING = 3
const FINISHED = 4

/**
 * Sorts projects by urgency: first those with outstanding employees, the nearest deadline first. Then come projects
 * with photos to download, projects not started (empty ones, and drafts without a photo), those without tasks, and
 * finished ones. A project that is not read yet counts as outstanding. Status counts, which may be older, are used when
 * the tasks are unknown.
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
  // Photos of a draft are not expected yet.
  const needs = isDraft ? kinds.filter(kind => !NO_PHOTO.includes(kind)) : kinds
  if (needs.some(kind => !DOWNLOADS.includes(kind))) return OUTSTANDING
  if (needs.length > 0) return DOWNLOAD
  return kinds.length > 0 ? BEGINNING : NOTHING
}
