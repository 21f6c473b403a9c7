import { readChanges } from '#lib/exports/export-changes.ts'
import { requireExport } from '#lib/exports/exports.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canExport, params: exportParams }, async ({ user, params, requireClient }) => {
    const row = await requireExport(user, params.exportId)
    return json(await readChanges(await requireClient(), row))
  }),
})
