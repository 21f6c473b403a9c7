import 'server-only'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import { describeError } from '#lib/describe-error.ts'
import { logSome } from '#lib/log-some.ts'
import { getMetrics } from '#lib/metrics.ts'
import { measureStore } from '#lib/photo-store/photo-eviction.ts'
import { photoFolder } from '#lib/photo-store/photo-store.ts'
import { LANES } from '#lib/portrait-api/call-line.ts'
import { readServiceLimits } from '#lib/portrait-api/connect.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getDatabase, getPostgres } from '#lib/store/database.ts'
import { countJobs } from '#lib/store/job-states.ts'
import { getSessionStore } from '#lib/store/session-store.ts'
import packageJson from '#package.json' with { type: 'json' }

/** Adds metrics that are read at each scrape: they cost nothing without one. */
export function collectMetrics(): void {
  const { registry } = getMetrics()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await readOrNull(name, read)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  const sumOf = (count: (budget: ReturnType<typeof readServiceLimits>['budgets'][number]) => number) => () =>
    readServiceLimits().budgets.reduce((sum, budget) => sum + count(budget), 0)

  new Gauge({
    name: 'desk_info',
    help: 'The desk that answers; always 1.',
    labelNames: ['version', 'mode'],
    registers,
  }).set({ version: packageJson.version, mode: getEnv().practice ? 'practice' : 'service' }, 1)
  gauge('desk_keys', 'API keys that this process has used.', () => readServiceLimits().budgets.length)
  gauge(
    'desk_budget_limit',
    'Calls that the service allows in a window, of all keys.',
    sumOf(of => of.limit),
  )
  gauge(
    'desk_budget_used',
    'Of these, calls that the service still counts.',
    sumOf(of => of.limit - of.free),
  )
  gauge(
    'desk_budget_free',
    'Of these, calls that could begin now; 0 in a pause.',
    sumOf(of => of.free),
  )
  gauge('desk_breaker_open', '1 while the desk leaves the service alone, because it does not answer.', () =>
    readServiceLimits().isDown ? 1 : 0,
  )
  gauge('desk_sessions', 'People who are signed in, once for each browser.', () => getSessionStore().count())
  gauge('desk_photo_store_bytes', 'What the photos on disk need.', () => measureStore(photoFolder()))
  gauge(
    'desk_photo_store_limit_bytes',
    'What they may need (PHOTO_STORE_MAX_MB).',
    () => getEnv().photoStoreMaxBytes,
  )
  gauge('desk_database_bytes', 'What the database needs on disk.', () => getDatabase().bytes())
  new Gauge({
    name: 'desk_budget_waiting',
    help: 'Calls that wait for their place now, by who waits for them.',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of LANES) this.set({ lane }, sumOf(({ waiting }) => waiting[lane])())
    },
  })
  new Gauge({
    name: 'desk_jobs',
    help: 'Exports, imports, changes to many and runs of deliveries that the desk remembers, by state.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const counts = (await readOrNull('desk_jobs', () => countJobs(getDatabase()))) ?? []
      this.reset()
      for (const { kind, state, count } of counts) this.set({ kind, state }, count)
    },
  })
  const server = getPostgres()
  if (server)
    new Gauge({
      name: 'desk_database_connections',
      help: 'Connections to the PostgreSQL server: "busy", "idle", and "wanted" by those who wait for one.',
      labelNames: ['state'],
      registers,
      collect() {
        const { connections, idle, waiting } = server.state()
        this.set({ state: 'busy' }, connections - idle)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'wanted' }, waiting)
      },
    })
}

/**
 * Leaves out a value that cannot be read, for example while the database is unavailable, so that the others still
 * appear.
 */
async function readOrNull<Value>(metric: string, read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    // One fault may affect several metrics, at each scrape.
    const { error: kind, ...where } = describeError(error)
    logSome('warn', 'metric_not_read', { kind: { error: kind }, most: 1, fields: { metric, ...where } })
    return null
  }
}
