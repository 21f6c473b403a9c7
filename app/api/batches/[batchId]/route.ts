import { BATCHES } from '#lib/batches/batch-job.ts'
import { toBatch } from '#lib/batches/batches.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { batchParams } from '#lib/http/path-params.ts'
import { cancelJob } from '#lib/jobs/engine.ts'
import { requireJob } from '#lib/jobs/job.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'

const rules = { permission: canEditEmployees, params: batchParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, params, findClient }) => {
    await resumeForOwner(BATCHES, user, await findClient())
    return json({ data: await toBatch(await requireJob(BATCHES, user, params.batchId)) })
  }),
  DELETE: handler(rules, async ({ user, params }) => {
    await cancelJob(BATCHES, await requireJob(BATCHES, user, params.batchId), { by: user })
    return json({ data: await toBatch(await requireJob(BATCHES, user, params.batchId)) })
  }),
})
