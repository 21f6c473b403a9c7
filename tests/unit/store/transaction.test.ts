import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { transaction, transactionNow } from '#lib/store/transaction.ts'

let database: DatabaseSync
const write = (word: string) => database.prepare('INSERT INTO words VALUES (?)').run(word)
const words = () =>
  database
    .prepare('SELECT word FROM words')
    .all()
    .map(({ word }) => word)

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec("CREATE TABLE words (word TEXT NOT NULL CHECK (word <> '')) STRICT")
})

test('what awaits nothing is done when the call returns', async () => {
  const done = transaction(database, () => write('one').changes)
  expect(words()).toEqual(['one'])
  expect(database.isTransaction).toBe(false)
  expect(await done).toBe(1)
})

describe.each([
  { form: 'asynchronous', begin: async (run: () => void) => transaction(database, run) },
  { form: 'immediate', begin: async (run: () => void) => transactionNow(database, run) },
])('the $form form', ({ begin }) => {
  test('takes everything back when something fails, and the next one works', async () => {
    const failing = begin(() => {
      write('one')
      write('')
    })
    await expect(failing).rejects.toThrow('CHECK')
    await begin(() => void write('two'))
    expect(words()).toEqual(['two'])
  })

  test('says what failed when SQLite has rolled back by itself', async () => {
    const failing = begin(() => {
      database.exec('ROLLBACK')
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
  })
})

describe('what awaits its statements', () => {
  const slowly = async (word: string) => {
    write(`${word} begins`)
    await null
    await null
    write(`${word} ends`)
  }

  test('takes its turn: each begins when the one before is over, one that failed included', async () => {
    const first = transaction(database, () => slowly('first'))
    const failing = transaction(database, async () => {
      await slowly('second')
      write('')
    })
    const third = transaction(database, () => slowly('third'))
    const last = transaction(database, () => write('last').changes)
    await expect(failing).rejects.toThrow('CHECK')
    await Promise.all([first, third, last])
    expect(words()).toEqual(['first begins', 'first ends', 'third begins', 'third ends', 'last'])
  })

  test('holds nothing up when it is over', async () => {
    await transaction(database, () => slowly('first'))
    await null
    transactionNow(database, () => write('now'))
    void transaction(database, () => write('at once').changes)
    expect(words().slice(2)).toEqual(['now', 'at once'])
  })

  test('is taken back, and said, when it waits for anything else', async () => {
    const waiting = transaction(database, async () => {
      write('one')
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    })
    const next = transaction(database, () => write('two').changes)
    await expect(waiting).rejects.toThrow('other than its own statements')
    await next
    expect(words()).toEqual(['two'])
  })

  test('cannot begin another: that one would wait for it', async () => {
    const outer = transaction(database, async () => {
      await null
      await transaction(database, () => write('inner').changes)
    })
    await expect(outer).rejects.toThrow('other than its own statements')
  })
})
