import { ownPhotoChoiceSchema } from '#lib/deliveries/contract.ts'
import { decideOwnPhotos, requireDelivery, requireRun } from '#lib/deliveries/manage/deliveries.ts'
import { toDeliveryRun } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { deliveryRunParams } from '#lib/http/path-params.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler(
    { permission: canRunDeliveries, params: deliveryRunParams, body: ownPhotoChoiceSchema },
    async ({ params, body }) => {
      const delivery = await requireDelivery(params.deliveryId)
      const run = await requireRun(delivery.id, params.runId)
      await decideOwnPhotos(run, body)
      return json({ data: await toDeliveryRun(run, delivery) })
    },
  ),
})
