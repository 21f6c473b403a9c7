import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { toExport } from '#lib/exports/prepare/to-export.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { cancelJob } from '#lib/jobs/engine.ts'
import { requireJob } from '#lib/jobs/job.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canExport } from '#lib/session/permissions.ts'

const rules = { permission: canExport, params: exportParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, params, findClient }) => {
    const client = await findClient()
    await resumeForOwner(EXPORTS, user, client)
    return json({ data: toExport(await requireJob(EXPORTS, user, params.exportId), { user, client }) })
  }),
  DELETE: handler(rules, async ({ user, params }) => {
    await cancelJob(EXPORTS, await requireJob(EXPORTS, user, params.exportId), { by: user })
    return json({ data: toExport(await requireJob(EXPORTS, user, params.exportId), { user, client: null }) })
  }),
})
