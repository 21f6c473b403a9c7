import { destinationTestSchema } from '#lib/deliveries/contract.ts'
import { requireDelivery } from '#lib/deliveries/manage/deliveries.ts'
import { testDestination } from '#lib/deliveries/manage/test-destination.ts'
import { openSecrets } from '#lib/deliveries/secrets.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canManageDeliveries, body: destinationTestSchema },
    async ({ request, body: { destination, secrets, delivery_id } }) => {
      const known = delivery_id ? await openSecrets(await requireDelivery(delivery_id)) : {}
      const data = await testDestination(destination, { ...known, ...secrets }, request.signal)
      return json({ data })
    },
  ),
})
