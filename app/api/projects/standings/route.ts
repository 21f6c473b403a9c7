import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { standingsQuerySchema } from '#lib/projects/contract.ts'
import { listProjects } from '#lib/projects/projects.ts'
import { selectProjects } from '#lib/projects/select-projects.ts'
import { peekStandings } from '#lib/projects/standings.ts'
import { canView } from '#lib/session/permissions.ts'

/** Answers at once with what is known; the page asks again while `complete` is false. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, query: standingsQuerySchema },
    async ({ query, reading: { signal }, requireClient }) => {
      const client = await requireClient()
      const { data: projects } = await listProjects(client, { signal, lane: 'idle' })
      const shown = selectProjects(projects, { q: '', archived: query.archived === '1' })
      return json({ data: peekStandings(client, shown) })
    },
  ),
})
