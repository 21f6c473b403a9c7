import { invitationInputSchema } from '#lib/contracts/accounts.ts'
import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { json } from '#lib/handlers/responses.ts'
import { takeUpInvitation } from '#lib/session/invitations.ts'
import { issueSession } from '#lib/session/issue-session.ts'
import { countLink } from '#lib/session/throttle.ts'

/** Who was invited, or forgot the password, sets one and is signed in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: publicHandler({ body: invitationInputSchema }, async ({ request, body, origin }) => {
    const { id, email, role } = await countLink(origin.address, () => takeUpInvitation(body))
    const answer = json({ data: { email, role } })
    await issueSession({ request, answer }, id, { method: 'invitation', ...origin })
    return answer
  }),
})
