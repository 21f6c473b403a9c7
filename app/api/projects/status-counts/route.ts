import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { statusCountsQuerySchema } from '#lib/projects/contract.ts'
import { selectProjects } from '#lib/projects/project-filters.ts'
import { listKnownProjects } from '#lib/projects/projects.ts'
import { peekStatusCounts } from '#lib/projects/status-counts.ts'
import { canView } from '#lib/session/permissions.ts'

/** Answers at once with cached counts; the page asks again while `complete` is false. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, query: statusCountsQuerySchema },
    async ({ query, reading: { signal }, requireClient }) => {
      const client = await requireClient()
      const projects = await listKnownProjects(client, { signal })
      const shown = selectProjects(projects, { q: '', archived: query.archived === '1' })
      return json({ data: peekStatusCounts(client, shown) })
    },
  ),
})
