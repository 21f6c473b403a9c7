import { z } from 'zod'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { pictureResponse } from '#lib/photos/photo-response.ts'
import { getPreview } from '#lib/photos/preview.ts'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'
import { canView } from '#lib/session/permissions.ts'

const query = z.strictObject({ v: z.iso.datetime({ offset: true }), variant: z.enum(PHOTO_VARIANTS) })

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: employeeParams, query },
    async ({ request, params, query, requireClient }) => {
      const photo = { ...params, editedAt: query.v, variant: query.variant }
      return pictureResponse(await getPreview(await requireClient(), photo, { signal: request.signal }))
    },
  ),
})
