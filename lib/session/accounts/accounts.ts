import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isLongEnough } from '#lib/contracts/accounts.ts'
import { PASSWORD_MAX, PASSWORD_MIN, ROLES, type Role, type User } from '#lib/contracts/session.ts'
import { hashPassword, verifyPassword } from '#lib/session/password/passwords.ts'
import { type AccountRow, canSignIn, getAccountStore } from '#lib/store/account-store.ts'

export const newAccountSchema = z.strictObject({
  email: z.email('is not an e-mail address').max(255),
  role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`),
  password: z
    .string()
    .refine(isLongEnough, `needs at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `has more than ${PASSWORD_MAX} characters`),
})

/**
 * Returns the account with these credentials, as it was when they were checked, or null. For an account that is missing
 * or may not sign in (disabled, invited, single sign-on), effort and answer are those of a wrong password. `first`: see
 * `verifyPassword`.
 */
export async function verifyCredentials(
  email: string,
  password: string,
  order?: { first: boolean },
): Promise<AccountRow | null> {
  const account = await getAccountStore().findByEmail(email.trim())
  const stored = account?.password_hash ?? undefined
  const verified = await verifyPassword(password.slice(0, PASSWORD_MAX), stored, order)
  return account?.status === 'active' && verified ? account : null
}

/**
 * Returns the current account: a role in an old session is ignored. Null when it is deleted or disabled, or when the
 * operator has closed its way to sign in: no passwords any more, another provider.
 */
export async function findUser(id: string): Promise<User | null> {
  const account = await getAccountStore().findById(id)
  return account && canSignIn(account) ? toUser(account) : null
}

/** True when the account is deleted or disabled. */
export async function isGone(id: string): Promise<boolean> {
  return (await getAccountStore().findById(id))?.status !== 'active'
}

/**
 * True when an active account cannot sign in because the operator has closed its way to sign in. That may be a mistake
 * which the next start corrects, so none of its work ends.
 */
export async function isLockedOut(id: string): Promise<boolean> {
  const account = await getAccountStore().findById(id)
  return account?.status === 'active' && !canSignIn(account)
}

/**
 * True when an account still has the right with which it began something. A locked-out account keeps it, because no
 * administrator has decided about that account.
 */
export async function keepsRight(id: string, can: (user: User) => boolean): Promise<boolean> {
  const account = await getAccountStore().findById(id)
  return account?.status === 'active' && can(toUser(account))
}

/** True when an administrator can sign in and let others in. */
export async function hasAdministrator(): Promise<boolean> {
  return (await getAccountStore().listAdministrators()).length > 0
}

export async function hasAnyAccount(): Promise<boolean> {
  return (await getAccountStore().count()) > 0
}

/** Creates an account; null when the email is taken. The input must have passed `newAccountSchema`. */
export async function createAccount(
  account: z.infer<typeof newAccountSchema> & { id?: string },
): Promise<{ role: Role } | null> {
  const password_hash = await hashPassword(account.password)
  const created = await getAccountStore().create(newAccountRow({ ...account, password_hash }))
  return created ? { role: account.role } : null
}

/** Returns a row for an account that may sign in at once, unless its fields say otherwise. */
export function newAccountRow({
  email,
  role,
  ...rest
}: Pick<AccountRow, 'email' | 'role'> & Partial<AccountRow>): AccountRow {
  return {
    id: rest.id ?? randomUUID(),
    email,
    role,
    status: rest.status ?? 'active',
    password_hash: rest.password_hash ?? null,
    issuer: rest.issuer ?? null,
    subject: rest.subject ?? null,
    created_at: new Date().toISOString(),
    last_signed_in_at: null,
  }
}

export function toUser({ id, email, role }: AccountRow): User {
  return { id, email, role }
}
