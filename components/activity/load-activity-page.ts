import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome } from '#components/page/try-desk.ts'
import type { ActivityFilters } from '#lib/activity/filters.ts'
import { listActivity, listActivityActors } from '#lib/activity/list-activity.ts'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import { describeError } from '#lib/describe-error.ts'
import { toFailure } from '#lib/errors.ts'
import { getPageClient } from '#lib/handlers/page-guards.ts'
import { log } from '#lib/log.ts'
import { listProjects } from '#lib/projects/projects.ts'
import { getEnv } from '#lib/settings/env.ts'

/** The log is the desk's own and does not wait for the service: later than this, projects are told by their number. */
const NAMES_WAIT_MS = 1000

export type ProjectName = { id: number; name: string }
export type ActivityPageData = {
  page: ActivityPage
  actors: string[]
  projects: ProjectName[]
  /** For how many days entries are kept. */
  days: number
}

/** Everything that the activity page shows, or why not. */
export async function loadActivityPage(filters: ActivityFilters): Promise<Outcome<ActivityPageData>> {
  try {
    const [page, actors, projects] = await Promise.all([
      listActivity(filters),
      listActivityActors(),
      Promise.race([readProjectNames(), wait(NAMES_WAIT_MS, [])]),
    ])
    return { data: { page, actors, projects, days: getEnv().activityDays } }
  } catch (thrown) {
    log('error', 'activity_unreadable', { ...describeError(thrown) })
    return { error: toFailure(thrown) }
  }
}

async function readProjectNames(): Promise<ProjectName[]> {
  const client = await getPageClient()
  const projects = (client && (await listProjects(client).catch(() => null)))?.data ?? []
  return projects.map(({ id, name }) => ({ id, name }))
}
