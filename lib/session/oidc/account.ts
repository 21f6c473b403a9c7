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
 * The account of this person, or an entry in the log about who was turned away. Who has no role any more is signed out
 * everywhere and keeps the weakest one, with which nobody counts as an administrator: the next sign-on with a role gives them that
 * again. Throws SignOnError, with the account whose work has to end, too.
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
