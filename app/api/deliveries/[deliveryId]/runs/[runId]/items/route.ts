import { requireRun } from '#lib/deliveries/manage/deliveries.ts'
import { toDeliveryItem } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, toPages } from '#lib/handlers/responses.ts'
import { deliveryRunParams, runItemsQuery } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'

const PER_PAGE = 25

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: deliveryRunParams, query: runItemsQuery },
    async ({ params, query: { action, failed, page } }) => {
      const { id } = await requireRun(params.deliveryId, params.runId)
      const { rows, total } = await getDeliveryRunStore().pageOfItems(id, {
        ...(action && { action }),
        failed: failed === '1',
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
      })
      return json({ data: rows.map(toDeliveryItem), meta: toPages({ page, perPage: PER_PAGE, total }) })
    },
  ),
})
