import { setupInputSchema } from '#lib/contracts/accounts.ts'
import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { json } from '#lib/handlers/responses.ts'
import { setUp } from '#lib/session/accounts/set-up.ts'
import { countLink } from '#lib/session/password/throttle.ts'
import { issueSession } from '#lib/session/sign-in/begin-session.ts'

/** Creates the first administrator, with the address that the first start printed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: publicHandler({ body: setupInputSchema }, async ({ request, body, origin }) => {
    const { id, email, role } = await countLink(origin.address, () => setUp(body))
    const answer = json({ data: { email, role } })
    await issueSession({ request, answer }, id, { method: 'setup', ...origin })
    return answer
  }),
})
