import 'server-only'
import { createHash } from 'node:crypto'
import { getEnv } from '#lib/env.ts'
import { singleton } from '#lib/singleton.ts'
import { Budget } from './budget.ts'
import { createPortraitClient, type PortraitClient } from './client.ts'

/** Calls that exports and thumbnails leave free while somebody clicks. */
const INTERACTIVE_RESERVE = 20
const ACTIVE_MS = 60_000
const INTERACTIVE_WAIT_MS = 10_000

/** The client of one key. All people who share a key share its budget of 120 calls. */
export function connectWithKey(key: string): PortraitClient {
  const keyFingerprint = fingerprint(key)
  const budgets = singleton('budgets', () => new Map<string, Budget>())
  const budget = budgets.get(keyFingerprint) ?? createBudget()
  budgets.set(keyFingerprint, budget)
  return createPortraitClient({ baseUrl: getEnv().portraitApiUrl, key, keyFingerprint, budget })
}

/** Tells keys apart without holding them: the first 128 bits of the key's SHA-256, in hex. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}

function createBudget(): Budget {
  const env = getEnv()
  return new Budget({
    limit: env.portraitApiLimit,
    windowMs: env.portraitApiWindowMs,
    reserve: Math.min(INTERACTIVE_RESERVE, Math.floor(env.portraitApiLimit / 4)),
    activeMs: Math.min(ACTIVE_MS, env.portraitApiWindowMs),
    interactiveWaitMs: INTERACTIVE_WAIT_MS,
  })
}
