import { deliveryChangeSchema } from '#lib/deliveries/contract.ts'
import { changeDelivery } from '#lib/deliveries/manage/change-delivery.ts'
import { endDelivery, requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { toDelivery } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { deliveryParams, endDeliveryQuery } from '#lib/http/path-params.ts'
import { canManageDeliveries, canRunDeliveries, canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, params: deliveryParams }, async ({ user, params }) =>
    json({ data: await toDelivery(await requireDelivery(params.deliveryId), user) }),
  ),
  PATCH: handler(
    { permission: canRunDeliveries, params: deliveryParams, body: deliveryChangeSchema },
    async ({ user, params, body }) => {
      await changeDelivery(await requireDelivery(params.deliveryId), body, user)
      return json({ data: await toDelivery(await requireDelivery(params.deliveryId), user) })
    },
  ),
  DELETE: handler(
    { permission: canManageDeliveries, params: deliveryParams, query: endDeliveryQuery },
    async ({ user, params, query }) => {
      await endDelivery(await requireDelivery(params.deliveryId), query.photos, user)
      return json({ data: await toDelivery(await requireDelivery(params.deliveryId), user) })
    },
  ),
})
