import { sendTestMail } from '#lib/deliveries/mail/test-mail.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canManageDeliveries }, async ({ user }) =>
    json({ data: { trouble: await sendTestMail(user.email) } }),
  ),
})
