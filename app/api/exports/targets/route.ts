import { exportTargetSchema } from '#lib/exports/contract.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canExport }, async () =>
    json({ data: getTargets().map(target => exportTargetSchema.parse(target)) }),
  ),
})
