import { destinationTestSchema } from '#lib/deliveries/contract.ts'
import { testDestination } from '#lib/deliveries/manage/test-destination.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canManageDeliveries, body: destinationTestSchema },
    async ({ request, body: { destination, secrets } }) => {
      const data = await testDestination(destination, secrets, { signal: request.signal })
      return json({ data })
    },
  ),
})
