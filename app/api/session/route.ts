import { DeskError } from '#lib/errors.ts'
import { toErrorResponse } from '#lib/handlers/error-response.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { json } from '#lib/handlers/responses.ts'
import { cookieName, ownCookie, readCookies } from '#lib/http/cookies.ts'
import { removePersonalKey } from '#lib/session/connection/personal-key.ts'
import { getEndSessionUrl } from '#lib/session/oidc/sign-on.ts'
import { canView } from '#lib/session/permissions.ts'
import { getOwnTimeLeft, signOut } from '#lib/session/sessions/own-sessions.ts'
import { readSession, type Session } from '#lib/session/sessions/read-session.ts'
import { findSession } from '#lib/session/sessions/registry.ts'
import { getEnv } from '#lib/settings/env.ts'

/**
 * `GET` returns how long the session lasts; unless it is a background request, it counts as activity. `DELETE` signs
 * out. Open to everyone: a client that is already signed out gets that answer, and its remaining cookies are deleted.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ session }) => json({ data: await getOwnTimeLeft(session) })),
  DELETE: publicHandler({}, async ({ request }) => {
    const answer = await leave(request, await readSession(readCookies(request)))
    // Storage belongs to the whole host. Below a path it contains data of other applications, so the page deletes only
    // its own.
    answer.headers.set('clear-site-data', getEnv().basePath ? '"cache"' : '"cache", "storage"')
    answer.headers.append('set-cookie', ownCookie(cookieName('session'), '', 0))
    await removePersonalKey(request, answer)
    return answer
  }),
})

async function leave(request: Request, session: Session | null): Promise<Response> {
  try {
    const method = session && (await findSession(session.sid))?.method
    if (session) await signOut(session)
    return json({ data: { endSessionUrl: method === 'oidc' ? await getEndSessionUrl() : null } })
  } catch (error) {
    // The session has ended anyway, so its cookies are deleted too.
    if (error instanceof DeskError && error.code === 'not_recorded') return toErrorResponse(request, error)
    throw error
  }
}
