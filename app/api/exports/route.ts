import { exportRequestSchema } from '#lib/exports/contract.ts'
import { toExport } from '#lib/exports/export-job.ts'
import { recordExportStarted } from '#lib/exports/record-export.ts'
import { startExport } from '#lib/exports/start-export.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canExport, body: exportRequestSchema },
    async ({ request, user, body, requireClient }) => {
      const job = await startExport(await requireClient(), body, { user, signal: request.signal })
      await recordExportStarted(job, user)
      return json({ data: toExport(job) }, 201)
    },
  ),
})
