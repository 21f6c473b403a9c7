import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

test.runIf(ENGINES.includes('postgres'))(
  'two concurrent writes of progress add up, even if the first one fails',
  async () => {
    applySettings({ DATABASE_URL: await createTestDatabase() })
    const [{ getDatabase, closeDatabase }, { getExportStore }, { Progress }] = await Promise.all([
      import('#lib/store/database.ts'),
      import('#lib/store/export-store.ts'),
      import('#lib/exports/prepare/progress.ts'),
    ])
    const row = exportRowOf()
    await getExportStore().create(row, NO_QUOTA)
    await getExportStore().savePlan(row.id, [entryRowOf(0), entryRowOf(1)], { total: 2 })
    // The first write is refused once, while the second one is in flight.
    await getDatabase().run(
      `CREATE FUNCTION refuse_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.done = 1 THEN PERFORM pg_sleep(0.2); RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$`,
    )
    await getDatabase().run(
      'CREATE TRIGGER refuse_first BEFORE UPDATE ON exports FOR EACH ROW EXECUTE FUNCTION refuse_first()',
    )
    const progress = new Progress(row.id, row.done)
    const done = (position: number) =>
      progress.done([{ ...entryRowOf(position), state: 'done', problem: null, bytes: 1 }], [])
    done(0)
    const first = progress.end().catch(String)
    await setImmediate()
    done(1)
    await progress.end()
    expect(await first).toContain('not now')
    expect(await getExportStore().find(row.id)).toMatchObject({ done: 2, bytes: 2 })
    const entries = await getExportStore().entries(row.id)
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done'])
    closeDatabase()
  },
)
