import 'server-only'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { singleton } from '#lib/singleton.ts'
import { createTurns } from './semaphore.ts'

/** OWASP Password Storage Cheat Sheet: scrypt with N = 2^17, r = 8, p = 1 (128 MiB per verification). */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Four verifications at once would use half a gigabyte; a queue of thirty keeps waits short. */
const TURNS = { atOnce: 2, waiting: 30 }
/** A hash that no password matches, so that an unknown account takes the same time as a wrong password. */
const DUMMY_HASH = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

/**
 * Format `scrypt$N$r$p$salt$hash`, the last two in base64: the parameters are stored with the hash, so they can grow
 * later.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, { ...COST, first: true })
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/**
 * Compares in constant time. Without a stored hash it takes just as long and returns false. `first`: runs before tries
 * of strangers.
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

/** Normalizes with NFKC, so that Unicode passwords typed on different keyboards are equal. */
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
