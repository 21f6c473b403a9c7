import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { findKnownQuery, readMirrorQuery } from '#lib/handlers/mirror-input.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { parseInput, readQuery } from '#lib/http/read-input.ts'
import { getPhoto } from '#lib/photos/get-photo.ts'
import { photoResponse } from '#lib/photos/photo-response.ts'
import { recordPhotoDownload } from '#lib/photos/record-photo-download.ts'
import { photoQuerySchema } from '#lib/portrait-api/input-contract.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: employeeParams },
    async ({ request, user, params, requireClient }) => {
      const search = readMirrorQuery(request.url)
      const client = await requireClient()
      let query = findKnownQuery(photoQuerySchema, search)
      if (!query) {
        await client.judgePhotoQuery(params.employeeId, search, { signal: request.signal })
        // The service accepts the query. A name unknown to the desk does not change the photo; an unknown value might.
        const { variant, size } = readQuery(request.url)
        query = parseInput(photoQuerySchema, { variant, size })
      }
      const photo = { ...params, variant: query.variant ?? 'standard', size: query.size ?? null }
      const stored = await getPhoto(client, photo, { signal: request.signal })
      const { size, pixels } = stored
      const taken = { ...photo, size, pixels }
      if (request.method !== 'HEAD') await recordPhotoDownload(client, { actor: user, photo: taken })
      return photoResponse(stored, photo.variant)
    },
  ),
})
