import 'server-only'
import { type Activity, type ActivityPage, activitySchema } from '#lib/contracts/activity.ts'
import { getEnv } from '#lib/settings/env.ts'
import { type ActivityQuestion, type ActivityRange, getActivityStore } from '#lib/store/activity-store.ts'
import { ACTIVITY_PER_PAGE, type ActivityFilters } from './filters.ts'

/** Entries read at once for the CSV: however long the log is, no more of it is in memory. */
const CSV_CHUNK = 500
/** What takes a photo out of the desk. */
const TAKES_PHOTOS = ['photo_downloaded', 'export_downloaded'] as const
const DOWNLOADS_MAX = 200

/** One page of the log, newest first. */
export async function listActivity({ page = 1, ...filters }: ActivityFilters): Promise<ActivityPage> {
  const question = toQuestion(filters)
  const total = await getActivityStore().count(question)
  const data = await listEntries(question, {
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
    const chunk = await listEntries(question, {
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
  return listEntries({ employee: employeeId, actions: TAKES_PHOTOS }, { limit: DOWNLOADS_MAX })
}

export function listActivityActors(): Promise<string[]> {
  return getActivityStore().listActors()
}

async function listEntries(question: ActivityQuestion, range: ActivityRange): Promise<Activity[]> {
  const entries = await getActivityStore().list(question, range)
  return entries.map(entry => activitySchema.parse(entry))
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

/**
 * The moment at which a calendar day begins in a time zone, as ISO 8601 in UTC; `plusDays` names a later day. Days of
 * 23 and 25 hours come out right, because the offset is asked again at the moment that the first one led to.
 */
export function startOfDay(
  date: string,
  { timeZone, plusDays = 0 }: { timeZone: string; plusDays?: number },
): string {
  const midnight = new Date(`${date}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + plusDays)
  const guess = midnight.getTime() - offsetMs(midnight.getTime(), timeZone)
  return new Date(midnight.getTime() - offsetMs(guess, timeZone)).toISOString()
}

/** How far the clocks of this zone are ahead of UTC at a moment. */
function offsetMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(part => part.type === type)?.value)
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return local - Math.floor(moment / 1000) * 1000
}
