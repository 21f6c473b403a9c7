import { recordChange } from '#lib/activity/record-activity.ts'
import { acceptAskedSource } from '#lib/employees/service-bond.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { canConnect } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canConnect }, async ({ user }) => {
    await recordChange({ actor: user, action: 'service_accepted' }, acceptAskedSource)
    return noContent()
  }),
})
