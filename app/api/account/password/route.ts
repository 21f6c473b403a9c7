import { noContent } from '#lib/http/answers.ts'
import { getClientAddress } from '#lib/http/client-address.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { changePassword } from '#lib/session/change-password.ts'
import { passwordChangeSchema } from '#lib/session/people-contract.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ permission: canView, body: passwordChangeSchema }, async ({ request, session, body }) => {
    await changePassword(session, body, getClientAddress(request))
    return noContent()
  }),
})
