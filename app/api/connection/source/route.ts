import { acceptAskedSource } from '#lib/employees/service-bond.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { log } from '#lib/log.ts'
import { canConnect } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canConnect }, async ({ user }) => {
    await acceptAskedSource()
    log('warn', 'service_accepted', { user: user.id })
    return noContent()
  }),
})
