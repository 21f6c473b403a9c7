import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { watchService } from '#lib/service/service-state.ts'
import { canView } from '#lib/session/permissions.ts'

/** How the way to the service is, as the desk knows it: while all is well asking this costs no call, however often. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ requireClient }) => {
    return json({ data: watchService(await requireClient()) })
  }),
})
