import 'server-only'
import { recordActivity, recordChange } from '#lib/activity/record-activity.ts'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import { DeskError } from '#lib/errors.ts'
import { readCookies } from '#lib/http/cookies.ts'
import { readSession } from '#lib/session/sessions/read-session.ts'
import { endSession, startSession } from '#lib/session/sessions/registry.ts'
import { toSessionCookie } from '#lib/session/sessions/session-token.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { rememberDevice } from './known-device.ts'
import type { SignInOrigin } from './sign-in-origin.ts'

type SignIn = {
  method: SignInMethod
  /** Hash of the password that was verified: when the account has another one meanwhile, the sign-in fails. */
  passwordHash?: string | null | undefined
} & Partial<SignInOrigin>

/**
 * The only way into the desk: every session begins here. Returns its `sid`; throws when it cannot be recorded. Throws
 * `signed_out`, which is logged as a failed sign-in, when the account is no longer active or its password has changed.
 */
export async function beginSession(
  accountId: string,
  { method, passwordHash, address = 'unknown', client = '' }: SignIn,
): Promise<string> {
  const account = await getAccountStore().findById(accountId)
  if (account?.status !== 'active') throw new DeskError('signed_out')
  const actor = { id: account.id, email: account.email }
  const details = { method, address, client }
  const { sid, ended } = await recordChange({ actor, action: 'signed_in', details }, () =>
    startSession(accountId, { method, client, passwordHash }),
  ).catch(async error => {
    if (error instanceof DeskError && error.code === 'signed_out')
      await recordActivity({ actor: { id: null, email: account.email }, action: 'sign_in_failed', details })
    throw error
  })
  await getAccountStore().update(accountId, { last_signed_in_at: new Date().toISOString() })
  for (const session of ended)
    await recordActivity({ actor, action: 'session_ended', details: { client: session.client } })
  return sid
}

/**
 * Signs in, and then ends the previous session of this browser, which would otherwise continue unnoticed. A failed
 * sign-in ends nothing, so that no foreign link can sign a user out.
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

/** Signs in without next-auth's own form, after a one-time link has proved the account. */
export async function issueSession(
  { request, answer }: { request: Request; answer: Response },
  accountId: string,
  sign: { method: SignInMethod } & SignInOrigin,
): Promise<void> {
  const sid = await endPreviousSession(request, () => beginSession(accountId, sign))
  answer.headers.append('set-cookie', await toSessionCookie({ sub: accountId, sid }))
  await rememberDevice({ request, answer }, accountId)
}
