/** The activity page's state in the URL; the list, the CSV and the page read it by the same schema. */
import { z } from 'zod'
import { ACTIVITY_ACTIONS } from './contract.ts'

export const ACTIVITY_PER_PAGE = 50

const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** Strict, for handlers: what is misspelt is refused. */
export const activityQuerySchema = z.strictObject({
  /** E-mail of who did it. */
  actor: z.string().min(1).max(255).optional(),
  action: z.enum(ACTIVITY_ACTIONS).optional(),
  employee: number.optional(),
  project: number.optional(),
  /** Days, both of them included, in the desk's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  page: number.optional(),
})

const { shape } = activityQuerySchema
const pageSchema = z.object({
  actor: shape.actor.catch(undefined),
  action: shape.action.catch(undefined),
  employee: shape.employee.catch(undefined),
  project: shape.project.catch(undefined),
  from: shape.from.catch(undefined),
  to: shape.to.catch(undefined),
  page: shape.page.catch(undefined),
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
  for (const name of activityQuerySchema.keyof().options) {
    const value = filters[name]
    if (value !== undefined && !(name === 'page' && value === 1)) search.set(name, String(value))
  }
  return search.toString()
}

/** Whether anything may be hidden by a filter. */
export function isActivityFiltered({ page: _page, ...filters }: ActivityFilters): boolean {
  return Object.values(filters).some(value => value !== undefined)
}
