import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { getPhoto } from '#lib/photos/get-photo.ts'
import { photoAnswer } from '#lib/photos/photo-answer.ts'
import { photoQuerySchema } from '#lib/portrait-api/contract.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: employeeParams, query: photoQuerySchema },
    async ({ request, params, query, requireClient }) => {
      const photo = { ...params, variant: query.variant ?? 'standard', size: query.size ?? null }
      const stored = await getPhoto(await requireClient(), photo, { signal: request.signal })
      return photoAnswer(stored, photo.variant)
    },
  ),
})
