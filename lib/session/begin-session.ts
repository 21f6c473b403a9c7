import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import { DeskError } from '#lib/errors.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { startSession } from './registry.ts'

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
