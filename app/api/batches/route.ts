import { toBatch } from '#lib/batches/batches.ts'
import { batchRequestSchema } from '#lib/batches/contract.ts'
import { startBatch } from '#lib/batches/start-batch.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canEditEmployees, body: batchRequestSchema },
    async ({ user, body, requireClient }) => {
      const row = await startBatch(await requireClient(), body, user)
      return json({ data: await toBatch(row) }, 201)
    },
  ),
})
