import { newDeliverySchema } from '#lib/deliveries/contract.ts'
import { createDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { toDeliveries, toDelivery } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canManageDeliveries, canView } from '#lib/session/permissions.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ user }) => {
    const rows = await getDeliveryStore().list()
    return json({ data: await toDeliveries(rows, user) })
  }),
  POST: handler({ permission: canManageDeliveries, body: newDeliverySchema }, async ({ user, body }) => {
    const row = await createDelivery(body, user)
    return json({ data: await toDelivery(row, user) }, 201)
  }),
})
