import 'server-only'
import { encode } from 'next-auth/jwt'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import { DeskError } from '#lib/errors.ts'
import { cookieName, ownCookie, readCookies } from '#lib/http/cookies.ts'
import { getNextAuthSecret } from '#lib/session/secrets.ts'
import { readSession } from '#lib/session/sessions/read-session.ts'
import { endSession, startSession } from '#lib/session/sessions/registry.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { rememberDevice } from './known-device.ts'

/** Where a sign-in comes from, as far as the desk keeps it. */
export type SignInOrigin = { address: string; client: string }

const NOWHERE: SignInOrigin = { address: 'unknown', client: '' }

/** The one way into the desk: whoever gets a session passes here. Returns its `sid`; throws when it cannot be recorded. */
export async function beginSession(
  accountId: string,
  {
    method,
    address = NOWHERE.address,
    client = NOWHERE.client,
  }: { method: SignInMethod } & Partial<SignInOrigin>,
): Promise<string> {
  const account = await getAccountStore().findById(accountId)
  if (account?.status !== 'active') throw new DeskError('signed_out')
  await recordActivity({
    actor: { id: account.id, email: account.email },
    action: 'signed_in',
    details: { method, address, client },
  })
  await getAccountStore().update(accountId, { last_signed_in_at: new Date().toISOString() })
  const { sid, ended } = await startSession(accountId, { method, client })
  for (const session of ended)
    await recordActivity({
      actor: { id: account.id, email: account.email },
      action: 'session_ended',
      details: { client: session.client },
    })
  return sid
}

/**
 * Signs in, and then ends the session that this browser had before: it would live on without anybody knowing it. A
 * sign-in that throws ends nothing, so that no foreign link signs anybody out.
 */
export async function endPreviousSession<Result>(
  request: Request,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const former = await readSession(readCookies(request))
  const result = await signIn()
  if (former) await endSession(former.sid)
  return result
}

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
