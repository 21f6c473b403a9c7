import { requireRun } from '#lib/deliveries/manage/deliveries.ts'
import { findItems } from '#lib/deliveries/manage/find-people.ts'
import { toDeliveryItem } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, toPages } from '#lib/handlers/responses.ts'
import { deliveryRunParams, runItemsQuery } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'
import { getOwnPhotoStore } from '#lib/store/own-photo-store.ts'

const PER_PAGE = 25

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: deliveryRunParams, query: runItemsQuery },
    async ({ params, query: { q, action, page } }) => {
      const run = await requireRun(params.deliveryId, params.runId)
      const found = await findItems(run, { q, action })
      const rows = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
      const previews = run.state === 'review' ? await getOwnPhotoStore().list(run.delivery_id, 'preview') : []
      const ownPhotos = new Map(previews.map(one => [one.employee_id, one]))
      const meta = toPages({ page, perPage: PER_PAGE, total: found.length })
      return json({ data: rows.map(row => toDeliveryItem(row, ownPhotos.get(row.employee_id))), meta })
    },
  ),
})
