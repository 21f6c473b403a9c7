import { passwordChangeSchema } from '#lib/contracts/accounts.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { changePassword } from '#lib/session/change-password.ts'
import { rememberDevice } from '#lib/session/known-device.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ permission: canView, body: passwordChangeSchema }, async ({ request, session, body }) => {
    await changePassword(session, body)
    const answer = noContent()
    await rememberDevice({ request, answer }, session.user.id)
    return answer
  }),
})
