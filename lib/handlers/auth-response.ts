import 'server-only'
import { z } from 'zod'
import { signInInputSchema } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { cookieName, readCookies } from '#lib/http/cookies.ts'
import { FORM_LIMITS, parseInput, readJsonBody } from '#lib/http/read-input.ts'
import { requireSameOrigin } from '#lib/http/same-origin.ts'
import { getAuthOptions } from '#lib/session/next-auth/options.ts'
import { runNextAuth } from '#lib/session/next-auth/run-next-auth.ts'
import { readSession } from '#lib/session/sessions/read-session.ts'
import { endPreviousSession } from '#lib/session/sign-in/begin-session.ts'
import { rememberDevice } from '#lib/session/sign-in/known-device.ts'
import { getSignInOrigin } from '#lib/session/sign-in/sign-in-origin.ts'
import { verifySignIn } from '#lib/session/sign-in/verify-sign-in.ts'
import { getEnv } from '#lib/settings/env.ts'
import { toErrorResponse } from './error-response.ts'
import type { RouteContext } from './handler.ts'

type Answer = (request: Request, segments: string[]) => Promise<Response>

/**
 * The addresses of next-auth that the desk needs. Its pages and its open endpoint for log lines are not offered. Its
 * sign-out is replaced by `DELETE /api/session`, because it cannot report a full log or the provider's own sign-out.
 */
const OFFERED = new Map<string, Answer>([
  ['GET csrf', ask],
  ['GET session', askSession],
  ['POST callback/credentials', signIn],
])

const segmentsSchema = z.object({ nextauth: z.array(z.string()) })
/** next-auth's guard in addition to the desk's own: a token that only our origin can read. */
const bodySchema = z.looseObject({ csrfToken: z.string().max(200).optional() })

/**
 * Answers everything under /api/auth except single sign-on: next-auth behind the desk's guards, with the desk's texts.
 */
export async function authResponse(request: Request, context: RouteContext): Promise<Response> {
  try {
    requireSameOrigin(request)
    const segments = segmentsSchema.parse(await context.params).nextauth
    const answer = OFFERED.get(`${request.method} ${segments.join('/')}`)
    if (!answer) throw new DeskError('not_found')
    return await answer(request, segments)
  } catch (thrown) {
    return toErrorResponse(request, thrown)
  }
}

async function ask(request: Request, segments: string[]): Promise<Response> {
  return runNextAuth(request, { segments, options: getAuthOptions() })
}

/**
 * Reads the session first: next-auth would take an unreadable store for the end of the session and delete the cookie.
 */
async function askSession(request: Request, segments: string[]): Promise<Response> {
  await readSession(readCookies(request))
  return ask(request, segments)
}

async function signIn(request: Request, segments: string[]): Promise<Response> {
  if (!getEnv().localSignIn) throw new DeskError('not_found')
  const { csrfToken, ...input } = parseInput(bodySchema, await readJsonBody(request, FORM_LIMITS))
  const verified = await verifySignIn(parseInput(signInInputSchema, input), request)
  return endPreviousSession(request, async () => {
    const answer = await runNextAuth(request, {
      segments,
      body: { csrfToken, json: 'true' },
      options: getAuthOptions({ verified, origin: getSignInOrigin(request) }),
    })
    if (!setsSession(answer)) throw new DeskError('foreign_origin')
    await rememberDevice({ request, answer }, verified.id)
    return answer
  })
}

function setsSession(answer: Response): boolean {
  const cookie = `${cookieName('session')}=`
  return answer.headers.getSetCookie().some(header => header.startsWith(cookie))
}
