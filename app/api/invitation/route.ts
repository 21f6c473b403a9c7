import { invitationInputSchema } from '#lib/contracts/accounts.ts'
import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { json } from '#lib/handlers/responses.ts'
import { takeUpInvitation } from '#lib/session/accounts/invitations.ts'
import { countLink } from '#lib/session/password/throttle.ts'
import { issueSession } from '#lib/session/sign-in/begin-session.ts'

/** Sets the password of a user who was invited or forgot it, and signs them in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: publicHandler({ body: invitationInputSchema }, async ({ request, body, origin }) => {
    const { id, email, role } = await countLink(origin.address, () => takeUpInvitation(body))
    const answer = json({ data: { email, role } })
    await issueSession({ request, answer }, id, { method: 'invitation', ...origin })
    return answer
  }),
})
