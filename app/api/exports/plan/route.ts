import { exportRequestSchema } from '#lib/exports/contract.ts'
import { previewExport } from '#lib/exports/plan/preview-export.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canExport, body: exportRequestSchema },
    async ({ request, user, body, requireClient }) =>
      json({ data: await previewExport(await requireClient(), body, { user, signal: request.signal }) }),
  ),
})
