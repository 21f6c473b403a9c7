import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import { budgetLedger } from '#lib/ports/budget-ledger.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { Breaker, type BreakerNews } from './breaker.ts'
import { Budget } from './budget.ts'
import type { BudgetEvent, BudgetState, CallRecord } from './budget-types.ts'
import type { KeyState } from './calls.ts'
import { createPortraitClient, type PortraitClient } from './client.ts'
import { KeyStatus } from './key-status.ts'
import { ReadCache } from './read-cache.ts'
import { RecentRecords } from './recent-records.ts'
import { RetryQuota } from './retry-quota.ts'
import { type Oddity, ServiceNews } from './service-news.ts'

const ACTIVE_MS = 60_000
const INTERACTIVE_WAIT_MS = 10_000
const CACHED_ANSWERS_MAX = 300

type ConnectOptions = {
  person?: string
  openRecord?: (keyFingerprint: string, windowMs: number) => CallRecord
}

/**
 * Returns the client of one key, for this person (their account's id) or for the desk itself. All people with the same
 * key share its budget and its cache. `openRecord` keeps its calls for the next start of the desk.
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

/** Lists what the clients of this key share, or those of all keys that this process has used. */
export function findKeyStates(keyFingerprint?: string): (KeyState & { keyFingerprint: string })[] {
  return [...getKeyStates()]
    .filter(([key]) => keyFingerprint === undefined || key === keyFingerprint)
    .map(([key, state]) => ({ keyFingerprint: key, ...state }))
}

/** Returns the budgets of all keys that this process has used, and whether the breaker is open. */
export function readServiceLimits(): { budgets: BudgetState[]; isDown: boolean } {
  const budgets = [...getKeyStates().values()].map(({ budget }) => budget.state())
  return { budgets, isDown: getBreaker().state().down }
}

/** Finds the budget of a key that this process has used. */
export function findBudget(keyFingerprint: string): Budget | null {
  return getKeyStates().get(keyFingerprint)?.budget ?? null
}

/** The state of each key that this process has used, by fingerprint. */
function getKeyStates(): Map<string, KeyState> {
  return singleton('keys', () => new Map())
}

/** The breaker of the service, for all keys. */
function getBreaker(): Breaker {
  return singleton('breaker', () => new Breaker(undefined, logBreaker))
}

/** Identifies a key without its value: the first 128 bits of its SHA-256, in hex. */
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

function createBudget(keyFingerprint: string, openRecord: ConnectOptions['openRecord']): Budget {
  const { portraitApiLimit: limit, portraitApiWindowMs: windowMs, portraitApiReserve: reserve } = getEnv()
  const desk = randomUUID()
  const ledger = budgetLedger.get()({ keyFingerprint, desk })
  const record = openRecord?.(keyFingerprint, windowMs)
  return new Budget(
    {
      limit,
      windowMs,
      reserve,
      activeMs: Math.min(ACTIVE_MS, windowMs),
      interactiveWaitMs: INTERACTIVE_WAIT_MS,
    },
    { desk, ledger, onEvent: logBudget, ...(record && { record }) },
  )
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

function logBudget(budgetEvent: BudgetEvent): void {
  if (budgetEvent.event === 'lost') {
    log('error', 'budget_lost', { waiting: budgetEvent.waiting, ...describeError(budgetEvent.error) })
    return
  }
  const { event, ms, waiting, ...rest } = budgetEvent
  log(event === 'paused' ? 'warn' : 'info', `budget_${event}`, { ...rest, seconds: toSeconds(ms), waiting })
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

/** Logs each kind once: field and form, never the value. */
function logNews(call: string, { field, expected, found }: Oddity): void {
  log('warn', 'service_answer_odd', { call, field, expected, found })
}
