import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { getThrottleStore, type ThrottleRow } from '#lib/store/throttle-store.ts'
import { sha256 } from './sha-256.ts'

/**
 * Failures before the first pause. A whole office may share one address, and behind a proxy that is not trusted
 * everybody does: it may fail more often than one account.
 */
const FREE_FAILURES = { account: 5, address: 20 }
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** Nobody is locked out for good: after a quiet day everything is forgotten. */
const FORGET_AFTER_MS = 24 * 60 * 60_000

type Key = { key: string; free: number }

/** What may be tried: an account's password, and a secret from one address. */
type ThrottleSubject = { account?: string | undefined; address: string }

/** `beginsPause`: when it fails, nothing more may be tried for a while. */
type Attempt = { subject: ThrottleSubject; at: number; beginsPause: boolean }

/**
 * Counts an attempt before it is made, so that many at once do not slip through; one that succeeds is taken back with
 * `forgiveAttempt`. Throws `sign_in_throttled` inside a pause, also for the right password.
 * See docs/decisions/007-passwords-and-sign-in-attempts.md.
 */
export async function countAttempt(subject: ThrottleSubject): Promise<Attempt> {
  const keys = toKeys(subject)
  const now = Date.now()
  const { waitMs, beginsPause } = await getThrottleStore().update(
    keys.map(({ key }) => key),
    now - FORGET_AFTER_MS,
    found => {
      const blockedUntil = Math.max(0, ...found.map(row => row.blocked_until))
      if (blockedUntil > now)
        return { rows: [], decision: { waitMs: blockedUntil - now, beginsPause: false } }
      const rows = keys.map(({ key, free }) => countOne(key, free, { before: found, now }))
      const beginsPause = rows.some(row => row.blocked_until > now)
      return { rows, decision: { waitMs: 0, beginsPause } }
    },
  )
  if (waitMs > 0)
    throw new DeskError('sign_in_throttled', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
  return { subject, at: now, beginsPause }
}

/**
 * It was right: the account begins anew. Its address only gets this one attempt back, or who has an account could free
 * it for guessing at others; and a pause that another attempt has begun meanwhile stays.
 */
export async function forgiveAttempt({ subject: { account, address }, at }: Attempt): Promise<void> {
  if (account !== undefined) await getThrottleStore().remove(toAccountKey(account).key)
  await getThrottleStore().update(
    toKeys({ address }).map(({ key }) => key),
    0,
    found => ({
      rows: found.map(row => ({
        ...row,
        failures: Math.max(0, row.failures - 1),
        blocked_until: row.updated_at === at ? 0 : row.blocked_until,
      })),
      decision: undefined,
    }),
  )
}

/** Tries a link that could be guessed at: only a wrong one stays counted, by its address. */
export async function guessing<Result>(
  { address }: { address: string },
  run: () => Promise<Result>,
): Promise<Result> {
  const attempt = await countAttempt({ address })
  let wrong = false
  try {
    return await run()
  } catch (error) {
    wrong = error instanceof DeskError && error.code === 'token_invalid'
    throw error
  } finally {
    if (!wrong) await forgiveAttempt(attempt)
  }
}

function countOne(
  key: string,
  free: number,
  { before, now }: { before: ThrottleRow[]; now: number },
): ThrottleRow {
  const failures = (before.find(row => row.key === key)?.failures ?? 0) + 1
  const pauseMs = failures < free ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - free), LONGEST_PAUSE_MS)
  return { key, failures, blocked_until: pauseMs > 0 ? now + pauseMs : 0, updated_at: now }
}

function toKeys({ account, address }: ThrottleSubject): Key[] {
  return [
    ...(account === undefined ? [] : [toAccountKey(account)]),
    ...(address === 'unknown' ? [] : [{ key: sha256(`address:${address}`), free: FREE_FAILURES.address }]),
  ]
}

function toAccountKey(email: string): Key {
  return {
    key: sha256(`account:${email.trim().normalize('NFKC').toLowerCase()}`),
    free: FREE_FAILURES.account,
  }
}
