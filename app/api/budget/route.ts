import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { watchService } from '#lib/service/service-state.ts'
import { canView } from '#lib/session/permissions.ts'

/**
 * Returns the known state of the connection: while the service works, this makes no call, however often it is
 * requested.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ requireClient }) => {
    return json({ data: watchService(await requireClient()) })
  }),
})
