import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database, Statements } from '#lib/store/engine.ts'
import { onSqlite, transactionNow } from '#lib/store/sqlite.ts'
import { ENGINES, openEngine, openTwice } from '#tests/support/engines.ts'

const write = (at: Statements, word: string) => at.run('INSERT INTO words VALUES (?)', word)
const wordsOf = async (at: Statements) => (await at.all('SELECT word FROM words')).map(({ word }) => word)

async function withWords(database: Database): Promise<Database> {
  await database.run("CREATE TABLE words (word TEXT NOT NULL CHECK (word <> ''))")
  return database
}

describe.each(ENGINES)('a transaction on %s', engine => {
  let database: Database
  const words = () => wordsOf(database)

  beforeEach(async () => {
    database = await withWords(await openEngine(engine))
  })

  test('a failed transaction is rolled back as a whole, and the next one works', async () => {
    const failing = database.transaction(async within => {
      await write(within, 'one')
      await write(within, '')
    })
    await expect(failing).rejects.toThrow(/check/i)
    await database.transaction(within => write(within, 'two'))
    expect(await words()).toEqual(['two'])
  })

  test('a transaction returns the result of its body, and throws its errors', async () => {
    expect(await database.transaction(within => write(within, 'one'))).toBe(1)
    const failing = database.transaction(async within => {
      await write(within, 'two')
      throw new Error('not now')
    })
    await expect(failing).rejects.toThrow('not now')
    expect(await words()).toEqual(['one'])
  })

  test('a transaction sees its own writes, which are hidden from others before its end', async () => {
    let seen: Promise<unknown[]> | undefined
    await database.transaction(async within => {
      await write(within, 'one')
      expect(await wordsOf(within)).toEqual(['one'])
      seen = words()
      await write(within, 'two')
      if (engine === 'postgres') expect(await seen).toEqual([])
    })
    // SQLite has one connection, so other queries wait.
    if (engine === 'sqlite') expect(await seen).toEqual(['one', 'two'])
  })

  test('a transaction keeps out other statements while it is open', async () => {
    const failing = database.transaction(async within => {
      await write(within, 'one')
      void write(database, 'from outside')
      await within.all('SELECT 1 AS one')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await expect.poll(words).toEqual(['from outside'])
  })

  test('concurrent transactions have the effect of successive ones', async () => {
    const [one, two] = await openTwice(engine)
    await withWords(one)
    const add = (at: Database) =>
      at.transaction(async within => write(within, `${(await wordsOf(within)).length}`))
    await Promise.all(Array.from({ length: 12 }, (_, index) => add(index % 2 === 0 ? one : two)))
    expect((await wordsOf(two)).map(Number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index),
    )
  })

  test('a finished transaction takes no more statements', async () => {
    let left: Statements | undefined
    await database.transaction(async within => {
      left = within
      await write(within, 'one')
    })
    await expect(async () => left && (await write(left, 'late'))).rejects.toThrow('is over')
    expect(await words()).toEqual(['one'])
  })

  test('a transaction writes many rows with one statement, all or none', async () => {
    const rows = (last: string) => [...Array.from({ length: 300 }, (_, n) => [`${n}`]), [last]]
    await expect(database.each('INSERT INTO words VALUES (?)', rows(''))).rejects.toThrow(/check/i)
    if (engine === 'postgres') expect(await words()).toEqual([])
    await database.run('DELETE FROM words')
    const added = await database.transaction(within => within.each('INSERT INTO words VALUES (?)', rows('x')))
    expect(added).toBe(301)
    expect(await words()).toHaveLength(301)
  })
})

describe('a statement', () => {
  test.each(ENGINES)('a statement takes its values in order or by name on %s', async engine => {
    const database = await openEngine(engine)
    expect(await database.get('SELECT CAST(? AS BIGINT) AS a, CAST(? AS TEXT) AS b', 1, '?')).toEqual({
      a: 1,
      b: '?',
    })
    const named = "SELECT CAST($b AS BIGINT) AS a, CAST($b AS BIGINT) + 1 AS c, '$b ?' AS d"
    expect(await database.get(named, { a: 5, b: 7 })).toEqual({ a: 7, c: 8, d: '$b ?' })
    await expect(async () => database.get(named, { a: 1 })).rejects.toThrow('$b')
  })
})

describe('transactions on SQLite', () => {
  let raw: DatabaseSync
  let database: Database
  const words = () =>
    raw
      .prepare('SELECT word FROM words')
      .all()
      .map(({ word }) => word)

  beforeEach(async () => {
    raw = new DatabaseSync(':memory:')
    database = await withWords(onSqlite(raw))
  })

  test('a statement on SQLite has finished when the call returns, without an open transaction', () => {
    void write(database, 'one')
    expect(words()).toEqual(['one'])
  })

  const slowly = async (within: Statements, word: string) => {
    await write(within, `${word} begins`)
    await null
    await write(within, `${word} ends`)
  }

  test('each transaction starts when the previous one has ended, even if that one failed', async () => {
    const first = database.transaction(within => slowly(within, 'first'))
    const failing = database.transaction(async within => {
      await slowly(within, 'second')
      await write(within, '')
    })
    const third = database.transaction(within => slowly(within, 'third'))
    const last = write(database, 'last')
    await expect(failing).rejects.toThrow('CHECK')
    await Promise.all([first, third, last])
    expect(words()).toEqual(['first begins', 'first ends', 'third begins', 'third ends', 'last'])
  })

  test('a finished transaction holds nothing up', async () => {
    await database.transaction(within => slowly(within, 'first'))
    await null
    transactionNow(raw, () => raw.exec("INSERT INTO words VALUES ('now')"))
    void write(database, 'at once')
    expect(words().slice(2)).toEqual(['now', 'at once'])
  })

  test('a transaction that awaits anything else is rolled back with an error', async () => {
    const waiting = database.transaction(async within => {
      await write(within, 'one')
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    })
    const next = database.transaction(within => write(within, 'two'))
    await expect(waiting).rejects.toThrow('other than its own statements')
    await next
    expect(words()).toEqual(['two'])
  })

  test('a transaction cannot begin another, which would wait for it', async () => {
    const outer = database.transaction(async within => {
      await write(within, 'outer')
      await database.transaction(inner => write(inner, 'inner'))
    })
    await expect(outer).rejects.toThrow('other than its own statements')
  })

  test('a transaction reports the cause when SQLite has rolled back by itself', async () => {
    const failing = database.transaction(async () => {
      raw.exec('ROLLBACK')
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
  })

  test('an immediate transaction is rolled back as well', () => {
    const fail = () =>
      transactionNow(raw, () => raw.exec("INSERT INTO words VALUES ('one'); INSERT INTO words VALUES ('')"))
    expect(fail).toThrow('CHECK')
    expect(words()).toEqual([])
  })
})
