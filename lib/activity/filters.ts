/** The activity page's state in the URL; the list, the CSV and the page read it by the same schema. */
import { z } from 'zod/mini'
import { ACTIVITY_ACTIONS } from '#lib/contracts/activity.ts'
import { idText } from '#lib/http/path-params.ts'

export const ACTIVITY_PER_PAGE = 50

/** Strict, for handlers: what is misspelt is refused. */
export const activityQuerySchema = z.strictObject({
  /** E-mail of who did it. */
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  action: z.optional(z.enum(ACTIVITY_ACTIONS)),
  employee: z.optional(idText),
  project: z.optional(idText),
  /** Days, both of them included, in the desk's time zone. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  page: z.optional(idText),
})

const { shape } = activityQuerySchema
const pageSchema = z.object({
  actor: z.catch(shape.actor, undefined),
  action: z.catch(shape.action, undefined),
  employee: z.catch(shape.employee, undefined),
  project: z.catch(shape.project, undefined),
  from: z.catch(shape.from, undefined),
  to: z.catch(shape.to, undefined),
  page: z.catch(shape.page, undefined),
})

export type ActivityFilters = z.infer<typeof activityQuerySchema>

/** Never throws: what a person mistyped in the address bar counts as not given, and of repeated values the last counts. */
export function parseActivityFilters(
  searchParams: Record<string, string | string[] | undefined>,
): ActivityFilters {
  const given = Object.entries(searchParams).map(([name, value]) => [
    name,
    // An emptied field of the filter form arrives as the empty text.
    (Array.isArray(value) ? value.at(-1) : value) || undefined,
  ])
  return pageSchema.parse(Object.fromEntries(given))
}

/** The shortest query string of these filters. */
export function toActivitySearch(filters: ActivityFilters): string {
  const search = new URLSearchParams()
  for (const name of z.keyof(activityQuerySchema).options) {
    const value = filters[name]
    if (value !== undefined && !(name === 'page' && value === 1)) search.set(name, String(value))
  }
  return search.toString()
}

/** Whether anything may be hidden by a filter. */
export function isActivityFiltered({ page: _page, ...filters }: ActivityFilters): boolean {
  return Object.values(filters).some(value => value !== undefined)
}
