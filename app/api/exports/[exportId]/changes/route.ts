import { readChanges } from '#lib/exports/plan/export-changes.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { requireJob } from '#lib/jobs/job.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canExport, params: exportParams }, async ({ user, params, requireClient }) => {
    const row = await requireJob(EXPORTS, user, params.exportId)
    return json(await readChanges(await requireClient(), row))
  }),
})
