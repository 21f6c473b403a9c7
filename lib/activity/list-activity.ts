import 'server-only'
import { getEnv } from '#lib/settings/env.ts'
import { type ActivityQuestion, getActivityStore } from '#lib/store/activity-store.ts'
import type { Activity, ActivityPage } from './contract.ts'
import { startOfDay } from './days.ts'
import { ACTIVITY_PER_PAGE, type ActivityFilters } from './filters.ts'

/** Entries read at once for the CSV: however long the log is, no more of it is in memory. */
const CSV_CHUNK = 500
/** What takes a photo out of the desk. */
const TAKES_PHOTOS = ['photo_downloaded', 'export_downloaded'] as const
const DOWNLOADS_MAX = 200

/** One page of the log, newest first. */
export async function listActivity({ page = 1, ...filters }: ActivityFilters): Promise<ActivityPage> {
  const store = getActivityStore()
  const question = toQuestion(filters)
  const total = await store.count(question)
  const data = await store.list(question, {
    limit: ACTIVITY_PER_PAGE,
    offset: (page - 1) * ACTIVITY_PER_PAGE,
  })
  const last = Math.max(1, Math.ceil(total / ACTIVITY_PER_PAGE))
  return { data, meta: { current_page: page, last_page: last, per_page: ACTIVITY_PER_PAGE, total } }
}

/** The whole log that the filters let through, newest first, read while it is taken. */
export async function* readActivity(filters: ActivityFilters): AsyncGenerator<Activity[]> {
  const question = toQuestion(filters)
  for (let below: number | undefined; ; ) {
    const chunk = await getActivityStore().list(question, {
      limit: CSV_CHUNK,
      ...(below !== undefined && { below }),
    })
    if (chunk.length > 0) yield chunk
    below = chunk.at(-1)?.id
    if (chunk.length < CSV_CHUNK || below === undefined) return
  }
}

/** Where this person's photo went, newest first: single downloads, and archives that held it. */
export function listPhotoDownloads(employeeId: number): Promise<Activity[]> {
  return getActivityStore().list({ employee: employeeId, actions: TAKES_PHOTOS }, { limit: DOWNLOADS_MAX })
}

export function listActivityActors(): Promise<string[]> {
  return getActivityStore().listActors()
}

function toQuestion({ actor, action, employee, project, from, to }: ActivityFilters): ActivityQuestion {
  const { timeZone } = getEnv()
  return {
    actor,
    employee,
    project,
    ...(action && { actions: [action] }),
    ...(from && { from: startOfDay(from, { timeZone }) }),
    ...(to && { before: startOfDay(to, { timeZone, plusDays: 1 }) }),
  }
}
