import { z } from 'zod'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { pictureResponse } from '#lib/photos/photo-response.ts'
import { getThumbnail } from '#lib/photos/thumbnail.ts'
import { canView } from '#lib/session/permissions.ts'

const query = z.strictObject({ v: z.iso.datetime({ offset: true }) })

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: employeeParams, query },
    async ({ request, params, query, requireClient }) => {
      const photo = { employeeId: params.employeeId, editedAt: query.v }
      const options = { lane: 'idle', signal: request.signal } as const
      return pictureResponse(await getThumbnail(await requireClient(), photo, options))
    },
  ),
})
