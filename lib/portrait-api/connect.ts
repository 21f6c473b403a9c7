import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import { budgetLedger } from '#lib/ports/budget-ledger.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { Breaker, type BreakerNews } from './breaker.ts'
import { Budget, type BudgetNews, type BudgetState, type CallBudget } from './budget.ts'
import { type CallRecord, createCallWindow } from './call-window.ts'
import type { KeyState } from './calls.ts'
import { createPortraitClient, type PortraitClient } from './client.ts'
import { KeyStatus } from './key-status.ts'
import { ReadCache } from './read-cache.ts'
import { RecentRecords } from './recent-records.ts'
import { RetryQuota } from './retry-quota.ts'
import { type Oddity, ServiceNews } from './service-news.ts'
import { SharedBudget } from './shared-budget.ts'

const ACTIVE_MS = 60_000
const INTERACTIVE_WAIT_MS = 10_000
const CACHED_ANSWERS_MAX = 300
/** Of desks that share a key: what one of them must have been silent for, and how often it looks by itself. */
const LEASE_MS = 10_000
const TURN_MS = 3_000
const POLL_MS = 1_000
const UNREACHABLE_MS = 3_000

type ConnectOptions = {
  person?: string
  openRecord?: (keyFingerprint: string, windowMs: number) => CallRecord
}

/**
 * The client of one key, for this person (their account's id) or for what the desk does by itself. All people who share
 * a key share its budget, in turn, and what it has read. `openRecord` keeps its calls for the desk's next start, unless they
 * are counted together with those of other desks.
 */
export function connectWithKey(
  key: string,
  { person = '', openRecord }: ConnectOptions = {},
): PortraitClient {
  const keyFingerprint = fingerprint(key)
  const state = getKeyStates().get(keyFingerprint) ?? createKeyState(keyFingerprint, openRecord)
  getKeyStates().set(keyFingerprint, state)
  const baseUrl = getEnv().portraitApiUrl
  return createPortraitClient({ baseUrl, key, keyFingerprint, breaker: getBreaker(), person, ...state })
}

/** What all clients of this key share, or of all keys that this process has used. */
export function findKeyStates(keyFingerprint?: string): (KeyState & { keyFingerprint: string })[] {
  return [...getKeyStates()]
    .filter(([key]) => keyFingerprint === undefined || key === keyFingerprint)
    .map(([key, state]) => ({ keyFingerprint: key, ...state }))
}

/** What is left of the limits of all keys that this process has used, and whether the service is left alone. */
export function readServiceLimits(): { budgets: BudgetState[]; isDown: boolean } {
  const budgets = [...getKeyStates().values()].map(({ budget }) => budget.state())
  return { budgets, isDown: getBreaker().state().down }
}

/** The limit of a key that this process has used. */
export function findBudget(keyFingerprint: string): CallBudget | null {
  return getKeyStates().get(keyFingerprint)?.budget ?? null
}

/** By the fingerprint of each key that this process has used. */
function getKeyStates(): Map<string, KeyState> {
  return singleton('keys', () => new Map())
}

/** Of the service, whoever asks it. */
function getBreaker(): Breaker {
  return singleton('breaker', () => new Breaker(undefined, logBreaker))
}

/** Tells keys apart without holding them: the first 128 bits of the key's SHA-256, in hex. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}

function createKeyState(keyFingerprint: string, openRecord: ConnectOptions['openRecord']): KeyState {
  const env = getEnv()
  const budget = createBudget(keyFingerprint, openRecord)
  const cache = new ReadCache({ keepMs: env.portraitApiCacheMs, maxEntries: CACHED_ANSWERS_MAX })
  return {
    budget,
    cache,
    quota: new RetryQuota(),
    recent: new RecentRecords(),
    keyStatus: new KeyStatus(() => getMetrics().keyRefusals.inc()),
    news: new ServiceNews(logNews),
  }
}

/** Of this desk alone, or of all that share the key. */
function createBudget(keyFingerprint: string, openRecord: ConnectOptions['openRecord']): CallBudget {
  const env = getEnv()
  const limits = { limit: env.portraitApiLimit, windowMs: env.portraitApiWindowMs }
  const options = {
    ...limits,
    reserve: env.portraitApiReserve,
    activeMs: Math.min(ACTIVE_MS, env.portraitApiWindowMs),
    interactiveWaitMs: INTERACTIVE_WAIT_MS,
  }
  const openLedger = budgetLedger.get()
  if (!openLedger) {
    const window = createCallWindow(limits, openRecord?.(keyFingerprint, limits.windowMs))
    return new Budget(options, window, logBudget)
  }
  const desk = randomUUID()
  const shared = {
    ...options,
    desk,
    leaseMs: LEASE_MS,
    turnMs: TURN_MS,
    pollMs: POLL_MS,
    unreachableMs: UNREACHABLE_MS,
  }
  return new SharedBudget(shared, openLedger({ keyFingerprint, desk }), { tell: logBudget })
}

function logBreaker(news: BreakerNews): void {
  if (news.event === 'closed') log('info', 'breaker_closed', { seconds: toSeconds(news.openMs) })
  else
    log('warn', 'breaker_opened', {
      code: news.code,
      failures: news.failures,
      seconds: toSeconds(news.restMs),
    })
}

function logBudget(news: BudgetNews): void {
  if (news.event === 'lost') {
    log('error', 'budget_lost', { waiting: news.waiting, ...describeError(news.error) })
    return
  }
  const { event, ms, waiting, ...rest } = news
  log(event === 'paused' ? 'warn' : 'info', `budget_${event}`, { ...rest, seconds: toSeconds(ms), waiting })
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

/** Once for each kind: field and form, and never what stood there. */
function logNews(call: string, { field, expected, found }: Oddity): void {
  log('warn', 'service_answer_odd', { call, field, expected, found })
}
