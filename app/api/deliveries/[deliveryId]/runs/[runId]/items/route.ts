import { requireRun } from '#lib/deliveries/manage/deliveries.ts'
import { findItems } from '#lib/deliveries/manage/find-people.ts'
import { toDeliveryItem } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, toPages } from '#lib/handlers/responses.ts'
import { deliveryRunParams, runItemsQuery } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'

const PER_PAGE = 25

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: deliveryRunParams, query: runItemsQuery },
    async ({ params, query: { q, action, page } }) => {
      const found = await findItems(await requireRun(params.deliveryId, params.runId), { q, action })
      const rows = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
      const meta = toPages({ page, perPage: PER_PAGE, total: found.length })
      return json({ data: rows.map(toDeliveryItem), meta })
    },
  ),
})
