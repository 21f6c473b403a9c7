import { readPeopleFilters } from '#lib/employees/read-people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { sortPeople } from '#lib/employees/sort-people.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { fileResponse } from '#lib/http/content-disposition.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { anyQuery, projectParams } from '#lib/http/path-params.ts'
import { parseInput } from '#lib/http/read-input.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { downloadList } from '#lib/projects/download-list.ts'
import { listQuerySchema, listRequestSchema } from '#lib/projects/list-contract.ts'
import { canExport } from '#lib/session/permissions.ts'

/** HEAD creates no file and no log entry, which would report a list that was not downloaded. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canExport, params: projectParams, query: anyQuery },
    async ({ request, user: actor, params, query: { format: asked, ...query }, requireClient }) => {
      const filters = readPeopleFilters(query)
      const { format } = parseInput(listQuerySchema, { format: asked })
      if (request.method === 'HEAD') return new Response(null, { headers: API_HEADERS })
      const file = await downloadList({
        client: await requireClient(),
        actor,
        ...params,
        format,
        locale: getRequestLocale(request),
        choose: everybody => selectPeople(everybody, filters).people,
        signal: request.signal,
      })
      return fileResponse(file)
    },
  ),
  POST: handler(
    { permission: canExport, params: projectParams, body: listRequestSchema },
    async ({ request, user: actor, params, body, requireClient }) => {
      const { format, sort: column, dir } = body
      const chosen = new Set(body.employee_ids)
      const file = await downloadList({
        client: await requireClient(),
        actor,
        ...params,
        format,
        locale: getRequestLocale(request),
        choose: roster =>
          sortPeople(
            roster.filter(({ id }) => chosen.has(id)),
            { roster, column, dir },
          ),
        signal: request.signal,
      })
      return fileResponse(file)
    },
  ),
})
