import { json } from '#lib/http/answers.ts'
import { methods } from '#lib/http/methods.ts'
import { publicHandler } from '#lib/http/public-handler.ts'
import { cookieName, ownCookie, readCookies } from '#lib/session/cookies.ts'
import { getEndSessionUrl } from '#lib/session/oidc-end-session.ts'
import { removePersonalKey } from '#lib/session/personal-key.ts'
import { readSession } from '#lib/session/read-session.ts'
import { findSession } from '#lib/session/registry.ts'
import { signOut } from '#lib/session/sessions.ts'

/** Signs out. Open to everybody: who is signed out already is told so, and loses what cookies are left. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: publicHandler({}, async ({ request }) => {
    const session = await readSession(readCookies(request))
    const method = session && (await findSession(session.sid))?.method
    if (session) await signOut(session)
    const endSessionUrl = method === 'oidc' ? await getEndSessionUrl() : null
    const answer = json({ data: { endSessionUrl } })
    answer.headers.set('clear-site-data', '"cache", "storage"')
    answer.headers.append('set-cookie', ownCookie(cookieName('session'), '', 0))
    await removePersonalKey(request, answer)
    return answer
  }),
})
