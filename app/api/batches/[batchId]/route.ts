import { cancelBatch, requireBatch } from '#lib/batches/batches.ts'
import { resumeForOwner } from '#lib/batches/resume-batches.ts'
import { toBatch } from '#lib/batches/to-batch.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { batchParams } from '#lib/http/path-params.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'

const rules = { permission: canEditEmployees, params: batchParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, params, findClient }) => {
    const client = await findClient()
    if (client) await resumeForOwner(user, client)
    return json({ data: await toBatch(await requireBatch(user, params.batchId)) })
  }),
  DELETE: handler(rules, async ({ user, params }) => {
    await cancelBatch(await requireBatch(user, params.batchId))
    return json({ data: await toBatch(await requireBatch(user, params.batchId)) })
  }),
})
