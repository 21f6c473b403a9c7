import { z } from 'zod/mini'

const PAGE_MAX = 1_000_000

const searchSchema = z.object({
  page: z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)), 1),
})

/** Never throws: what a person mistyped in the address bar counts as not given. */
export function parseExportsPage(search: Record<string, string | string[] | undefined>): number {
  return searchSchema.parse(search).page
}
