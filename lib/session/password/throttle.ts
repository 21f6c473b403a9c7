import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { toNetwork } from '#lib/http/client-address.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { EVERYBODY, getThrottleStore } from '#lib/store/throttle-store.ts'

/** How many wrong tries there are at once; then one comes back every `backMs`, until all of them are back. */
type Allowance = { tries: number; backMs: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Of a secret: a few tries at once, and about 150 a day for one who never stops (NIST SP 800-63B-4, section 3.2.2). */
const OF_A_SECRET: Allowance[] = [
  { tries: 5, backMs: 30 * SECOND_MS },
  { tries: 30, backMs: 10 * MINUTE_MS },
]
const OF_A_DEVICE: Allowance[] = [{ tries: 10, backMs: 10 * MINUTE_MS }]
/** A whole office may share one address, and behind a proxy that is not trusted everybody does. */
const OF_AN_ADDRESS: Allowance[] = [{ tries: 20, backMs: 10 * SECOND_MS }]
/** They come back faster than one address has tries, so that none closes the desk to new devices by itself. */
const OF_EVERYBODY: Allowance = { tries: 100, backMs: 2 * SECOND_MS }

type Counter = Allowance & { key: string }

/** The ways in which a guess may be counted, best first: all counters of one of them must have a try left. */
type Ways = Counter[][]

/**
 * A password at the sign-in. A device that is known to the account has tries of its own; without one, or when they are
 * spent, the guess counts for the account, for the address and for all strangers together. Whether the account exists
 * makes no difference. See docs/decisions/007-passwords-and-sign-in-attempts.md.
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

/** One's own password, asked for in a session: whatever strangers try, it counts for this session alone. */
export function ownPasswordWays(sid: string): Ways {
  return [toCounters(`session:${sid}`, OF_A_SECRET)]
}

/**
 * Counts a guess before `run` looks at it, so that many at once do not slip through. Only a wrong one, for which `run`
 * resolves to null, stays counted. `spent`: the next one has to wait. Throws `sign_in_throttled` without looking, with
 * the time after which a try is back.
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

/** The same for a link that could be guessed at. Throws `token_invalid` for a wrong one. */
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
      // Only after the clock was put back is there something to write: from here on, these run down again.
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

/** Until one of the ways is free; 0 when one is. */
function toWaitMs(ways: Ways, fullAt: Map<string, number>, now: number): number {
  const waits = ways.map(way =>
    Math.max(
      0,
      ...way.map(counter => toFullAt(counter, fullAt, now) - now - (counter.tries - 1) * counter.backMs),
    ),
  )
  return Math.min(...waits)
}

/** When all tries are back. A clock that was put back makes nobody wait longer than that takes. */
function toFullAt({ key, tries, backMs }: Counter, fullAt: Map<string, number>, now: number): number {
  return Math.min(Math.max(now, fullAt.get(key) ?? now), now + tries * backMs)
}

function ofAddress(name: string, address: string): Counter[] {
  return address === 'unknown' ? [] : toCounters(`${name}:${toNetwork(address)}`, OF_AN_ADDRESS)
}

function toCounters(name: string, allowances: Allowance[]): Counter[] {
  return allowances.map(allowance => ({ key: sha256(`${name}:${allowance.backMs}`), ...allowance }))
}
