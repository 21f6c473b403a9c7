import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import type { Role, User } from '#lib/contracts/session.ts'
import { type AccountRow, getAccountStore } from '#lib/store/account-store.ts'
import { newAccountRow, toUser } from './accounts.ts'

type IssuedIdentity = { issuer: string; subject: string; email: string; role: Role }

/**
 * The account of somebody for whom a provider vouches, found or made by issuer and subject: a local account with the
 * same e-mail is somebody else (ASVS 6.8.1). The provider decides the role, at each sign-on. Null when an administrator
 * has disabled the account.
 */
export async function signInWithIssuer(identity: IssuedIdentity): Promise<User | null> {
  const account = await findOrCreate(identity)
  if (account.status !== 'active') return null
  const { email, role } = identity
  if (account.role !== role) await changeRole(account, identity)
  else if (account.email !== email) await getAccountStore().update(account.id, { email })
  return { ...toUser(account), email, role }
}

/** Two first sign-ons at the same moment: the store keeps one of the two rows, and both go on with it. */
async function findOrCreate(identity: IssuedIdentity): Promise<AccountRow> {
  const store = getAccountStore()
  const known = await store.findBySubject(identity.issuer, identity.subject)
  if (known) return known
  const made = newAccountRow(identity)
  if (await store.create(made)) return made
  const other = await store.findBySubject(identity.issuer, identity.subject)
  if (!other) throw new Error('An account of single sign-on was neither found nor made.')
  return other
}

async function changeRole({ id, role: old }: AccountRow, { email, role }: IssuedIdentity): Promise<void> {
  const changes = [{ field: 'role' as const, old, new: role }]
  const details = { account: { id, email }, method: 'oidc' as const, changes }
  await recordChange({ actor: { id, email }, action: 'account_changed', details }, () =>
    getAccountStore().update(id, { email, role }),
  )
}
