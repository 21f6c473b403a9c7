import 'server-only'
import { z } from 'zod/mini'
import { type Activity, type ActivityPage, activitySchema } from '#lib/contracts/activity.ts'
import { idText } from '#lib/http/path-params.ts'
import { readEach } from '#lib/read-each.ts'
import { getEnv } from '#lib/settings/env.ts'
import { startOfDay } from '#lib/start-of-day.ts'
import type { ActivityQuestion } from '#lib/store/activity-question.ts'
import { type ActivityRange, getActivityStore } from '#lib/store/activity-store.ts'
import { ACTIVITY_ACTIONS } from '#lib/store/enums.ts'
import { ACTIVITY_PER_PAGE, ACTOR_MAX, type ActivityFilters, BULK_MAX, SEARCH_MAX } from './filters.ts'

/** Entries per read for the CSV: memory use does not depend on the length of the log. */
const CSV_CHUNK = 500
/** Actions that take a photo out of the desk. */
const TAKES_PHOTOS = ['photo_downloaded', 'export_downloaded'] as const
const DOWNLOADS_MAX = 200

/** Query of the API, with the filters of the page. Invalid values are refused. */
export const activityQuerySchema = z.strictObject({
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(ACTOR_MAX))),
  action: z.optional(z.enum(ACTIVITY_ACTIONS)),
  employee: z.optional(idText),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(SEARCH_MAX))),
  bulk: z.optional(z.string().check(z.minLength(1), z.maxLength(BULK_MAX))),
  project: z.optional(idText),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  page: z.optional(idText),
})

/**
 * Returns one page of the log, newest first. A change to many people is one entry, unless the filters ask for it or for
 * certain people. `people`: the ids that the filter `q` has found.
 */
export async function listActivity(
  { page = 1, ...filters }: ActivityFilters,
  people?: readonly number[],
): Promise<ActivityPage> {
  const { employee, q, bulk } = filters
  const together = employee === undefined && q === undefined && bulk === undefined
  const question = { ...toQuestion(filters, people), together }
  const total = await getActivityStore().count(question)
  const entries = await listEntries(question, {
    limit: ACTIVITY_PER_PAGE,
    offset: (page - 1) * ACTIVITY_PER_PAGE,
  })
  const data = together ? await countBulks(entries) : entries
  const last = Math.max(1, Math.ceil(total / ACTIVITY_PER_PAGE))
  return { data, meta: { current_page: page, last_page: last, per_page: ACTIVITY_PER_PAGE, total } }
}

/** Adds the number of people to each change to many, where there is more than one. */
async function countBulks(entries: Activity[]): Promise<Activity[]> {
  const ids = entries.flatMap(({ details }) => details.bulk?.id ?? [])
  if (ids.length === 0) return entries
  const counts = await getActivityStore().countBulks(ids)
  return entries.map(entry => {
    const count = counts.find(({ id, action }) => id === entry.details.bulk?.id && action === entry.action)
    if (!count || count.people < 2) return entry
    return { ...entry, bulk: { people: count.people, uncertain: count.uncertain } }
  })
}

/** Streams all entries that match the filters, newest first, with one entry for each person of a change to many. */
export function readActivity(
  filters: ActivityFilters,
  people?: readonly number[],
): AsyncGenerator<Activity[]> {
  return readEntries(toQuestion(filters, people))
}

async function* readEntries(question: ActivityQuestion): AsyncGenerator<Activity[]> {
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

/** Lists the downloads of this person's photo, newest first: single ones, and archives that contained it. */
export function listPhotoDownloads(employeeId: number): Promise<Activity[]> {
  return listEntries({ employee: employeeId, actions: TAKES_PHOTOS }, { limit: DOWNLOADS_MAX })
}

/** Lists the downloads that contained these people, newest first. */
export async function listHandedOut(
  employees: readonly number[],
): Promise<{ employee_id: number; entry: Activity }[]> {
  const wanted = new Set(employees)
  const question = { employees, actions: TAKES_PHOTOS }
  const found: { employee_id: number; entry: Activity }[] = []
  for await (const entries of readEntries(question)) {
    const people = await getActivityStore().listPeopleOf(entries.map(({ id }) => id))
    for (const entry of entries)
      for (const employee_id of people.get(entry.id) ?? [])
        if (wanted.has(employee_id)) found.push({ employee_id, entry })
  }
  return found
}

/** Returns when the desk created this employee, as ISO 8601; null when the log does not say. */
export async function findAdded(employeeId: number): Promise<string | null> {
  const question = { employee: employeeId, actions: ['employees_created'] }
  return (await listEntries(question, { limit: 1 }))[0]?.at ?? null
}

/**
 * Returns when the desk created the first of these employees of a project, as ISO 8601; null when the log has none of
 * them.
 */
export async function findFirstAdded(project: number, employees: readonly number[]): Promise<string | null> {
  const question = { project, employees, actions: ['employees_created'] }
  const count = await getActivityStore().count(question)
  return count === 0 ? null : ((await listEntries(question, { limit: 1, offset: count - 1 }))[0]?.at ?? null)
}

export function listActivityActors(): Promise<string[]> {
  return getActivityStore().listActors()
}

async function listEntries(question: ActivityQuestion, range: ActivityRange): Promise<Activity[]> {
  const entries = await getActivityStore().list(question, range)
  return readEach('activity', entries, entry => activitySchema.parse(entry))
}

function toQuestion(
  { actor, action, employee, q, bulk, project, from, to }: ActivityFilters,
  people: readonly number[] = [],
): ActivityQuestion {
  const { timeZone } = getEnv()
  return {
    actor,
    employee,
    bulk,
    project,
    ...(q !== undefined && { employees: people }),
    ...(action && { actions: [action] }),
    ...(from && { from: startOfDay(from, { timeZone }) }),
    ...(to && { before: startOfDay(to, { timeZone, plusDays: 1 }) }),
  }
}
