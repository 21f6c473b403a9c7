import { BATCHES } from '#lib/batches/batch-job.ts'
import { listOwnBatches, toBatch } from '#lib/batches/batches.ts'
import { batchRequestSchema } from '#lib/batches/contract.ts'
import { startBatch } from '#lib/batches/start-batch.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { batchListQuery } from '#lib/http/path-params.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canEditEmployees, query: batchListQuery },
    async ({ user, query, findClient }) => {
      await resumeForOwner(BATCHES, user, await findClient())
      const rows = await listOwnBatches(user, query.project_id)
      return json({ data: await Promise.all(rows.map(toBatch)) })
    },
  ),
  POST: handler(
    { permission: canEditEmployees, body: batchRequestSchema },
    async ({ user, body, requireClient }) => {
      const row = await startBatch(await requireClient(), body, user)
      return json({ data: await toBatch(row) }, 201)
    },
  ),
})
