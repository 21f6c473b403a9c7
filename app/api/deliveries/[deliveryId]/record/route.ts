import { recordQuerySchema } from '#lib/deliveries/contract.ts'
import { requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { deliveryRecordResponse } from '#lib/deliveries/record/record-response.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { deliveryParams } from '#lib/http/path-params.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canRunDeliveries, params: deliveryParams, query: recordQuerySchema },
    async ({ request, user, params, query: { format } }) =>
      deliveryRecordResponse(await requireDelivery(params.deliveryId), { request, user, format }),
  ),
})
