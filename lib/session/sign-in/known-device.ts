import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CookieReader, cookieName, ownCookie, readCookies } from '#lib/http/cookies.ts'
import { getDeviceKeys } from '#lib/session/secrets.ts'
import { type AccountRow, getAccountStore } from '#lib/store/account-store.ts'

const LIFETIME_S = 180 * 24 * 60 * 60
const NONCE_BYTES = 16
/** Colleagues may share a computer; beyond this number, the account that signed in least recently is unknown again. */
const MARKS_MAX = 5
const BETWEEN = '~'

/**
 * Proof that an account has signed in with this browser before. It does not name the account: only its seal fits one.
 */
type Mark = { nonce: string; until: number; seal: string }

/**
 * Returns the name of this browser when the account has signed in with it before, or null. It gives no rights, only its
 * own attempts, which no stranger can use up. It ends with the password, and is ignored while the account may not sign
 * in. OWASP, "Slow Down Online Guessing Attacks with Device Cookies"; see
 * docs/decisions/007-passwords-and-sign-in-attempts.md.
 */
export function findKnownDevice(cookies: CookieReader, account: AccountRow | null): string | null {
  // Done without an account too, so that the time it takes does not reveal whether one exists.
  const mark = readMarks(cookies).find(mark => isSealedFor(mark, account))
  return account?.status === 'active' && mark ? mark.nonce : null
}

/**
 * Stores in the browser that this account's password was just verified there. Does nothing for single sign-on accounts.
 */
export async function rememberDevice(
  { request, answer }: { request: Request; answer: Response },
  accountId: string,
): Promise<void> {
  const account = await getAccountStore().findById(accountId)
  if (account?.password_hash == null) return
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const until = Math.floor(Date.now() / 1000) + LIFETIME_S
  const [key] = getDeviceKeys()
  const own = { nonce, until, seal: toSeal(key, { nonce, until }, account) }
  const others = readMarks(readCookies(request)).filter(mark => !isSealedFor(mark, account))
  const value = [own, ...others]
    .slice(0, MARKS_MAX)
    .map(({ nonce, until, seal }) => `${nonce}.${until}.${seal}`)
    .join(BETWEEN)
  answer.headers.append('set-cookie', ownCookie(cookieName('known-device'), value, LIFETIME_S))
}

/** Returns the marks that are complete and not expired; their seals are not checked yet. */
function readMarks(cookies: CookieReader): Mark[] {
  return (cookies(cookieName('known-device')) ?? '').split(BETWEEN, MARKS_MAX).flatMap(text => {
    const [, nonce, until, seal] = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/.exec(text) ?? []
    if (!nonce || !until || !seal || Date.now() >= Number(until) * 1000) return []
    return [{ nonce, until: Number(until), seal }]
  })
}

function isSealedFor(mark: Mark, account: AccountRow | null): boolean {
  return getDeviceKeys().some(key =>
    timingSafeEqual(Buffer.from(mark.seal), Buffer.from(toSeal(key, mark, account))),
  )
}

/** Includes the hash of the password, so that a new password ends what the old one has proved. */
function toSeal(key: string, { nonce, until }: Omit<Mark, 'seal'>, account: AccountRow | null): string {
  const sealed = JSON.stringify([account?.id, account?.password_hash, nonce, until])
  return createHmac('sha256', key).update(sealed).digest('base64url')
}
