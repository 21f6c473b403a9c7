import 'server-only'
import { encode } from 'next-auth/jwt'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import { cookieName, ownCookie } from '#lib/http/cookies.ts'
import { getEnv } from '#lib/settings/env.ts'
import { beginSession, type SignInOrigin } from './begin-session.ts'
import { endPreviousSession } from './end-previous-session.ts'
import { rememberDevice } from './known-device.ts'
import { getNextAuthSecret } from './secrets.ts'

/** Signs in without next-auth's own form: a link that works once has just proved who this is. */
export async function issueSession(
  { request, answer }: { request: Request; answer: Response },
  accountId: string,
  sign: { method: SignInMethod } & SignInOrigin,
): Promise<void> {
  const sid = await endPreviousSession(request, () => beginSession(accountId, sign))
  const maxAge = Math.ceil(getEnv().sessionMs / 1000)
  const token = await encode({ token: { sub: accountId, sid }, secret: getNextAuthSecret(), maxAge })
  answer.headers.append('set-cookie', ownCookie(cookieName('session'), token, maxAge))
  await rememberDevice({ request, answer }, accountId)
}
