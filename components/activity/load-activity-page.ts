import 'server-only'
import type { Outcome } from '#components/page/try-desk.ts'
import type { ActivityFilters } from '#lib/activity/filters.ts'
import { listActivity, listActivityActors } from '#lib/activity/list-activity.ts'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import { describeError } from '#lib/describe-error.ts'
import { toFailure } from '#lib/errors.ts'
import type { ExportTarget } from '#lib/exports/contract.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { getPageClient } from '#lib/handlers/page-guards.ts'
import { log } from '#lib/log.ts'
import { findInActivity, nameInActivity } from '#lib/personal-data/find-in-activity.ts'
import { nameProjects, type ProjectName } from '#lib/projects/project-names.ts'
import { getEnv } from '#lib/settings/env.ts'

export type TargetName = Pick<ExportTarget, 'id' | 'name'>
export type { ProjectName }
/** Employees that the filters select: the employee whose id is in the address, or those found by a search. */
export type FilteredPeople = { name: string | null; found: string[] }

export type ActivityPageData = {
  page: ActivityPage
  actors: string[]
  projects: ProjectName[]
  targets: TargetName[]
  people: FilteredPeople
  /** Number of days for which entries are kept. */
  days: number
  /** Number of days for which entries may name a deleted employee. */
  goneDays: number
}

/** Loads everything that the activity page shows, or the failure. */
export async function loadActivityPage(filters: ActivityFilters): Promise<Outcome<ActivityPageData>> {
  try {
    const { employee, q } = filters
    const client = await getPageClient()
    const found = q === undefined ? undefined : await findInActivity(q, client)
    const [page, actors, name] = await Promise.all([
      listActivity(filters, found && [...found.keys()]),
      listActivityActors(),
      employee === undefined ? null : nameInActivity(employee, client),
    ])
    const projects = await nameProjects(
      page.data.flatMap(({ project }) => project ?? []),
      client,
    )
    const targets = getTargets().map(({ id, name }) => ({ id, name }))
    const people = { name, found: [...(found?.values() ?? [])] }
    const { activityDays: days, goneDays } = getEnv()
    return { data: { page, actors, projects, targets, people, days, goneDays } }
  } catch (thrown) {
    log('error', 'activity_unreadable', { ...describeError(thrown) })
    return { error: toFailure(thrown) }
  }
}
