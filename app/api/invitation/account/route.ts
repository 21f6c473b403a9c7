import { invitedAccountSchema } from '#lib/contracts/accounts.ts'
import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { json } from '#lib/handlers/responses.ts'
import { requireInvited } from '#lib/session/accounts/invitations.ts'
import { countLink } from '#lib/session/password/throttle.ts'

/** Returns the account of a link before its user chooses a password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: publicHandler({ body: invitedAccountSchema }, async ({ body, origin }) => {
    const { email } = await countLink(origin.address, () => requireInvited(body.token))
    return json({ data: { email } })
  }),
})
