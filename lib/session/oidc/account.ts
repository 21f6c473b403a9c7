import 'server-only'
import { recordActivity, recordChange } from '#lib/activity/record-activity.ts'
import type { Role, User } from '#lib/contracts/session.ts'
import { newAccountRow, toUser } from '#lib/session/accounts/accounts.ts'
import { listSessions } from '#lib/session/sessions/registry.ts'
import { getSignInOrigin } from '#lib/session/sign-in/sign-in-origin.ts'
import { type AccountRow, getAccountStore } from '#lib/store/account-store.ts'
import { getSessionStore } from '#lib/store/session-store.ts'
import type { Identity } from './identity.ts'
import { SignOnError } from './sign-on-error.ts'

/**
 * Returns the account of this user, or logs the refusal. A user without a role is signed out everywhere and keeps the
 * weakest role, so that they do not count as an administrator. The next sign-on with a role restores it. Throws
 * SignOnError, with the account whose work must end if there is one.
 */
export async function admit({ role, ...identity }: Identity, request: Request): Promise<User> {
  const user = role && (await signInWithIssuer({ ...identity, role }))
  if (user) return user
  const accountId = role ? undefined : await shutOut(identity)
  await recordActivity({
    actor: { id: null, email: identity.email },
    action: 'sign_in_failed',
    details: { method: 'oidc', ...getSignInOrigin(request) },
  })
  throw role
    ? new SignOnError('sso_refused', 'account_disabled')
    : new SignOnError('sso_no_role', 'no_role', { accountId })
}

type IssuedIdentity = Identity & { role: Role }

/**
 * Returns the account that a provider vouches for, found or created by issuer and subject. A local account with the
 * same email is a different account (ASVS 6.8.1). The provider decides the role at each sign-on. Null when an
 * administrator has disabled the account.
 */
export async function signInWithIssuer(identity: IssuedIdentity): Promise<User | null> {
  const account = await findOrCreate(identity)
  if (account.status !== 'active') return null
  const { email, role } = identity
  if (account.role !== role) await changeRole(account, identity)
  else if (account.email !== email) await getAccountStore().update(account.id, { email })
  return { ...toUser(account), email, role }
}

async function shutOut(identity: Omit<Identity, 'role'>): Promise<string | undefined> {
  const account = await getAccountStore().findBySubject(identity.issuer, identity.subject)
  if (!account) return undefined
  if (account.role !== 'viewer') await changeRole(account, { ...identity, role: 'viewer' })
  if ((await listSessions(account.id)).length > 0) {
    const actor = { id: account.id, email: account.email }
    await recordChange({ actor, action: 'session_ended', details: { method: 'oidc' } }, () =>
      getSessionStore().endAllOf(account.id),
    )
  }
  return account.id
}

/**
 * Finds or creates the account. With two first sign-ons at the same moment, the store keeps one row, and both use it.
 */
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
