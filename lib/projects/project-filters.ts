/** What a person asked the list of projects to show: all of it stands in the URL. */
import { z } from 'zod'

export const PROJECT_SEARCH_MAX = 100

const projectFiltersSchema = z.object({
  q: z.string().trim().max(PROJECT_SEARCH_MAX).catch(''),
  archived: z
    .literal('1')
    .transform(() => true)
    .catch(false),
})

export type ProjectFilters = z.infer<typeof projectFiltersSchema>

/** Never throws: what does not fit counts as not given. */
export function parseProjectFilters(
  search: URLSearchParams | Record<string, string | string[] | undefined>,
): ProjectFilters {
  return projectFiltersSchema.parse(search instanceof URLSearchParams ? Object.fromEntries(search) : search)
}
