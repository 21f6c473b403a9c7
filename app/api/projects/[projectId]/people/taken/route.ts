import { findTaken } from '#lib/employees/find-taken.ts'
import { takenQuerySchema } from '#lib/employees/taken-contract.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: projectParams, query: takenQuerySchema },
    async ({ params, query, requireClient }) =>
      json({ data: findTaken(await requireClient(), params.projectId, query) }),
  ),
})
