import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { getPhoto } from '#lib/photos/get-photo.ts'
import { photoAnswer } from '#lib/photos/photo-answer.ts'
import { recordPhotoDownload } from '#lib/photos/record-photo-download.ts'
import { photoQuerySchema } from '#lib/portrait-api/input-contract.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: employeeParams, query: photoQuerySchema },
    async ({ request, user, params, query, requireClient }) => {
      const client = await requireClient()
      const photo = { ...params, variant: query.variant ?? 'standard', size: query.size ?? null }
      const stored = await getPhoto(client, photo, { signal: request.signal })
      const { size, pixels } = stored
      const taken = { ...photo, size, pixels }
      if (request.method !== 'HEAD') await recordPhotoDownload(client, { actor: user, photo: taken })
      return photoAnswer(stored, photo.variant)
    },
  ),
})
