import { toListResponse } from '#lib/employees/mirrored.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ reading, requireClient }) =>
    json(toListResponse(await (await requireClient()).readImageSizes(reading))),
  ),
})
