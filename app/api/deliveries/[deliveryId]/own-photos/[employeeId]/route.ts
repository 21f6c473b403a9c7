import { requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { readPreview } from '#lib/deliveries/own-photos.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { deliveryPlaceParams, ownPhotoQuery } from '#lib/http/path-params.ts'
import { pictureResponse } from '#lib/photos/photo-response.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

/** GET: a preview of an employee's own photo at the destination, while a decision about it is open. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canRunDeliveries, params: deliveryPlaceParams, query: ownPhotoQuery },
    async ({ params }) => {
      const { id } = await requireDelivery(params.deliveryId)
      return pictureResponse(await readPreview(id, params.employeeId))
    },
  ),
})
