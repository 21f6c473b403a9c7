import { noteRemovedByHand, requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { deliveryPlaceParams } from '#lib/http/path-params.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

/** DELETE: records that a user removed the photo at the destination by hand. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: handler({ permission: canRunDeliveries, params: deliveryPlaceParams }, async ({ user, params }) => {
    await noteRemovedByHand(await requireDelivery(params.deliveryId), params.employeeId, user)
    return noContent()
  }),
})
