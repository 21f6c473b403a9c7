import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { readImportPeople } from '#lib/imports/import-people.ts'
import { canImport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canImport, params: projectParams }, async ({ params, reading, requireClient }) =>
    json(await readImportPeople(await requireClient(), params.projectId, reading)),
  ),
})
