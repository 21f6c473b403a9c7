import { randomBytes, scryptSync } from 'node:crypto'
import type { AccountRow } from '#lib/store/account-store.ts'
import type { TokenPurpose } from '#lib/store/token-store.ts'
import type { Desk, Person } from './desk.ts'

/** Good by all rules, and in no output afterwards. */
export const PASSWORD = 'canary-Übergröße 🌻 für alle'

export const SIGN_IN = '/api/auth/callback/credentials'

/** Adds an account to the store, with `PASSWORD` by default. */
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

/** Creates a valid link of this kind and returns its token. */
export async function createToken(purpose: TokenPurpose, accountId: string | null): Promise<string> {
  const [{ newToken }, { getTokenStore }] = await Promise.all([
    import('#lib/session/accounts/one-time-tokens.ts'),
    import('#lib/store/token-store.ts'),
  ])
  const { token, row } = newToken(purpose, accountId)
  await getTokenStore().put(row)
  return token
}

/** Makes a hash that is verified like any other, but is cheap enough for many tests. */
function hashCheaply(password: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password.normalize('NFKC'), salt, 32, { N: 1024, r: 8, p: 1 })
  return ['scrypt', 1024, 8, 1, salt.toString('base64'), hash.toString('base64')].join('$')
}

/** Signs in like the sign-in page: fetches the token, then sends the form. */
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

/** A copy of the browser in its present state. */
export function copyOf(desk: Desk, person: Person): Person {
  const copy = desk.visitor()
  for (const [name, value] of person.cookies) copy.cookies.set(name, value)
  return copy
}
