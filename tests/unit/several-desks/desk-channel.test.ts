import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DeskChannel } from '#lib/several-desks/desk-channel.ts'
import { Listener } from '#lib/several-desks/listener.ts'
import type { PostgresDatabase } from '#lib/store/postgres.ts'
import { connectTo, ENGINES } from '#tests/support/engines.ts'
import { createTestDatabase, startPostgres } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

type Options = { bookmark?: string; awayMs?: number; url?: string; readsKept?: boolean }

/** A desk that receives events; without `url` it polls alone, without notifications. */
async function start(
  database: PostgresDatabase,
  desk: string,
  { bookmark, awayMs, url, readsKept }: Options = {},
) {
  const received: unknown[] = []
  const positions: string[] = bookmark === undefined ? [] : [bookmark]
  const listener = url ? new Listener(async () => new Client({ connectionString: url })) : null
  onTestFinished(() => listener?.close())
  let listening = 0
  const channel = new DeskChannel({
    database,
    desk,
    ...(awayMs !== undefined && { awayMs }),
    listen: subscriber =>
      listener?.add('desk_news', {
        onMessage: subscriber.onMessage,
        onListening() {
          listening += 1
          subscriber.onListening()
        },
      }),
    onEvent: async event => void received.push(event),
    onMissed: async () => void received.push('missed'),
    onFailure: () => {},
  })
  const own = { read: () => positions.at(-1) ?? null, write: (at: string) => void positions.push(at) }
  await channel.start(own, { ...(readsKept !== undefined && { readsKept }) })
  return { channel, received, listening: () => listening, bookmark: () => positions.at(-1) ?? '' }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

describe.runIf(ENGINES.includes('postgres'))('the desk channel', () => {
  test('the desk channel delivers each event once and in order to every other desk', async () => {
    const database = connectTo(await createTestDatabase())
    const [a, b, c] = [await start(database, 'a'), await start(database, 'b'), await start(database, 'c')]
    await Promise.all(many(20).map(n => a.channel.publish([n], { isKept: n % 7 === 0 })))
    await b.channel.poll()
    await b.channel.poll()
    expect(b.received).toEqual(many(20))
    await b.channel.publish(['from b'], { isKept: false })
    await Promise.all([a, b, c].map(({ channel }) => channel.poll()))
    expect([a.received, b.received, c.received]).toEqual([['from b'], many(20), [...many(20), 'from b']])
  })

  test('the desk channel delivers events by notification, even after a restart of the server', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    const [a, b] = [await start(database, 'a'), await start(database, 'b', { url: server.url('desk') })]
    await until('it is listening', () => b.listening() === 1)
    await a.channel.publish(['one'], { isKept: false })
    await until('the event is received', () => b.received.length === 1)
    await server.stop()
    const published = a.channel.publish(['two'], { isKept: false })
    await server.start()
    await published
    await until('it is listening again', () => b.listening() === 2)
    await until('the event of the meantime is received', () => b.received.length === 2)
    expect(b.received).toEqual(['one', 'two'])
  })

  test('the desk channel delivers an event once when its transaction ends after a later one', async () => {
    const database = connectTo(await createTestDatabase())
    const b = await start(database, 'b')
    const slow = await database.connect()
    onTestFinished(() => slow.release())
    const insert = "INSERT INTO desk_news (desk, kept, news) VALUES ('a', FALSE, $1)"
    await slow.query('BEGIN')
    await slow.query(insert, ['["slow"]'])
    await database.run(insert.replace('$1', '?'), '["quick"]')
    await b.channel.poll()
    await b.channel.poll()
    expect(b.received).toEqual(['quick'])
    await slow.query('COMMIT')
    await b.channel.poll()
    await b.channel.poll()
    expect(b.received).toEqual(['quick', 'slow'])
  })

  test('the desk channel delivers kept events to a desk that was down, from its bookmark on', async () => {
    const database = connectTo(await createTestDatabase())
    const a = await start(database, 'a')
    const before = await start(database, 'b')
    await a.channel.publish(['known'], { isKept: true })
    await before.channel.poll()
    await a.channel.publish(['purge'], { isKept: true })
    await a.channel.publish(['passing'], { isKept: false })
    expect((await start(database, 'b again', { bookmark: before.bookmark() })).received).toEqual(['purge'])
    expect((await start(database, 'new')).received).toEqual(['known', 'purge'])
    expect((await start(database, 'of another server', { bookmark: '9'.repeat(18) })).received).toEqual([
      'known',
      'purge',
    ])
    const nothing = await start(database, 'with nothing on its disk', { readsKept: false })
    await a.channel.publish(['later'], { isKept: true })
    await nothing.channel.poll()
    expect(nothing.received).toEqual(['later'])
  })

  test('the desk channel reads kept events in pages, however many there are', async () => {
    const database = connectTo(await createTestDatabase())
    await database.run(
      `INSERT INTO desk_news (desk, kept, news) SELECT 'a', TRUE, '[' || n || ']' FROM generate_series(0, 999) AS n`,
    )
    const reads = vi.spyOn(database, 'all')
    expect((await start(database, 'b')).received).toEqual(many(1000))
    const answers = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<unknown[]>))
    expect(Math.max(...answers.map(({ length }) => length))).toBe(200)
  })

  test('the desk channel delivers events of a restored dump once', async () => {
    const database = connectTo(await createTestDatabase())
    const a = await start(database, 'a')
    await a.channel.publish(['purge'], { isKept: true })
    await database.run("UPDATE desk_news SET said_in = CAST('900000000' AS xid8)")
    const b = await start(database, 'b', { bookmark: '800000000' })
    await b.channel.poll()
    const reads = vi.spyOn(database, 'get')
    await b.channel.poll()
    await a.channel.publish(['later'], { isKept: false })
    await b.channel.poll()
    expect(b.received).toEqual(['purge', 'later'])
    const [before] = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<object>))
    expect(before).toMatchObject({ rows: '[]' })
  })

  test('the desk channel reports missed events to a desk that was away for too long', async () => {
    const database = connectTo(await createTestDatabase())
    const sleeper = await start(database, 'b', { awayMs: -1 })
    await sleeper.channel.poll()
    expect(sleeper.received).toEqual(['missed'])
  })

  test('the desk channel queues kept events during an outage, and counts the others', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    const [a, b] = [await start(database, 'a'), await start(database, 'b')]
    await server.stop()
    for (const n of many(3000)) void a.channel.publish([n], { isKept: n % 1000 === 0 })
    await server.start()
    await until('all kept events are received', async () => {
      await b.channel.poll()
      return b.received.includes(2000)
    })
    await until('the last event is received', async () => {
      await b.channel.poll()
      return b.received.includes(2999)
    })
    expect(b.received.filter(n => [0, 1000, 2000].includes(Number(n)))).toEqual([0, 1000, 2000])
    expect(b.received).toContain('missed')
  })
})
