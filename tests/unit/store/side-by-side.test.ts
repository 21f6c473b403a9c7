/**
 * During a rolling update, desks of the earlier release run on the schema of the new one. A migration after a release
 * therefore only adds optional things. No earlier desk is run here, as none was released before the first schema on
 * record. tests/nightly/unit/store/later-schema.test.ts runs this desk on a later schema.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { connectTo, ENGINES, openEngine } from '#tests/support/engines.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { listMinded, readSchemaFacts } from '#tests/support/schema-facts.ts'

const RECORDS = join(import.meta.dirname, '../../fixtures/schema')
/** Functions that answer earlier desks as before, where they could: migration 22 made them read what stopped them. */
const WIDENED = ['desk_json_at(text,text)', 'desk_log_changes()']
const isWidened = (line: string) => WIDENED.some(name => line.includes(`\tfunction\t${name} `))
const isOf = (engine: string) => (line: string) => line.startsWith(`${engine}\t`)

function readRecord(name: 'now' | 'released'): string[] {
  return readFileSync(join(RECORDS, `${name}.txt`), 'utf8')
    .trim()
    .split('\n')
}

/** Records the facts of this engine, beside those of the other one. */
function record(engine: string, facts: readonly string[]): void {
  const others = readRecord('now').filter(line => !isOf(engine)(line))
  writeFileSync(join(RECORDS, 'now.txt'), `${[...others, ...facts].sort().join('\n')}\n`)
}

describe.each(ENGINES)('on %s', engine => {
  test('the schema is the one on record (SCHEMA=write npm test -- unit side-by-side)', async () => {
    const facts = await readSchemaFacts(await openEngine(engine))
    if (process.env.SCHEMA === 'write') record(engine, facts)
    expect(facts.length).toBeGreaterThan(100)
    expect(facts).toEqual(readRecord('now').filter(isOf(engine)))
  })

  test('the earlier release can run beside this desk', () => {
    const of = (name: 'now' | 'released') =>
      readRecord(name).filter(line => isOf(engine)(line) && !isWidened(line))
    expect(of('released').length).toBeGreaterThan(100)
    expect(listMinded(of('released'), of('now'))).toEqual([])
  })

  test.each([
    ['a column that may be empty', 'ALTER TABLE accounts ADD COLUMN later TEXT'],
    ['a column that fills itself', "ALTER TABLE accounts ADD COLUMN later TEXT NOT NULL DEFAULT ''"],
    ['an index', 'CREATE INDEX later ON accounts (status)'],
    ['a table', "CREATE TABLE later (a TEXT NOT NULL UNIQUE CHECK (a <> ''))"],
    [
      'a table that lets go',
      'CREATE TABLE later (a TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE)',
    ],
  ])('a later schema may add %s', async (_, sql) => {
    expect(await listMindedOf(engine, sql)).toEqual([])
  })

  const POSTGRES_ALONE = [
    ['a column that must be filled', 'ALTER TABLE accounts ADD COLUMN later TEXT NOT NULL'],
    ['another type', 'ALTER TABLE throttle ALTER COLUMN full_at TYPE NUMERIC'],
    ['what must be filled from now on', 'ALTER TABLE accounts ALTER COLUMN password_hash SET NOT NULL'],
    ['a check', 'ALTER TABLE throttle ADD CHECK (full_at > 0)'],
    [
      'another function',
      "CREATE OR REPLACE FUNCTION desk_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    ],
  ]
  test.each([
    ['a column that is gone', 'ALTER TABLE throttle DROP COLUMN full_at'],
    ['a column with another name', 'ALTER TABLE throttle RENAME COLUMN full_at TO full_from'],
    ['a table that is gone', 'DROP TABLE activity_intents'],
    ['an index that allows once', 'CREATE UNIQUE INDEX later ON throttle (full_at)'],
    ['an index that is gone', 'DROP INDEX activity_actor'],
    ['a table that holds on', 'CREATE TABLE later (a TEXT NOT NULL REFERENCES accounts (id))'],
    ...(engine === 'postgres' ? POSTGRES_ALONE : []),
  ])('the check detects %s', async (_, sql = '') => {
    expect(await listMindedOf(engine, sql)).not.toEqual([])
  })
})

/** Returns the incompatibilities if this were the next migration. */
async function listMindedOf(engine: (typeof ENGINES)[number], sql: string): Promise<string[]> {
  const database = await openEngine(engine)
  const before = await readSchemaFacts(database)
  await database.run(sql)
  return listMinded(before, await readSchemaFacts(database))
}

test.runIf(ENGINES.includes('postgres'))(
  'a running desk continues on a database that a newer one has migrated',
  async () => {
    const url = await createTestDatabase()
    const older = connectTo(url)
    await older.run("INSERT INTO throttle VALUES ('a', 1)")
    await older.run('UPDATE desk_schema SET version = ?', MIGRATIONS.length + 1)
    await older.run('ALTER TABLE throttle ADD COLUMN later TEXT')
    const other = connectTo(url)
    await expect(other.get('SELECT 1 AS one')).rejects.toThrow('newer version')
    await older
      .run('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()')
      .catch(() => {})
    await older.run("INSERT INTO throttle VALUES ('b', 2)")
    expect(await older.all('SELECT key, full_at FROM throttle ORDER BY key')).toEqual([
      { key: 'a', full_at: 1 },
      { key: 'b', full_at: 2 },
    ])
  },
)
