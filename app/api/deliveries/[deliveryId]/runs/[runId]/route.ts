import { cancelRun, requireDelivery, requireRun } from '#lib/deliveries/manage/deliveries.ts'
import { toDeliveryRun } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { deliveryRunParams } from '#lib/http/path-params.ts'
import { canRunDeliveries, canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, params: deliveryRunParams }, async ({ params }) => {
    const delivery = await requireDelivery(params.deliveryId)
    return json({ data: await toDeliveryRun(await requireRun(delivery.id, params.runId), delivery) })
  }),
  DELETE: handler({ permission: canRunDeliveries, params: deliveryRunParams }, async ({ user, params }) => {
    const delivery = await requireDelivery(params.deliveryId)
    await cancelRun(await requireRun(delivery.id, params.runId), user)
    return json({ data: await toDeliveryRun(await requireRun(delivery.id, params.runId), delivery) })
  }),
})
