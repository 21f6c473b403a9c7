import { randomBytes, scryptSync } from 'node:crypto'
import type { AccountRow } from '#lib/store/account-store.ts'
import type { TokenPurpose } from '#lib/store/token-store.ts'
import type { Desk, Person } from './desk.ts'

/** Good by all rules, and nowhere to be seen afterwards. */
export const PASSWORD = 'canary-Übergröße 🌻 für alle'

export const SIGN_IN = '/api/auth/callback/credentials'

/** An account as the desk keeps it, with `PASSWORD` unless it is told otherwise. */
export async function addAccount(
  changes: Partial<AccountRow> & { password?: string } = {},
): Promise<AccountRow> {
  const { password = PASSWORD, ...rest } = changes
  const [{ getAccountStore }, { newAccountRow }] = await Promise.all([
    import('#lib/store/account-store.ts'),
    import('#lib/session/accounts/accounts.ts'),
  ])
  const { email = 'anna@example.com', role = 'admin' } = rest
  const password_hash = 'password_hash' in rest || rest.issuer ? null : hashCheaply(password)
  const account = newAccountRow({ password_hash, ...rest, email, role })
  await getAccountStore().create(account)
  return account
}

/** The secret of a link that works. */
export async function createToken(purpose: TokenPurpose, accountId: string | null): Promise<string> {
  const [{ newToken }, { getTokenStore }] = await Promise.all([
    import('#lib/session/accounts/one-time-tokens.ts'),
    import('#lib/store/token-store.ts'),
  ])
  const { token, row } = newToken(purpose, accountId)
  await getTokenStore().put(row)
  return token
}

/** Verified like any other, at a cost that many tests can afford. */
function hashCheaply(password: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password.normalize('NFKC'), salt, 32, { N: 1024, r: 8, p: 1 })
  return ['scrypt', 1024, 8, 1, salt.toString('base64'), hash.toString('base64')].join('$')
}

/** Signs in as the sign-in page does: asks for the token, then sends what was typed. */
export async function signInWith(
  visitor: Person,
  {
    email = 'anna@example.com',
    password = PASSWORD,
    headers = {} as Record<string, string | undefined>,
  } = {},
): Promise<Response> {
  const { csrfToken } = await (await visitor.call('GET', '/api/auth/csrf')).json()
  return visitor.call('POST', SIGN_IN, { body: { email, password, csrfToken }, headers })
}

/** A browser that has signed in with e-mail and password. */
export async function signedIn(desk: Desk, email = 'anna@example.com', password = PASSWORD): Promise<Person> {
  const visitor = desk.visitor()
  const answer = await signInWith(visitor, { email, password })
  if (answer.status !== 200) throw new Error(`Signing in was answered with ${answer.status}.`)
  return visitor
}

/** The same browser as it was at this moment. */
export function copyOf(desk: Desk, person: Person): Person {
  const copy = desk.visitor()
  for (const [name, value] of person.cookies) copy.cookies.set(name, value)
  return copy
}
