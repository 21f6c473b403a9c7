import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { toNetwork } from '#lib/http/client-address.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { EVERYBODY, getThrottleStore } from '#lib/store/throttle-store.ts'

/** Number of wrong tries allowed at once; then one is restored every `backMs`, until all are restored. */
type Allowance = { tries: number; backMs: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/**
 * Limits for one secret: a few tries at once, and about 150 a day for a continuous attack (NIST SP 800-63B-4, section
 * 3.2.2).
 */
const OF_A_SECRET: Allowance[] = [
  { tries: 5, backMs: 30 * SECOND_MS },
  { tries: 30, backMs: 10 * MINUTE_MS },
]
const OF_A_DEVICE: Allowance[] = [{ tries: 10, backMs: 10 * MINUTE_MS }]
/** A whole office may share one address, and all users do behind a proxy that is not trusted. */
const OF_AN_ADDRESS: Allowance[] = [{ tries: 20, backMs: 10 * SECOND_MS }]
/**
 * Limit for all strangers together. Restored faster than those of one address, so that no address alone can block new
 * devices.
 */
const OF_EVERYBODY: Allowance = { tries: 100, backMs: 2 * SECOND_MS }

type Counter = Allowance & { key: string }

/** The ways in which a guess may be counted, best first: all counters of one way must have a try left. */
type Ways = Counter[][]

/**
 * Counters for a password at the sign-in. A device that is known to the account has its own tries. Otherwise, or when
 * those are spent, the guess counts for the account, for the address and for all strangers together. It makes no
 * difference whether the account exists. See docs/decisions/007-passwords-and-sign-in-attempts.md.
 */
export function signInWays({
  email,
  address,
  device,
}: {
  email: string
  address: string
  device: string | null
}): Ways {
  const account = email.trim().normalize('NFKC').toLowerCase()
  return [
    ...(device === null ? [] : [toCounters(`device:${account}:${device}`, OF_A_DEVICE)]),
    [
      ...toCounters(`account:${account}`, OF_A_SECRET),
      ...ofAddress('address', address),
      { key: EVERYBODY, ...OF_EVERYBODY },
    ],
  ]
}

/** Counters for the user's own password within a session: tries of others do not count. */
export function ownPasswordWays(sid: string): Ways {
  return [toCounters(`session:${sid}`, OF_A_SECRET)]
}

/**
 * Counts a guess before `run` checks it, so that parallel guesses cannot bypass the limit. Only a wrong one, for which
 * `run` resolves to null, stays counted. `spent`: the next one must wait. Throws `sign_in_throttled` without a check,
 * with the time until a try is restored.
 */
export async function countGuess<Result>(
  ways: Ways,
  run: () => Promise<Result | null>,
): Promise<{ result: Result | null; spent: boolean }> {
  const { way, spent } = await take(ways)
  const result = await run().catch(async error => {
    await giveBack(way)
    throw error
  })
  if (result !== null) await giveBack(way)
  return { result, spent }
}

/** Does the same for a link that could be guessed. Throws `token_invalid` for a wrong one. */
export async function countLink<Result>(address: string, run: () => Promise<Result>): Promise<Result> {
  const { result } = await countGuess([ofAddress('links', address)], () =>
    run().catch((error: unknown) => {
      if (error instanceof DeskError && error.code === 'token_invalid') return null
      throw error
    }),
  )
  if (result === null) throw new DeskError('token_invalid')
  return result
}

type Taken = { way: Counter[]; spent: boolean }

async function take(ways: Ways): Promise<Taken> {
  const now = Date.now()
  const keys = ways.flat().map(({ key }) => key)
  const taken = await getThrottleStore().update<Taken | { waitMs: number }>(keys, now, fullAt => {
    const way = ways.find(way => toWaitMs([way], fullAt, now) === 0)
    if (!way) {
      // There is something to write only after the clock was set back: these counters then expire from the present time
      // on.
      const rows = ways
        .flat()
        .map(counter => ({ key: counter.key, full_at: toFullAt(counter, fullAt, now) }))
        .filter(({ key, full_at }) => full_at < (fullAt.get(key) ?? 0))
      return { rows, decision: { waitMs: toWaitMs(ways, fullAt, now) } }
    }
    const rows = way.map(counter => ({
      key: counter.key,
      full_at: toFullAt(counter, fullAt, now) + counter.backMs,
    }))
    const after = new Map([...fullAt, ...rows.map(({ key, full_at }) => [key, full_at] as const)])
    return { rows, decision: { way, spent: toWaitMs(ways, after, now) > 0 } }
  })
  if ('way' in taken) return taken
  throw new DeskError('sign_in_throttled', { retryAfterSeconds: Math.ceil(taken.waitMs / 1000) })
}

async function giveBack(way: Counter[]): Promise<void> {
  const now = Date.now()
  const keys = way.map(({ key }) => key)
  await getThrottleStore().update(keys, now, fullAt => ({
    rows: way.flatMap(({ key, backMs }) => {
      const full_at = fullAt.get(key)
      return full_at === undefined ? [] : [{ key, full_at: full_at - backMs }]
    }),
    decision: undefined,
  }))
}

/** Returns the time in ms until one of the ways is free; 0 when one is. */
function toWaitMs(ways: Ways, fullAt: Map<string, number>, now: number): number {
  const waits = ways.map(way =>
    Math.max(
      0,
      ...way.map(counter => toFullAt(counter, fullAt, now) - now - (counter.tries - 1) * counter.backMs),
    ),
  )
  return Math.min(...waits)
}

/** Returns when all tries are restored. A clock that was set back never makes this longer than a full restoration. */
function toFullAt({ key, tries, backMs }: Counter, fullAt: Map<string, number>, now: number): number {
  return Math.min(Math.max(now, fullAt.get(key) ?? now), now + tries * backMs)
}

function ofAddress(name: string, address: string): Counter[] {
  return address === 'unknown' ? [] : toCounters(`${name}:${toNetwork(address)}`, OF_AN_ADDRESS)
}

function toCounters(name: string, allowances: Allowance[]): Counter[] {
  return allowances.map(allowance => ({ key: sha256(`${name}:${allowance.backMs}`), ...allowance }))
}
