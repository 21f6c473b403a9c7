import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { everywhereQuerySchema } from '#lib/projects/contract.ts'
import { findEverywhere } from '#lib/projects/find-everywhere.ts'
import { listProjects } from '#lib/projects/projects.ts'
import { canView } from '#lib/session/permissions.ts'

/** Answers at once with the cached employees; the page asks again while `complete` is false. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, query: everywhereQuerySchema },
    async ({ query, reading: { signal }, requireClient }) => {
      const client = await requireClient()
      const { data: projects } = await listProjects(client, { signal })
      return json(findEverywhere(client, { projects, query: query.q }))
    },
  ),
})
