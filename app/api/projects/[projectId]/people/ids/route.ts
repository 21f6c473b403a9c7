import { listPeopleIds } from '#lib/employees/people-page.ts'
import { readPeopleFilters } from '#lib/employees/read-people-filters.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { anyQuery, projectParams } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: projectParams, query: anyQuery },
    async ({ params, query, requireClient }) => {
      const filters = readPeopleFilters(query)
      return json({ data: await listPeopleIds(await requireClient(), params.projectId, filters) })
    },
  ),
})
