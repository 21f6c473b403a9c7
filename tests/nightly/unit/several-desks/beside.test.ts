import { existsSync, mkdirSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeskChannel } from '#lib/several-desks/desk-channel.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { connectTo, ENGINES } from '#tests/support/engines.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

const MINUTE_MS = 60_000
let url = ''

/** This process is a desk on a server; the test writes the events of the other desk. */
beforeEach(async () => {
  if (!ENGINES.includes('postgres')) return
  url = await createTestDatabase()
  applySettings({ DATABASE_URL: url })
})

const close = async () => (await import('#lib/store/database.ts')).closeDatabase()

async function hear(...news: object[]): Promise<void> {
  const { singleton } = await import('#lib/singleton.ts')
  await connectTo(url).run(
    "INSERT INTO desk_news (desk, kept, news) VALUES ('other', FALSE, ?)",
    JSON.stringify(news),
  )
  await singleton('desk-channel', (): DeskChannel => {
    throw new Error('The channel was not opened.')
  }).poll()
}

async function start() {
  const [{ followDeskEvents }, { connectWithKey }, { installSeveralDesks }] = await Promise.all([
    import('#lib/employees/follow-desk-events.ts'),
    import('#lib/portrait-api/connect.ts'),
    import('#lib/several-desks/install.ts'),
  ])
  const severalDesks = installSeveralDesks()
  const client = connectWithKey('key-of-this-desk')
  followDeskEvents()
  await severalDesks.start()
  return client
}

const written = (key: string, people: object[], more: object = {}) => ({
  ...{ kind: 'written', key, touched: '^projects/', people, gone: [], agoMs: 0 },
  ...more,
})

describe.runIf(ENGINES.includes('postgres'))('a desk beside others', () => {
  test('a desk takes over writes of another desk, unless it has a later answer of the service', async () => {
    const client = await start()
    const { recent, keyFingerprint: key } = client
    recent.see(readyEmployee({ id: 1, first_name: 'Before' }))
    await hear(written(key, [readyEmployee({ id: 1, first_name: 'After' })]))
    expect(recent.lastSeen(1)?.first_name).toBe('After')
    await hear(written(key, [readyEmployee({ id: 1, first_name: 'Long ago' })], { agoMs: MINUTE_MS }))
    expect(recent.lastSeen(1)?.first_name).toBe('After')
    await hear(written('another key', [readyEmployee({ id: 1, first_name: 'Of others' })]))
    expect(recent.lastSeen(1)?.first_name).toBe('After')
    await hear(written(key, [], { gone: [1] }))
    expect(recent.lastSeen(1)).toBeNull()
    await close()
  })

  test('a desk forgets the approval of employees whose photos another desk saw withdrawn', async () => {
    const { recent } = await start()
    for (const id of [1, 2]) recent.see(readyEmployee({ id }))
    await hear({ kind: 'photos_withdrawn', people: [1] })
    expect([recent.lastSeen(1), recent.lastSeen(2)?.id]).toEqual([null, 2])
    await close()
  })

  test('a desk publishes a withdrawn approval once, and again after a new approval or photo', async () => {
    await start()
    const { handleWithdrawnApprovals } = await import('#lib/employees/departures.ts')
    const [photo] = [readyEmployee({ id: 1 }).photo]
    const without = { ...photo, approved: false }
    const hear = async (more: object = {}) =>
      handleWithdrawnApprovals(fakeClient({}), [
        readyEmployee({ id: 1, photo: without, ...more }),
        readyEmployee({ id: 2, photo: without }),
      ])
    // The list is read again, as each plan of a delivery does.
    for (let again = 0; again < 3; again += 1) await hear()
    for (const uploaded_at of ['2026-11-20T10:00:00+01:00', '2026-11-20T09:00:00.000Z'])
      await hear({ uploaded_at })
    await handleWithdrawnApprovals(fakeClient({}), [readyEmployee({ id: 2 })])
    await hear({ uploaded_at: '2026-11-20T10:00:00+01:00' })
    const told = async () =>
      (await connectTo(url).all('SELECT news FROM desk_news WHERE kept ORDER BY id')).flatMap(({ news }) =>
        JSON.parse(String(news)).map(({ people }: { people: number[] }) => people),
      )
    await until('all is told', async () => (await told()).flat().length >= 4)
    expect(await told()).toEqual([[1, 2], [1], [2]])
    await close()
  })

  test('a desk deletes photos whose approval was withdrawn while it was down', async () => {
    await connectTo(url).run(
      "INSERT INTO desk_news (desk, kept, news) VALUES ('other', TRUE, ?)",
      JSON.stringify([{ kind: 'photos_withdrawn', people: [1] }]),
    )
    const { personFolder } = await import('#lib/photo-store/photo-store.ts')
    for (const id of [1, 2]) mkdirSync(personFolder('a-key', id), { recursive: true })
    await start()
    expect([1, 2].map(id => existsSync(personFolder('a-key', id)))).toEqual([false, true])
    await close()
  })

  test('a desk ignores events that only a later version knows', async () => {
    const { recent, keyFingerprint: key } = await start()
    await hear({ kind: 'of tomorrow' }, written(key, [readyEmployee({ id: 1 })]))
    expect(recent.lastSeen(1)?.id).toBe(1)
    await close()
  })

  test('a desk logs no write as unknown that another desk may still be making', async () => {
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    const { startKeepingActivity } = await import('#lib/activity/keep-activity.ts')
    const entry = { actor: { id: 'anna', email: 'a@example.com' }, action: 'employee_changed' }
    vi.setSystemTime(Date.now() - 16 * MINUTE_MS)
    await getActivityStore().intend({ ...entry, employee: 1 })
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS)
    await getActivityStore().intend({ ...entry, employee: 2 })
    vi.useRealTimers()
    await startKeepingActivity()
    const kept = await getActivityStore().list({}, { limit: 10 })
    expect(kept.map(({ employee, outcome }) => [employee, outcome])).toEqual([[1, 'unknown']])
    await close()
  })

  test('a desk logs a write once, even if it repeats the statement', async () => {
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    const store = getActivityStore()
    const entry = { actor: { id: 'anna', email: 'a@example.com' }, action: 'employee_changed', employee: 1 }
    const intent = await store.intend(entry)
    for (const isRepeated of [false, true]) await store.settle(intent, entry, { isRepeated })
    await store.settle(
      await store.intend({ ...entry, employee: 2 }),
      { ...entry, employee: 2 },
      { isRepeated: true },
    )
    expect((await store.list({}, { limit: 10 })).map(({ employee }) => employee)).toEqual([2, 1])
    await close()
  })

  test('a desk shares the database with any number of desks, but not with exclusive work', async () => {
    const { joinDatabase, lockDatabase } = await import('#lib/store/database-lock.ts')
    await connectTo(url).get('SELECT 1')
    const desks = await Promise.all([joinDatabase(), joinDatabase(), joinDatabase()])
    await expect(lockDatabase()).rejects.toThrow('A desk works with this database already (process')
    for (const leave of desks) await leave()
    const release = await lockDatabase()
    await expect(joinDatabase()).rejects.toThrow('The database is being copied (process')
    await release()
    await (await joinDatabase())()
  })
})
