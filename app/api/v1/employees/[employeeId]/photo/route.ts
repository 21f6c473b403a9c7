import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { photoAnswer } from '#lib/photos/photo-answer.ts'
import { photoQuerySchema } from '#lib/portrait-api/contract.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: employeeParams, query: photoQuerySchema },
    async ({ request, params, query, requireClient }) => {
      const client = await requireClient()
      const photo = { variant: query.variant ?? 'standard', size: query.size ?? null }
      return photoAnswer(await client.downloadPhoto(params.employeeId, photo, { signal: request.signal }))
    },
  ),
})
