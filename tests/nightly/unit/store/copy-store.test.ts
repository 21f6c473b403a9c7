import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyStore } from '#lib/store/copy-store.ts'
import { openDatabase } from '#lib/store/database.ts'
import { connectTo, ENGINES } from '#tests/support/engines.ts'
import { createOperator } from '#tests/support/operator.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/schema-13.sqlite')

/** Creates an operator with a shell, and a desk with rows in nearly every table. */
function createDesk() {
  const operator = createOperator()
  copyFileSync(FIXTURE, join(operator.dataDir, 'desk.sqlite'))
  return {
    ...operator,
    copy: (from: string, to: string) => operator.run('store', ['copy', '--from', from, '--to', to]),
  }
}

function readAll(dataDir: string): Record<string, unknown[]> {
  const database = openDatabase(dataDir)
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name))
  const rows = tables.map(
    name => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()] as const,
  )
  database.close()
  return Object.fromEntries(rows)
}

describe.runIf(ENGINES.includes('postgres'))('portrait-desk store copy', () => {
  test('store copy moves everything to a server and back unchanged', async () => {
    const desk = createDesk()
    const before = readAll(desk.dataDir)
    expect(before.activity?.length).toBeGreaterThan(0)
    const url = await createTestDatabase()
    const there = desk.copy('sqlite', url)
    expect(there).toMatchObject({ status: 0, error: '' })
    expect(there.out).toContain('read back and found the same')
    const server = connectTo(url)
    for (const name of ['activity', 'accounts', 'exports', 'import_rows'])
      expect(await server.all(`SELECT count(*) AS n FROM ${name}`), name).toEqual([
        { n: before[name]?.length },
      ])
    const next =
      "INSERT INTO activity (at, actor_email, action, outcome, details) VALUES ('x', '', 'x', 'done', '{}') RETURNING id"
    const seq = Number((before.sqlite_sequence as { seq: number }[])[0]?.seq)
    expect(await server.get(next)).toEqual({ id: seq + 1 })
    await server.run("UPDATE activity_retention SET cut_off = '2020-01-01T00:00:00.000Z'")
    const back = createDesk()
    expect(back.copy(url, 'sqlite')).toMatchObject({
      status: 1,
      error: expect.stringContaining('The target is not empty'),
    })
    const fresh = createOperator()
    openDatabase(fresh.dataDir).close()
    expect(fresh.run('store', ['copy', '--from', url, '--to', 'sqlite'])).toMatchObject({
      status: 0,
      error: '',
    })
    const after = readAll(fresh.dataDir)
    expect({
      ...after,
      activity: after.activity?.slice(0, -1),
      sqlite_sequence: null,
      activity_retention: null,
    }).toEqual({
      ...before,
      ...{ sqlite_sequence: null, activity_retention: null },
    })
    expect(after.sqlite_sequence).toEqual([{ name: 'activity', seq: seq + 1 }])
    expect(after.activity_retention).toEqual([{ one: 1, cut_off: '2020-01-01T00:00:00.000Z' }])
  })

  test('store copy takes as long as the server needs for a statement', async () => {
    const { dataDir } = createDesk()
    const sqlite = openDatabase(dataDir)
    onTestFinished(() => sqlite.close())
    const postgres = connectTo(await createTestDatabase(), { statementMs: 300 })
    // Longer than both limits: the server's statement timeout, and the client's one for its answer.
    await postgres.run(
      `CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(6); RETURN NEW; END'`,
    )
    await postgres.run(
      'CREATE TRIGGER slow BEFORE UPDATE ON activity_retention FOR EACH ROW EXECUTE FUNCTION rest()',
    )
    expect((await copyStore({ sqlite, postgres }, 'postgres')).length).toBeGreaterThan(10)
  })

  test('store copy changes nothing in a target that is not empty, and names the table', async () => {
    const desk = createDesk()
    const url = await createTestDatabase()
    await connectTo(url).run("INSERT INTO throttle VALUES ('a', 1)")
    const refused = desk.copy('sqlite', url)
    expect(refused).toMatchObject({
      status: 1,
      error: expect.stringMatching(/not empty: it has rows in throttle/),
    })
    expect(await connectTo(url).all('SELECT * FROM accounts')).toEqual([])
  })

  test('store copy does nothing while a desk works on either side', async () => {
    const desk = createDesk()
    const url = await createTestDatabase()
    const { lockDatabase } = await import('#lib/store/database-lock.ts')
    const { toPostgresSettings } = await import('#tests/support/to-postgres-settings.ts')
    const leave = await lockDatabase(undefined, toPostgresSettings(url))
    expect(desk.copy('sqlite', url)).toMatchObject({
      status: 1,
      error: expect.stringContaining('A desk works with this database'),
    })
    await leave()
    expect(desk.copy('sqlite', url)).toMatchObject({ status: 0 })
  })

  test.each([
    ['sqlite', 'sqlite'],
    ['sqlite', 'mysql://x'],
    ['postgres', 'postgres'],
  ])('store copy needs a file on one side and a server on the other: %s, %s', (from, to) => {
    expect(createDesk().copy(from, to)).toMatchObject({ status: 1, error: expect.stringContaining('Usage') })
  })

  test('store copy names the missing setting when no server is given', () => {
    expect(createDesk().copy('sqlite', 'postgres')).toMatchObject({
      status: 1,
      error: expect.stringContaining('set DATABASE_URL'),
    })
  })
})
