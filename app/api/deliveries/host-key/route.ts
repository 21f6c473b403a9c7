import { hostKeyInputSchema } from '#lib/deliveries/contract.ts'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canManageDeliveries, body: hostKeyInputSchema }, async ({ body }) => {
    const { readHostKey } = await import('#lib/deliveries/destinations/sftp.ts')
    try {
      return json({ data: { host_key: await readHostKey(body), error: null } })
    } catch (thrown) {
      if (!(thrown instanceof DestinationError)) throw thrown
      return json({ data: { host_key: null, error: thrown.code } })
    }
  }),
})
