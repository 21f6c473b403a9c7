import { requireDelivery, startRun } from '#lib/deliveries/manage/deliveries.ts'
import { toDeliveryRun } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { deliveryParams, newRunQuery } from '#lib/http/path-params.ts'
import { readEachAsync } from '#lib/read-each.ts'
import { canRunDeliveries, canView } from '#lib/session/permissions.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'

/** Maximum number of runs on the page; the activity log keeps the changes of earlier ones. */
const RUNS_SHOWN = 30

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, params: deliveryParams }, async ({ params }) => {
    const delivery = await requireDelivery(params.deliveryId)
    const rows = await getDeliveryRunStore().listOf(delivery.id, RUNS_SHOWN)
    return json({ data: await readEachAsync('delivery_runs', rows, row => toDeliveryRun(row, delivery)) })
  }),
  POST: handler(
    { permission: canRunDeliveries, params: deliveryParams, query: newRunQuery },
    async ({ user, params, query }) => {
      const delivery = await requireDelivery(params.deliveryId)
      return json({ data: await toDeliveryRun(await startRun(delivery, user, query), delivery) }, 201)
    },
  ),
})
