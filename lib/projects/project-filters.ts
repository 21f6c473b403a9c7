/** What a person asked the list of projects to show: all of it stands in the URL. */
import { z } from 'zod/mini'

export const PROJECT_SEARCH_MAX = 100

const projectFiltersSchema = z.object({
  q: z.catch(z.string().check(z.trim(), z.maxLength(PROJECT_SEARCH_MAX)), ''),
  archived: z.catch(
    z.pipe(
      z.literal('1'),
      z.transform(() => true),
    ),
    false,
  ),
})

export type ProjectFilters = z.infer<typeof projectFiltersSchema>

/** Never throws: what does not fit counts as not given. */
export function parseProjectFilters(
  search: URLSearchParams | Record<string, string | string[] | undefined>,
): ProjectFilters {
  return projectFiltersSchema.parse(search instanceof URLSearchParams ? Object.fromEntries(search) : search)
}
