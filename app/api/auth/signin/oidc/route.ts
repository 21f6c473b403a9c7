import { signOnInputSchema } from '#lib/contracts/session.ts'
import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { json } from '#lib/handlers/responses.ts'
import { beginSignOn } from '#lib/session/oidc/sign-on.ts'

/** Returns the address as JSON, so that no form of the desk ever posts to another host. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: publicHandler({ body: signOnInputSchema }, async ({ request, body }) => {
    const { url, cookies } = await beginSignOn(request, body)
    const answer = json({ url })
    for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
    return answer
  }),
})
