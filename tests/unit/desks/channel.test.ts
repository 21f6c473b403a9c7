import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DeskChannel } from '#lib/desks/channel.ts'
import { Listener } from '#lib/store/listener.ts'
import type { PostgresDatabase } from '#lib/store/postgres.ts'
import { connectTo, ENGINES } from '#tests/support/engines.ts'
import { createTestDatabase, startPostgres } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

type Options = { mark?: string; awayMs?: number; url?: string; hearsKept?: boolean }

/** A desk that hears; without `url` nobody tells it that there is something to hear. */
async function start(
  database: PostgresDatabase,
  desk: string,
  { mark, awayMs, url, hearsKept }: Options = {},
) {
  const heard: unknown[] = []
  const marks: string[] = mark === undefined ? [] : [mark]
  const listener = url ? new Listener(async () => new Client({ connectionString: url })) : null
  onTestFinished(() => listener?.close())
  let begun = 0
  const channel = new DeskChannel({
    database,
    desk,
    ...(awayMs !== undefined && { awayMs }),
    listen: hearer =>
      listener?.add('desk_news', {
        hear: hearer.hear,
        begun() {
          begun += 1
          hearer.begun()
        },
      }),
    hear: async news => void heard.push(news),
    missed: async () => void heard.push('missed'),
    failed: () => {},
  })
  const own = { read: () => marks.at(-1) ?? null, write: (made: string) => void marks.push(made) }
  await channel.start(own, { ...(hearsKept !== undefined && { hearsKept }) })
  return { channel, heard, begun: () => begun, mark: () => marks.at(-1) ?? '' }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

describe.runIf(ENGINES.includes('postgres'))('news between desks', () => {
  test('are heard by all others once, in their order, with nobody saying that there are some', async () => {
    const database = connectTo(await createTestDatabase())
    const [a, b, c] = [await start(database, 'a'), await start(database, 'b'), await start(database, 'c')]
    await Promise.all(many(20).map(n => a.channel.tell([n], { kept: n % 7 === 0 })))
    await b.channel.look()
    await b.channel.look()
    expect(b.heard).toEqual(many(20))
    await b.channel.tell(['from b'], { kept: false })
    await Promise.all([a, b, c].map(({ channel }) => channel.look()))
    expect([a.heard, b.heard, c.heard]).toEqual([['from b'], many(20), [...many(20), 'from b']])
  })

  test('are heard at once over the wire, also after the server was started anew', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    const [a, b] = [await start(database, 'a'), await start(database, 'b', { url: server.url('desk') })]
    await until('it listens', () => b.begun() === 1)
    await a.channel.tell(['one'], { kept: false })
    await until('it was heard', () => b.heard.length === 1)
    await server.stop()
    const told = a.channel.tell(['two'], { kept: false })
    await server.start()
    await told
    await until('it listens again', () => b.begun() === 2)
    await until('what was told meanwhile is heard', () => b.heard.length === 2)
    expect(b.heard).toEqual(['one', 'two'])
  })

  test('are not lost when their transaction ends after a later one, and not heard twice', async () => {
    const database = connectTo(await createTestDatabase())
    const b = await start(database, 'b')
    const slow = await database.connect()
    onTestFinished(() => slow.release())
    const say = "INSERT INTO desk_news (desk, kept, news) VALUES ('a', FALSE, $1)"
    await slow.query('BEGIN')
    await slow.query(say, ['["slow"]'])
    await database.run(say.replace('$1', '?'), '["quick"]')
    await b.channel.look()
    await b.channel.look()
    expect(b.heard).toEqual(['quick'])
    await slow.query('COMMIT')
    await b.channel.look()
    await b.channel.look()
    expect(b.heard).toEqual(['quick', 'slow'])
  })

  test('that are kept are heard by a desk that was down, from where it had been; others are not', async () => {
    const database = connectTo(await createTestDatabase())
    const a = await start(database, 'a')
    const before = await start(database, 'b')
    await a.channel.tell(['known'], { kept: true })
    await before.channel.look()
    await a.channel.tell(['purge'], { kept: true })
    await a.channel.tell(['passing'], { kept: false })
    expect((await start(database, 'b again', { mark: before.mark() })).heard).toEqual(['purge'])
    expect((await start(database, 'new')).heard).toEqual(['known', 'purge'])
    expect((await start(database, 'of another server', { mark: '9'.repeat(18) })).heard).toEqual([
      'known',
      'purge',
    ])
    const nothing = await start(database, 'with nothing on its disk', { hearsKept: false })
    await a.channel.tell(['later'], { kept: true })
    await nothing.channel.look()
    expect(nothing.heard).toEqual(['later'])
  })

  test('that are kept are all heard at a start, however many they are, without one long answer', async () => {
    const database = connectTo(await createTestDatabase())
    await database.run(
      `INSERT INTO desk_news (desk, kept, news) SELECT 'a', TRUE, '[' || n || ']' FROM generate_series(0, 999) AS n`,
    )
    const asked = vi.spyOn(database, 'all')
    expect((await start(database, 'b')).heard).toEqual(many(1000))
    const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<unknown[]>))
    expect(Math.max(...answers.map(({ length }) => length))).toBe(200)
  })

  test('of a dump from a server that has counted further are heard once, and not found again by every look', async () => {
    const database = connectTo(await createTestDatabase())
    const a = await start(database, 'a')
    await a.channel.tell(['purge'], { kept: true })
    await database.run("UPDATE desk_news SET said_in = CAST('900000000' AS xid8)")
    const b = await start(database, 'b', { mark: '800000000' })
    await b.channel.look()
    const asked = vi.spyOn(database, 'get')
    await b.channel.look()
    await a.channel.tell(['later'], { kept: false })
    await b.channel.look()
    expect(b.heard).toEqual(['purge', 'later'])
    const [before] = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<object>))
    expect(before).toMatchObject({ rows: '[]' })
  })

  test('that somebody was away for too long to have heard are told to be missed', async () => {
    const database = connectTo(await createTestDatabase())
    const sleeper = await start(database, 'b', { awayMs: -1 })
    await sleeper.channel.look()
    expect(sleeper.heard).toEqual(['missed'])
  })

  test('wait while the server is away, the kept ones all of them, of others only that there were many', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    const [a, b] = [await start(database, 'a'), await start(database, 'b')]
    await server.stop()
    for (const n of many(3000)) void a.channel.tell([n], { kept: n % 1000 === 0 })
    await server.start()
    await until('everything that is kept was told', async () => {
      await b.channel.look()
      return b.heard.includes(2000)
    })
    await until('and the rest', async () => {
      await b.channel.look()
      return b.heard.includes(2999)
    })
    expect(b.heard.filter(n => [0, 1000, 2000].includes(Number(n)))).toEqual([0, 1000, 2000])
    expect(b.heard).toContain('missed')
  })
})
