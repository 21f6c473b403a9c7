import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import type { Account, AccountChange, Link } from '#lib/contracts/accounts.ts'
import type { ActivityDetails, ActivityEntry } from '#lib/contracts/activity.ts'
import type { Role, User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'
import { type AccountRefusal, type AccountRow, canSignIn, getAccountStore } from '#lib/store/account-store.ts'
import { newAccountRow } from './accounts.ts'
import { createLink, newLink } from './invitations.ts'

/** Returns all accounts, whether or not they may sign in at present. */
export async function listAccounts(): Promise<Account[]> {
  return (await getAccountStore().list()).map(toAccount)
}

/** Returns the emails of users who can sign in and connect the desk, for users who need to ask one. */
export async function listAdministrators(): Promise<string[]> {
  return (await getAccountStore().listAdministrators()).map(({ email }) => email)
}

/**
 * Creates an account without a password, and the link with which its owner sets one. Throws `email_taken`, and
 * `single_sign_on_only` at a desk where users cannot sign in with passwords.
 */
export async function inviteColleague(
  actor: User,
  { email, role }: { email: string; role: Role },
): Promise<{ account: Account; link: Link }> {
  requireLocalSignIn()
  const account = newAccountRow({ email, role, status: 'invited' })
  const entry = { actor, action: 'account_invited' as const, details: { account: name(account), role } }
  const { link, row } = newLink(account.id)
  return recordChange(entry, async () => {
    if (!(await getAccountStore().create(account, row))) throw new DeskError('email_taken')
    return { account: toAccount(account), link }
  })
}

/**
 * Creates a new link for a user who lost theirs, or forgot the password. The old password works until the link is used.
 */
export async function renewLink(actor: User, id: string): Promise<Link> {
  requireLocalSignIn()
  const account = await requireOther(actor, id)
  if (account.issuer !== null) throw new DeskError('single_sign_on_account')
  if (account.status === 'disabled') throw new DeskError('account_disabled')
  const details = { account: name(account), role: account.role }
  return recordChange({ actor, action: 'account_invited', details }, () => createLink(id))
}

/**
 * Changes role or status, from the account's next request on. A disabled account is signed out everywhere, and its
 * links stop working. Throws `last_admin`, `own_account`, `single_sign_on_account`, `not_found`.
 */
export async function changeAccount(actor: User, id: string, change: AccountChange): Promise<Account> {
  const found = await requireOther(actor, id)
  if (change.role !== undefined && found.issuer !== null) throw new DeskError('single_sign_on_account')
  // Writes only the requested fields, so that two administrators who change different things do not undo each other's
  // work.
  const toChanges = (account: AccountRow) => ({
    ...(change.role && { role: change.role }),
    ...(change.status && { status: toStatus(account, change.status) }),
  })
  const toEntry = (before: AccountRow, after: AccountRow): ActivityEntry => ({
    actor,
    action: 'account_changed',
    details: {
      account: name(before),
      changes: (['role', 'status'] as const)
        .filter(field => before[field] !== after[field])
        .map(field => ({ field, old: before[field], new: after[field] })),
    },
  })
  const { after } = await recordChange(
    toEntry(found, { ...found, ...toChanges(found) }),
    async () => requireDone(await getAccountStore().change(id, toChanges)),
    ({ before, after }) => toEntry(before, after),
  )
  return toAccount(after)
}

/** Deletes the account, its sessions and its links; the activity log keeps its name. */
export async function removeAccount(actor: User, id: string): Promise<void> {
  const account = await requireOther(actor, id)
  const details: ActivityDetails = { account: name(account), role: account.role }
  await recordChange({ actor, action: 'account_removed', details }, async () =>
    requireDone(await getAccountStore().remove(id)),
  )
}

/** Refuses changes of one's own account: access to an unlocked screen must not be enough for them. */
async function requireOther(actor: User, id: string): Promise<AccountRow> {
  if (id === actor.id) throw new DeskError('own_account')
  const account = await getAccountStore().findById(id)
  if (!account) throw new DeskError('not_found')
  return account
}

function requireLocalSignIn(): void {
  if (!getEnv().localSignIn) throw new DeskError('single_sign_on_only')
}

/** Returns `invited` instead of `active` for an account that never had a password. */
function toStatus(before: AccountRow, wanted: AccountRow['status']): AccountRow['status'] {
  const ready = before.password_hash !== null || before.issuer !== null
  return wanted === 'active' && !ready ? 'invited' : wanted
}

function requireDone<Done extends 'done' | object>(outcome: Done | AccountRefusal): Done {
  if (isRefusal(outcome)) throw new DeskError(outcome)
  return outcome
}

function isRefusal(outcome: unknown): outcome is AccountRefusal {
  return outcome === 'last_admin' || outcome === 'not_found'
}

function name({ id, email }: AccountRow): { id: string; email: string } {
  return { id, email }
}

function toAccount(account: AccountRow): Account {
  const { id, email, role, status, issuer, created_at, last_signed_in_at } = account
  const method = issuer === null ? 'password' : 'oidc'
  const can_sign_in = canSignIn(account)
  return { id, email, role, status, method, can_sign_in, created_at, last_signed_in_at }
}
