import { toExport } from '#lib/exports/export-job.ts'
import { cancelExport, requireExport } from '#lib/exports/exports.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canExport, params: exportParams }, async ({ user, params }) =>
    json({ data: toExport(requireExport(user, params.exportId)) }),
  ),
  DELETE: handler({ permission: canExport, params: exportParams }, async ({ user, params }) => {
    const job = requireExport(user, params.exportId)
    cancelExport(job)
    return json({ data: toExport(job) })
  }),
})
