import { cancelExport, requireExport } from '#lib/exports/exports.ts'
import { resumeForOwner } from '#lib/exports/resume-exports.ts'
import { toExport } from '#lib/exports/to-export.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'

const rules = { permission: canExport, params: exportParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, params, findClient }) => {
    const client = await findClient()
    if (client) await resumeForOwner(user, client)
    return json({ data: toExport(await requireExport(user, params.exportId), { user, client }) })
  }),
  DELETE: handler(rules, async ({ user, params }) => {
    await cancelExport(await requireExport(user, params.exportId))
    return json({ data: toExport(await requireExport(user, params.exportId), { user, client: null }) })
  }),
})
