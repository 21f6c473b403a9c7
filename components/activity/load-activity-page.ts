import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
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
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { listProjects } from '#lib/projects/projects.ts'
import { getEnv } from '#lib/settings/env.ts'

/** The log is the desk's own and does not wait for the service: later than this, projects are told by their number. */
const NAMES_WAIT_MS = 1000

export type TargetName = Pick<ExportTarget, 'id' | 'name'>
export type ProjectName = { id: number; name: string }
/** Whom the filters mean: somebody whose id stands in the address, or those whom a search has found. */
export type FilteredPeople = { name: string | null; found: string[] }

export type ActivityPageData = {
  page: ActivityPage
  actors: string[]
  projects: ProjectName[]
  targets: TargetName[]
  people: FilteredPeople
  /** For how many days entries are kept. */
  days: number
}

/** Everything that the activity page shows, or why not. */
export async function loadActivityPage(filters: ActivityFilters): Promise<Outcome<ActivityPageData>> {
  try {
    const { employee, q } = filters
    const client = await getPageClient()
    const found = q === undefined ? undefined : await findInActivity(q, client)
    const [page, actors, name, projects] = await Promise.all([
      listActivity(filters, found && [...found.keys()]),
      listActivityActors(),
      employee === undefined ? null : nameInActivity(employee, client),
      Promise.race([readProjectNames(client), wait(NAMES_WAIT_MS, [])]),
    ])
    const targets = getTargets().map(({ id, name }) => ({ id, name }))
    const people = { name, found: [...(found?.values() ?? [])] }
    return { data: { page, actors, projects, targets, people, days: getEnv().activityDays } }
  } catch (thrown) {
    log('error', 'activity_unreadable', { ...describeError(thrown) })
    return { error: toFailure(thrown) }
  }
}

async function readProjectNames(client: PortraitClient | null): Promise<ProjectName[]> {
  const projects = (client && (await listProjects(client).catch(() => null)))?.data ?? []
  return projects.map(({ id, name }) => ({ id, name }))
}
