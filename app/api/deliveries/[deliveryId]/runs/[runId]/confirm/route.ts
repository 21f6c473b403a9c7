import { confirmRun, requireDelivery, requireRun } from '#lib/deliveries/manage/deliveries.ts'
import { toDeliveryRun } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { deliveryRunParams } from '#lib/http/path-params.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canRunDeliveries, params: deliveryRunParams }, async ({ user, params }) => {
    const delivery = await requireDelivery(params.deliveryId)
    const run = await requireRun(delivery.id, params.runId)
    const going = await confirmRun(delivery, run, user)
    return json({ data: await toDeliveryRun(going, delivery) })
  }),
})
