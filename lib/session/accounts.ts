import 'server-only'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { getEnv, PRACTICE } from '#lib/env.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { ROLES, type Role, type User } from './contract.ts'
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN, verifyPassword } from './passwords.ts'

/** Practice mode's account lives in no database: it is gone the moment a real service is configured. */
const PRACTICE_USER: User = { id: 'practice', email: PRACTICE.email, role: 'admin' }

export const newAccountSchema = z.strictObject({
  email: z.email('is not an e-mail address').max(255),
  role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`),
  password: z
    .string()
    .min(PASSWORD_MIN, `needs at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `has more than ${PASSWORD_MAX} characters`),
})

/** Who these credentials belong to, or null. Takes the same time whether the account or the password is wrong. */
export async function verifyCredentials(email: string, password: string): Promise<User | null> {
  if (getEnv().practice) return verifyPractice(email, password) ? PRACTICE_USER : null
  const account = await getAccountStore().findByEmail(email.trim())
  const verified = await verifyPassword(password.slice(0, PASSWORD_MAX), account?.password_hash)
  return account && verified ? { id: account.id, email: account.email, role: account.role } : null
}

/** The account as it is now, or null when it is gone: a role in an old session counts for nothing. */
export async function findUser(id: string): Promise<User | null> {
  if (getEnv().practice) return id === PRACTICE_USER.id ? PRACTICE_USER : null
  const account = await getAccountStore().findById(id)
  return account && { id: account.id, email: account.email, role: account.role }
}

export async function hasAnyAccount(): Promise<boolean> {
  return getEnv().practice || (await getAccountStore().count()) > 0
}

/** Returns null when the e-mail is taken. The input must have passed `newAccountSchema`. */
export async function createAccount(
  account: z.infer<typeof newAccountSchema>,
): Promise<{ role: Role } | null> {
  const created = await getAccountStore().create({
    id: randomUUID(),
    email: account.email,
    role: account.role,
    password_hash: await hashPassword(account.password),
    created_at: new Date().toISOString(),
  })
  return created ? { role: account.role } : null
}

function verifyPractice(email: string, password: string): boolean {
  return email.trim().toLowerCase() === PRACTICE.email && equal(password, PRACTICE.password)
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
