import { requireOwnExport } from '#lib/exports/exports.ts'
import { resumeExport } from '#lib/exports/resume-exports.ts'
import { toExport } from '#lib/exports/to-export.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canExport, params: exportParams }, async ({ user, params, requireClient }) => {
    const client = await requireClient()
    const row = await requireOwnExport(user, params.exportId, client)
    resumeExport(row, client)
    return json({ data: toExport(row, { user, client }) })
  }),
})
