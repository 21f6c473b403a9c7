import 'server-only'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { singleton } from '#lib/singleton.ts'
import { createTurns } from './turns.ts'

/** OWASP Password Storage Cheat Sheet: scrypt with N = 2^17, r = 8, p = 1 (128 MiB a verification). */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Half a gigabyte would be gone with four at once; nobody waits long in a queue of thirty. */
const TURNS = { atOnce: 2, waiting: 30 }
/** A hash of nothing that anybody knows, so that an unknown account costs the same time as a wrong password. */
const DUMMY_HASH = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

/** `scrypt$N$r$p$salt$hash`, the last two in base64: the parameters travel with the hash, so they can grow later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, { ...COST, first: true })
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/**
 * Compares in constant time. Without a stored hash it works just as long and says no. `first`: goes before
 * strangers who try passwords.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  { first } = { first: false },
): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = (stored ?? DUMMY_HASH).split('$')
  if (scheme !== 'scrypt' || !salt || !hash) return false
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem, first }
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), options)
  return actual.length === expected.length && timingSafeEqual(actual, expected) && stored !== undefined
}

/** Unicode passwords typed on different keyboards are the same after NFKC. */
function derive(
  password: string,
  salt: Buffer,
  { first, ...options }: ScryptOptions & { first: boolean },
): Promise<Buffer> {
  const turns = singleton('scrypt-turns', () => createTurns(TURNS))
  return turns.take(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
          error ? reject(error) : resolve(hash),
        )
      }),
    { first },
  )
}
