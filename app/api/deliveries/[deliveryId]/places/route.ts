import { noteAllRemovedByHand, requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { findPlaces } from '#lib/deliveries/manage/find-people.ts'
import { toDelivered } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, noContent, toPages } from '#lib/handlers/responses.ts'
import { deliveryParams, placesQuery } from '#lib/http/path-params.ts'
import { canRunDeliveries, canView } from '#lib/session/permissions.ts'

const PER_PAGE = 25

/** DELETE: records that all photos to be removed by hand were removed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canView, params: deliveryParams, query: placesQuery },
    async ({ params, query: { q, page } }) => {
      const found = await findPlaces(await requireDelivery(params.deliveryId), q)
      const rows = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
      const meta = toPages({ page, perPage: PER_PAGE, total: found.length })
      return json({ data: rows.map(toDelivered), meta })
    },
  ),
  DELETE: handler({ permission: canRunDeliveries, params: deliveryParams }, async ({ user, params }) => {
    await noteAllRemovedByHand(await requireDelivery(params.deliveryId), user)
    return noContent()
  }),
})
