/**
 * `tests/fixtures` has a database of each schema that the desk ever had, with rows in every table. When the schema
 * grows, `MAKE_FIXTURE=1 npm test -- api upgrade` adds one of the current schema.
 */
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { COMPLETED_PROJECT, EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { batchEnded, startBatch } from '#tests/support/batches.ts'
import { confirm, create, createFolder, lastRun, toFolder } from '#tests/support/deliveries.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, readExport, startExport } from '#tests/support/exports.ts'
import { draftImport, importEnded, importRows, sendImport } from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const FOLDER = join(import.meta.dirname, '../fixtures')
const FIXTURES = readdirSync(FOLDER).filter(name => /^schema-\d+\.sqlite$/.test(name))

test('the current schema has a database to be upgraded from', async () => {
  if (process.env.MAKE_FIXTURE) await makeFixture(join(FOLDER, `schema-${MIGRATIONS.length}.sqlite`))
  expect(readdirSync(FOLDER)).toContain(`schema-${MIGRATIONS.length}.sqlite`)
})

describe.each(FIXTURES)('a desk that is started on %s', name => {
  test('a fixture was made by the current migrations: none of them was edited', () => {
    const version = Number(/\d+/.exec(name)?.[0])
    const made = new DatabaseSync(':memory:')
    for (const step of MIGRATIONS.slice(0, version)) made.exec(step)
    expect(schemaOf(made)).toEqual(schemaOf(new DatabaseSync(join(FOLDER, name), { readOnly: true })))
  })

  test('an upgraded desk has all data of the fixture, and continues to work with it', async () => {
    const dataDir = createTempFolder()
    copyFileSync(join(FOLDER, name), join(dataDir, 'desk.sqlite'))
    const desk = startDesk({ settings: { DATA_DIR: dataDir } })
    const admin = await desk.signIn('admin')
    const read = async (path: string) =>
      (await admin.json<{ data: { id: string; state: string; action: string }[] }>('GET', path)).body.data
    const [exported] = await read('/api/exports')
    expect(exported).toMatchObject({ state: 'ready', total: 3, done: 3, failed: 0 })
    const states = (await read(`/api/projects/${EMPTY_PROJECT.id}/imports`)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['done', 'draft'])
    const actions = new Set((await read('/api/activity')).map(({ action }) => action))
    for (const action of ['export_downloaded', 'import_ended', 'employee_changed'])
      expect([...actions]).toContain(action)
    // The fixture has no photos. They are fetched again, into an archive of the current version.
    await admin.json('POST', `/api/exports/${exported?.id}/resume`)
    const again = await ended(admin, await readExport(admin, exported?.id ?? ''))
    const { files } = await openArchive(admin, again)
    expect([...files.keys()].filter(file => file.endsWith('.jpg'))).toHaveLength(3)
  })
})

function schemaOf(database: DatabaseSync): unknown[] {
  const rows = database
    .prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
    .all()
  database.close()
  return rows
}

async function makeFixture(path: string): Promise<void> {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const people = (await listPeople(desk.service, COMPLETED_PROJECT.id)).slice(0, 3)
  const scope = peopleScope(people.map(({ id }) => id))
  await openArchive(admin, await ended(admin, await startExport(admin, COMPLETED_PROJECT.id, scope)))
  await importEnded(admin, await sendImport(admin, EMPTY_PROJECT.id, importRows(3)))
  await draftImport(admin, EMPTY_PROJECT.id, importRows(2, 10))
  const employee_ids = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 1).map(({ id }) => id)
  const change = { project_id: MIXED_PROJECT.id, employee_ids, action: 'locale', locale: 'en' } as const
  await batchEnded(admin, await startBatch(admin, change))
  await confirm(admin, await lastRun(admin, await create(admin, toFolder(folder)), 'review'))
  const { getSqlite } = await import('#lib/store/database.ts')
  rmSync(path, { force: true })
  getSqlite().prepare('VACUUM INTO ?').run(path)
}
