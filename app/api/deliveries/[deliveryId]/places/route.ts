import { requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { toDelivered } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { deliveryParams, placesQuery } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

const PER_PAGE = 25

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: deliveryParams, query: placesQuery },
    async ({ params, query: { q, page } }) => {
      const { id } = await requireDelivery(params.deliveryId)
      const range = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
      const { rows, total } = await getDeliveryStore().pageOfPlaces(id, { words: q, ...range })
      const last_page = Math.max(1, Math.ceil(total / PER_PAGE))
      return json({
        data: rows.map(toDelivered),
        meta: { current_page: page, last_page, per_page: PER_PAGE, total },
      })
    },
  ),
})
