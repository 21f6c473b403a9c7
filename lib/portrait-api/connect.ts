import 'server-only'
import { createHash } from 'node:crypto'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { Breaker, type BreakerNews } from './breaker.ts'
import { Budget, type BudgetNews, type BudgetState } from './budget.ts'
import { type CallRecord, createCallWindow } from './call-window.ts'
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
 * The client of one key, for this person (their account's id) or for what the desk does by itself. All people who share
 * a key share its budget, in turn, and what it has read. `openRecord` keeps its calls for the desk's next start.
 */
export function connectWithKey(
  key: string,
  { person = '', openRecord }: ConnectOptions = {},
): PortraitClient {
  const keyFingerprint = fingerprint(key)
  const states = singleton('keys', () => new Map<string, KeyState>())
  const state = states.get(keyFingerprint) ?? createKeyState(keyFingerprint, openRecord)
  states.set(keyFingerprint, state)
  const breaker = singleton('breaker', () => new Breaker(undefined, logBreaker))
  const baseUrl = getEnv().portraitApiUrl
  return createPortraitClient({ baseUrl, key, keyFingerprint, breaker, person, ...state })
}

/** What is left of the limits of all keys that this process has used, and whether the service is left alone. */
export function readServiceLimits(): { budgets: BudgetState[]; isDown: boolean } {
  const states = singleton('keys', () => new Map<string, KeyState>())
  const breaker = singleton('breaker', () => new Breaker(undefined, logBreaker))
  return { budgets: [...states.values()].map(({ budget }) => budget.state()), isDown: breaker.state().down }
}

/** Tells keys apart without holding them: the first 128 bits of the key's SHA-256, in hex. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}

function createKeyState(keyFingerprint: string, openRecord: ConnectOptions['openRecord']): KeyState {
  const env = getEnv()
  const limits = { limit: env.portraitApiLimit, windowMs: env.portraitApiWindowMs }
  const budget = new Budget(
    {
      ...limits,
      reserve: env.portraitApiReserve,
      activeMs: Math.min(ACTIVE_MS, env.portraitApiWindowMs),
      interactiveWaitMs: INTERACTIVE_WAIT_MS,
    },
    createCallWindow(limits, openRecord?.(keyFingerprint, limits.windowMs)),
    logBudget,
  )
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

function logBreaker(news: BreakerNews): void {
  if (news.event === 'closed') log('info', 'breaker_closed', { seconds: toSeconds(news.openMs) })
  else
    log('warn', 'breaker_opened', {
      code: news.code,
      failures: news.failures,
      seconds: toSeconds(news.restMs),
    })
}

function logBudget({ event, ms, waiting, ...rest }: BudgetNews): void {
  log(event === 'paused' ? 'warn' : 'info', `budget_${event}`, { ...rest, seconds: toSeconds(ms), waiting })
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

/** Once for each kind: field and form, and never what stood there. */
function logNews(call: string, { field, expected, found }: Oddity): void {
  log('warn', 'service_answer_odd', { call, field, expected, found })
}
