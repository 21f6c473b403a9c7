import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { test as anyTest, expect, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { parseLedger } from '#lib/portrait-api/ledger.ts'
import type { BudgetLedger } from '#lib/ports/budget-ledger.ts'
import { openCallLedgers } from '#tests/support/call-ledgers.ts'
import { type Call, type Day, day, mostInAnyWindow, play, requireKept } from '#tests/support/desk-days.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { ENGINES } from '#tests/support/engines.ts'
import type { Trouble } from '#tests/support/ledger-model.ts'
import { createTestDatabase, startPostgres } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

const test = anyTest.runIf(ENGINES.includes('postgres'))
const KEY = 'a1b2c3'
const OPTIONS = {
  limit: 20,
  windowMs: 300,
  reserve: 0,
  activeMs: 0,
  interactiveWaitMs: 10_000,
  leaseMs: 10_000,
  turnMs: 3_000,
  pollMs: 200,
  unreachableMs: 500,
}

/** Few enough that each desk gets an answer in time from the shared connections. */
const DAYS_AT_ONCE = 8

const ledger = (at: number) => parseLedger(null, at)

test('one of two desks that read the same version writes the next, even the first', async () => {
  const { connect } = await openCallLedgers(await createTestDatabase())
  const [one, two] = [connect(KEY, 'one'), connect(KEY, 'two')]
  const first = await one.read()
  expect(first).toMatchObject({ document: null, version: 0 })
  const write = async (store: BudgetLedger, at: number, version: number) => {
    const answer = await store.write(ledger(at), { version, wake: [] })
    return answer.written ? 'written' : (answer.found?.version ?? 'to be read')
  }
  const both = async (version: number) => {
    const answers = await Promise.all([write(one, 1, version), write(two, 2, version)])
    expect(answers.filter(answer => answer === 'written')).toHaveLength(1)
    expect((await two.read()).version).toBe(version + 1)
  }
  await both(0)
  await both(1)
  expect(await write(one, 5, 1)).toBe(2)
  expect(await write(one, 5, 0)).toBe(2)
  expect(await connect('d4e5f6', 'one').read()).toMatchObject({ document: null, version: 0 })
})

test('the ledger uses the clock of the server', async () => {
  const { connect, admin } = await openCallLedgers(await createTestDatabase())
  const clock = async () =>
    Number((await admin.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')).rows[0].now)
  const before = await clock()
  const { now } = await connect(KEY, 'one').read()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(await clock())
})

test('a write wakes only the named desks of its key, even after a lost connection', async () => {
  const server = await startPostgres()
  const { connect, admin } = await openCallLedgers(server.url('desk'))
  const woken: string[] = []
  for (const [key, desk] of [
    [KEY, 'one'],
    [KEY, 'two'],
    ['d4e5f6', 'two'],
  ] as const)
    connect(key, desk).listen(() => woken.push(`${key} ${desk}`))
  await until('all are listening', () => woken.length === 3)
  const writer = connect(KEY, 'three')
  await writer.write(ledger(1), { version: 0, wake: [] })
  woken.length = 0
  await writer.write(ledger(2), { version: 1, wake: ['two'] })
  await until('the desk is woken', () => woken.length > 0)
  expect(woken).toEqual([`${KEY} two`])
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await until('all are listening again, and look at the ledger', () => woken.length === 4)
  await until('the ledger is written', () =>
    writer.write(ledger(3), { version: 2, wake: ['two'] }).then(
      ({ written }) => written,
      () => false,
    ),
  )
  await until('the desk is woken', () => woken.length === 5)
})

test('a desk reconnects when its server has become a standby', async () => {
  const server = await startPostgres()
  const { connect, admin } = await openCallLedgers(server.url('desk'))
  const store = connect(KEY, 'one')
  await store.write(ledger(1), { version: 0, wake: [] })
  await admin.end()
  await server.demote()
  await until('the ledger is read', () =>
    store.read().then(
      ({ version }) => version === 1,
      () => false,
    ),
  )
  const connections = async () =>
    (await server.admin("SELECT pid FROM pg_stat_activity WHERE query LIKE '%call_ledgers%'", 'desk')).filter(
      ({ pid }) => pid,
    ).length
  expect(await connections()).toBe(2)
  await expect(store.write(ledger(2), { version: 1, wake: [] })).rejects.toMatchObject({ code: '25006' })
  await until('the connection is closed', async () => (await connections()) === 1)
  await server.admin('SELECT pg_promote()')
  expect(await store.write(ledger(2), { version: 1, wake: [] })).toMatchObject({ written: true })
})

test('the days of the model keep the limit with a real server, and no call is forgotten', async () => {
  const { connect } = await openCallLedgers(await createTestDatabase())
  const days = fc.sample(day, 60).map(toShort)
  const shares = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), days.length)
  const rest = days.entries()
  const playOn = async () => {
    for (const [index, day] of rest) {
      const calls = await playForReal(day, connect)
      requireKept(day, calls, { share: shares[index] ?? 0, windowMs: 200 })
    }
  }
  await Promise.all(Array.from({ length: DAYS_AT_ONCE }, playOn))
})

/** Shortens a day to a fifth, with answers and leases that a busy machine does not mix up. */
function toShort(day: Day): Day {
  const short = <Event extends { atMs: number; ms?: number }>(event: Event): Event => ({
    ...event,
    atMs: event.atMs / 5,
    ...(event.ms !== undefined && { ms: event.ms / 5 }),
  })
  return {
    ...day,
    limit: day.limit + 4,
    turnsBack: null,
    pauses: day.pauses.map(short),
    deaths: day.deaths.map(short),
    stops: day.stops.map(short),
    outages: day.outages.map(short),
    wishes: day.wishes.map(wish => ({ ...short(wish), answerMs: wish.answerMs / 5 })),
  }
}

async function playForReal(day: Day, connect: (key: string, desk: string) => BudgetLedger): Promise<Call[]> {
  const key = randomUUID()
  let awayUntil = 0
  const { calls } = await play(day, {
    windowMs: 200,
    times: { leaseMs: 3_000, turnMs: 300, pollMs: 50, unreachableMs: 100 },
    connect(desk) {
      const trouble: Trouble = { silentUntil: 0 }
      const store = connect(key, desk)
      const pass = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
        const answered = await answer
        while (trouble.silentUntil > performance.now()) await wait(trouble.silentUntil - performance.now())
        if (awayUntil > performance.now()) throw new Error('The database is away.')
        return answered
      }
      return {
        trouble,
        store: {
          read: () => pass(store.read()),
          write: (ledger, options) => pass(store.write(ledger, options)),
          listen: look => store.listen(look),
        },
      }
    },
    goAway(ms) {
      awayUntil = performance.now() + ms
    },
    turnClockBack() {},
    finish: async isOver => void (await until('the day is over', isOver)),
  })
  return calls
}

/** Never resolves for an infinite time. */
function wait(ms: number): Promise<void> {
  return new Promise(resolve => {
    if (Number.isFinite(ms)) setTimeout(resolve, Math.ceil(ms))
  })
}

test('every desk counts calls in the ledger of the server, and without one in memory', async () => {
  const url = await createTestDatabase()
  const settings = { PORTRAIT_API_KEY: 'a_key_of_the_operator', PORTRAIT_API_LIMIT: '3' }
  applySettings({ ...settings, DATABASE_URL: url })
  const open = async () => {
    // Reads the modules again, as another process would.
    vi.resetModules()
    Reflect.deleteProperty(globalThis, 'portraitDesk')
    const [{ installSeveralDesks }, { getBackgroundClient }] = await Promise.all([
      import('#lib/several-desks/install.ts'),
      import('#lib/session/connection/connection.ts'),
    ])
    installSeveralDesks()
    return { client: await getBackgroundClient(), ...(await import('#lib/store/database.ts')) }
  }
  const [one, two] = [await open(), await open()]
  await one.getDatabase().get('SELECT version FROM desk_schema')
  const permits = []
  for (const { client } of [one, two, one]) permits.push(await client?.budget.acquire('background'))
  await until('the other desk knows', () => two.client?.budget.state().free === 0)
  expect(one.client?.budget.state()).toMatchObject({ limit: 3, free: 0 })
  for (const permit of permits) permit?.giveBack()
  await until('all places are free', () =>
    [one, two].every(({ client }) => client?.budget.state().free === 3),
  )
  one.closeDatabase()
  two.closeDatabase()

  applySettings({ ...settings, DATABASE_URL: undefined })
  const { getBackgroundClient } = await import('#lib/session/connection/connection.ts')
  const alone = await getBackgroundClient()
  expect(alone?.budget.state()).toMatchObject({ free: 3 })
})

test('no call is sent while the server is stopped: people are refused, and batches wait', async () => {
  const server = await startPostgres()
  const { connect } = await openCallLedgers(server.url('desk'))
  const events: string[] = []
  const onEvent = ({ event }: { event: string }) => events.push(event)
  const budget = new Budget(OPTIONS, { desk: 'one', ledger: connect(KEY, 'one'), onEvent })
  const begun: number[] = []
  const work = async () => {
    for (let left = 20; left > 0; left -= 1) {
      const permit = await budget.acquire('background')
      begun.push(performance.now())
      permit.arrived()
    }
  }
  const end = budget.beginBatch()
  const done = Promise.all([work(), work(), work()]).then(end)
  await until('calls are made', () => begun.length > 25)
  await server.stop('immediate')
  await until('the loss is noticed', () => events.includes('lost'))
  const lostAt = performance.now()
  const refused = await budget.acquire('interactive', { person: 'anna' }).catch(error => error)
  expect(refused).toBeInstanceOf(DeskError)
  expect(refused).toMatchObject({ code: 'budget_unreachable', neverSent: true })
  const startedAt = performance.now()
  await server.start()
  await done
  expect(begun.filter(at => at > lostAt && at < startedAt)).toEqual([])
  expect(begun).toHaveLength(60)
  expect(mostInAnyWindow(begun, OPTIONS.windowMs)).toBeLessThanOrEqual(OPTIONS.limit)
  await until('the recovery is noticed', () => events.includes('found'))
  const permit = await budget.acquire('interactive', { person: 'anna' })
  permit.giveBack()
})

test('no call is sent while the server is read-only', async () => {
  const server = await startPostgres()
  const { connect, admin } = await openCallLedgers(server.url('desk'))
  await admin.query('ALTER DATABASE desk SET default_transaction_read_only = on')
  await server.admin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'desk'")
  const budget = new Budget(OPTIONS, { desk: 'one', ledger: connect(KEY, 'one') })
  await expect(budget.acquire('interactive', { person: 'anna' })).rejects.toMatchObject({
    code: 'budget_unreachable',
  })
})
