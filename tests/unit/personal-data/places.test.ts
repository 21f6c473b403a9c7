import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { activityDetailsSchema } from '#lib/contracts/activity.ts'
import type { Person } from '#lib/personal-data/person.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const DAY_MS = 24 * 60 * 60_000
const ANNA = { first_name: 'Anna', last_name: 'Musterfrau', email: 'musterfrau@example.com', number: '4711' }
const BEN = { first_name: 'Ben', last_name: 'Beispiel', email: 'ben@example.com', number: '4712' }
const WORDS = /Anna|Musterfrau|musterfrau@example\.com|4711/

type Someone = typeof ANNA

async function open(settings = {}) {
  const { dataDir } = applySettings(settings)
  const [database, places, keep, find, exportStore, activityStore] = await Promise.all([
    import('#lib/store/database.ts'),
    import('#lib/personal-data/places.ts'),
    import('#lib/personal-data/keep-retentions.ts'),
    import('#lib/personal-data/find-people.ts'),
    import('#lib/store/export-store.ts'),
    import('#lib/store/activity-store.ts'),
  ])
  return { dataDir, ...database, ...places, ...keep, ...find, ...exportStore, ...activityStore }
}

type Desk = Awaited<ReturnType<typeof open>>

/** Stores something about a person in every place. */
async function fill(desk: Desk, id: number, { first_name, last_name, email, number }: Someone) {
  const database = desk.getSqlite()
  const employee = readyEmployee({ id, first_name, last_name, email, mitarbeiternummer: number })
  const problem = {
    employee_id: id,
    mitarbeiternummer: number,
    name: `${last_name}, ${first_name}`,
    code: 'name_changed',
    file_name: `${number}.jpg`,
  }
  const search = { kind: 'filter', filters: { q: `${first_name} ${last_name}` } }
  const request = { ...(exportRowOf().request as object), scope: search }
  const row = exportRowOf({ request, problems: [problem], waiting: [{ ...problem, file_name: null }] })
  const store = desk.getExportStore()
  await store.create(row, NO_QUOTA)
  const done = { state: 'done', bytes: 1, crc32: 1, sha256: 'a' } as const
  await store.savePlan(
    row.id,
    [
      entryRowOf(0, { employee_id: id, employee, file_name: `${number}.jpg`, ...done }),
      entryRowOf(1, { employee_id: 999, employee: readyEmployee({ id: 999 }), ...done }),
    ],
    { total: 2, done: 2 },
  )
  database.exec(`INSERT INTO given_before VALUES ('${row.id}', ${id}, '${number}.jpg', 'e', 'now', NULL, 0)`)
  const texts = [{ part: 1, name: 'report.csv', content: Buffer.from(`${last_name};${number}`) }]
  const seen = { row, entries: await store.entries(row.id) }
  await store.finish(row.id, { parts: [], renewed_at: null, places: [], texts, seen })
  const given = JSON.stringify({ first_name, last_name, email, mitarbeiternummer: number, locale: '' })
  for (const [index, employeeId] of [id, null].entries()) {
    const list = `list-${id}-${index}`
    database.exec(
      `INSERT INTO imports (id, owner_id, owner_email, project_id, project, key_fingerprint, file_name, columns, state,
         created_at, touched_at) VALUES ('${list}', 'o', 'o', 7, '{}', 'k', 'list.xlsx', '[]', 'done', 'now', '9999')`,
    )
    database
      .prepare(
        'INSERT INTO import_rows (import_id, row, cells, given, excluded, employee_id) VALUES (?, 2, ?, ?, 0, ?)',
      )
      .run(list, JSON.stringify([email, number]), given, employeeId)
  }
  database.exec(
    `INSERT INTO batches (id, owner_id, owner_email, project_id, key_fingerprint, action, state, created_at, ended_at)
       VALUES ('batch-${id}', 'o', 'o', 7, 'k', 'delete', 'done', 'now', '9999');
     INSERT INTO batch_people VALUES ('batch-${id}', 0, ${id}, '${first_name} ${last_name}', '${number}', 'done', NULL, NULL, NULL)`,
  )
  const them = JSON.stringify({ first_name, last_name, email, mitarbeiternummer: number })
  database.exec(
    `INSERT INTO deliveries (id, name, project_id, project, request, destination, schedule, removals_percent, is_on,
       created_by, created_at) VALUES ('delivery-${id}', 'Intranet', 7, '{}', '${JSON.stringify(request)}', '{}', '{}', 10, 0, 'o', 'now');
     INSERT INTO delivery_runs (id, delivery_id, owner_id, owner_email, key_fingerprint, state, created_at, ended_at)
       VALUES ('run-${id}', 'delivery-${id}', 'desk', '', 'k', 'done', 'now', '9999');
     INSERT INTO delivery_items VALUES ('run-${id}', 0, ${id}, '${them}', 'add', NULL, '{"files":[{"name":"${number}.jpg"}]}',
       'done', NULL);
     INSERT INTO delivery_places VALUES ('delivery-${id}', ${id}, '${them}', 'e', 'f',
       '{"places":["${number}.jpg"],"version":null}', 'removed', NULL, 'now', NULL, '9999', NULL, NULL);
     INSERT INTO own_photos VALUES ('delivery-${id}', ${id}, 'replaced', '{"place":"${email}","id":null}', 'v', NULL,
       'sealed', '9999')`,
  )
  const actor = { id: 'o', email: 'o@example.com' }
  const person = { name: `${first_name} ${last_name}`, mitarbeiternummer: number }
  const changes = [{ field: 'email' as const, old: `old.${email}`, new: email }]
  const details = { person, changes }
  const entry = { actor, action: 'employee_changed' as const, project: 7, employee: id, details }
  await desk.getActivityStore().append(entry)
  await desk.getActivityStore().intend(entry)
  database.prepare('INSERT INTO gone_people VALUES (?, ?)').run(id, new Date().toISOString())
  const folder = join(desk.dataDir, 'photos', 'key', String(id))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'preview.webp'), 'portrait')
  return row.id
}

/** Returns everything on the desk's disk about employees, as text. */
const everything = (desk: Desk) => {
  desk.emptyLog()
  const rows = desk.PLACES.filter(({ name }) => !['photos', 'backups', 'desk_news'].includes(name)).map(
    ({ name }) => {
      const all = desk.getSqlite().prepare(`SELECT * FROM ${name}`).all()
      return `${name}: ${all.map(row => Object.values(row).map(toText).join(' ')).join('\n')}`
    },
  )
  return [...rows, ...readdirSync(desk.dataDir, { recursive: true, encoding: 'utf8' })].join('\n')
}

const toText = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)

const toPerson = (desk: Desk, id: number): Promise<Person> => desk.describe(id)

describe('the list of places', () => {
  test('the search for departed people covers every place that names an employee by id', async () => {
    const desk = await open()
    await fill(desk, 17, ANNA)
    const { NAMED_IN } = await import('#lib/employees/departures.ts')
    for (const [place, named] of Object.entries(NAMED_IN))
      expect([place, await desk.getDatabase().all(named, { project: 7 })]).toEqual([
        place,
        expect.arrayContaining([{ id: 17 }]),
      ])
    // These places are deleted with another one, contain no names, or last for days at most.
    const others = [
      'photos',
      'deliveries',
      'export_texts',
      'activity_people',
      'activity_intents',
      'gone_people',
      'backups',
      'desk_news',
    ]
    expect(new Set([...Object.keys(NAMED_IN), ...others])).toEqual(
      new Set(desk.PLACES.map(({ name }) => name)),
    )
  })

  test('the list of places has every table, file and folder of DATA_DIR, and nothing else', async () => {
    const desk = await open()
    await fill(desk, 17, ANNA)
    const tables = desk
      .getSqlite()
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => String(name))
    const lock = await import('#lib/store/data-dir-lock.ts')
    const release = lock.lockDataDir()
    const files = readdirSync(desk.dataDir).filter(name => !/-(wal|shm|journal)$/.test(name))
    release()
    const named = [...desk.PLACES.map(({ name }) => name), ...Object.keys(desk.WITHOUT_EMPLOYEES)]
    expect([...tables, ...files].filter(name => !named.includes(name))).toEqual([])
    const outside = [
      'photos',
      'delivered',
      'backups',
      'desk.sqlite',
      'practice.sqlite',
      'practice-secret',
      'desk.lock',
      'desk.news',
      // These exist only on a server.
      'desk_news',
    ]
    const known = new Set([...tables, 'call_ledgers', ...outside, 'desk.owner.json'])
    expect(named.filter(name => !known.has(name))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test('the list of places is the table of docs/security.md, row by row', async () => {
    const { PLACES } = await open()
    const security = readFileSync('docs/security.md', 'utf8')
    for (const { name, what, until } of PLACES)
      expect(security).toContain(`\n| \`${name}\` | ${what} | ${until} |\n`)
  })

  test('the list of places shows the default retentions', async () => {
    const { PLACES } = await open()
    const { settingsSchema } = await import('#lib/settings/settings-schema.ts')
    const defaults = new Map(Object.entries(settingsSchema.parse({})))
    const said = PLACES.flatMap(({ until }) => [...until.matchAll(/`([A-Z_]+_DAYS)`(?: \((\d+)\))?/g)])
    expect(said.length).toBeGreaterThan(9)
    for (const [, name = '', days] of said) if (days) expect(defaults.get(name), name).toBe(Number(days))
  })
})

describe('each place', () => {
  test('each place shows what it has about a person, and about nobody else', async () => {
    const desk = await open()
    await fill(desk, 17, ANNA)
    await fill(desk, 18, BEN)
    for (const place of desk.PLACES.filter(({ name }) => !['backups', 'desk_news'].includes(name))) {
      const shown = await place.show(await toPerson(desk, 17))
      expect(shown.length, place.name).toBeGreaterThan(0)
      expect(JSON.stringify(shown), place.name).not.toMatch(/Ben|Beispiel|4712/)
      expect(await place.show(await toPerson(desk, 5)), place.name).toEqual(
        place.name === 'activity_people' ? [{ entries: 0 }] : [],
      )
    }
  })

  test('each place forgets one person, of whom nothing stays on the disk', async () => {
    const desk = await open()
    await fill(desk, 17, ANNA)
    await fill(desk, 18, BEN)
    expect(everything(desk)).toMatch(WORDS)
    const counts = await desk.forgetPerson(await toPerson(desk, 17))
    const done = Object.entries(counts).filter(([, count]) => count > 0)
    expect(done.map(([name]) => name)).toEqual([
      ...[
        'photos',
        'exports',
        'export_entries',
        'given_before',
        'import_rows',
        'batch_people',
        'deliveries',
        'delivery_places',
        'own_photos',
        'delivery_items',
        'activity',
      ],
      ...['activity_intents', 'gone_people'],
    ])
    const after = everything(desk)
    expect(after).not.toMatch(WORDS)
    for (const word of [
      'Ben Beispiel',
      'Beispiel, Ben',
      BEN.email,
      BEN.number,
      join('key', '18', 'preview.webp'),
    ])
      expect(after).toContain(word)
    desk.closeDatabase()
    expect(readFileSync(join(desk.dataDir, 'desk.sqlite'), 'latin1')).not.toMatch(/Musterfrau|musterfrau@/)
  })

  test('each place has nothing more to forget the second time', async () => {
    const desk = await open()
    await fill(desk, 17, ANNA)
    await desk.forgetPerson(await toPerson(desk, 17))
    const counts = await desk.forgetPerson(await toPerson(desk, 17))
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(0)
  })
})

test('an unreadable folder is an error, and is not taken for an empty one', async () => {
  const desk = await open()
  mkdirSync(desk.dataDir, { recursive: true })
  writeFileSync(join(desk.dataDir, 'photos'), 'a file where the folder belongs')
  const output = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [photos] = desk.PLACES
  await expect(photos?.show(await toPerson(desk, 17))).rejects.toThrow('ENOTDIR')
  await (await import('#lib/photo-store/photo-store.ts')).forgetPhotos([17])
  expect(output.mock.calls.join()).toContain('photos_not_removed')
})

test('a search for a forgotten person becomes a selection of the id alone', async () => {
  const desk = await open()
  const id = await fill(desk, 17, ANNA)
  await desk.forgetPerson(await toPerson(desk, 17))
  expect((await desk.getExportStore().find(id))?.request).toMatchObject({
    scope: { kind: 'people', employee_ids: [17] },
  })
})

test('a “new since” search for a forgotten person becomes a selection of the id alone', async () => {
  const desk = await open()
  const id = await fill(desk, 17, ANNA)
  desk
    .getSqlite()
    .exec(
      "UPDATE exports SET request = json_set(request, '$.scope', json_object('of', request -> '$.scope'))",
    )
  await desk.forgetPerson(await toPerson(desk, 17))
  expect((await desk.getExportStore().find(id))?.request).toMatchObject({
    scope: { kind: 'people', employee_ids: [17] },
  })
})

test('rows in flight stay until their outcome is known', async () => {
  const desk = await open()
  await fill(desk, 17, ANNA)
  desk.getSqlite().exec("UPDATE imports SET state = 'sending' WHERE id = 'list-17-0'")
  expect((await desk.forgetPerson(await toPerson(desk, 17))).import_rows).toBe(1)
  desk.getSqlite().exec("UPDATE imports SET state = 'paused'")
  desk.getSqlite().exec('UPDATE import_rows SET in_flight = 1')
  expect((await desk.forgetPerson({ ...(await toPerson(desk, 17)), byWords: true })).import_rows).toBe(0)
})

describe('entries about people created together', () => {
  const created = async (desk: Desk, people: { name: string; mitarbeiternummer: string }[]) => {
    const actor = { id: 'o', email: 'o@example.com' }
    const entry = {
      actor,
      action: 'employees_created' as const,
      project: 7,
      employees: [17, 18],
      details: { people },
    }
    await desk.getActivityStore().append(entry)
  }
  const namesIn = async (desk: Desk) =>
    (await desk.getActivityStore().list({}, { limit: 9 }))
      .flatMap(({ details }) => activityDetailsSchema.parse(details).people ?? [])
      .map(({ name }) => name)

  test('an entry about several people loses the forgotten one', async () => {
    const desk = await open()
    await created(desk, [
      { name: 'Anna Musterfrau', mitarbeiternummer: '4711' },
      { name: 'Ben Beispiel', mitarbeiternummer: '4712' },
    ])
    await desk.forgetPerson({ ...(await toPerson(desk, 17)), numbers: ['4711'] })
    expect(await namesIn(desk)).toEqual(['', 'Ben Beispiel'])
    await desk.forgetPerson({ ...(await toPerson(desk, 17)), numbers: ['4711'] })
    expect(await namesIn(desk)).toEqual(['', 'Ben Beispiel'])
  })

  test('an entry about several people does not show them to each other', async () => {
    const desk = await open()
    await created(desk, [
      { name: 'Anna Musterfrau', mitarbeiternummer: '4711' },
      { name: 'Ben Beispiel', mitarbeiternummer: '4712' },
    ])
    const place = desk.PLACES.find(({ name }) => name === 'activity')
    const shown = JSON.stringify(await place?.show({ ...(await toPerson(desk, 17)), numbers: ['4711'] }))
    expect(shown).toMatch(/Anna Musterfrau/)
    expect(shown).not.toMatch(/Ben|4712/)
  })

  test('an entry about several people loses all names when the person is unknown in it', async () => {
    const desk = await open()
    await created(desk, [
      { name: 'Anna Musterfrau', mitarbeiternummer: '4711' },
      { name: 'Ben Beispiel', mitarbeiternummer: '4712' },
    ])
    await desk.forgetPerson({ ...(await toPerson(desk, 17)), names: ['Anna Anders'] })
    expect(await namesIn(desk)).toEqual(['', ''])
  })
})

describe('changes to the log other than emptying names', () => {
  const details = (text: string) => `details = '${text}'`
  test.each([
    ["action = 'signed_out'"],
    ['employee = 18'],
    ["at = 'then'"],
    [details('{}')],
    [details('{"person":{"name":"Other","mitarbeiternummer":"4711"},"count":3}')],
    [details('{"person":{"name":"","mitarbeiternummer":null},"count":4}')],
    [details('{"person":{"name":"","mitarbeiternummer":null},"count":null}')],
    [details('{"person":{"name":"","mitarbeiternummer":null},"count":3,"format":"csv"}')],
  ])('the log refuses another change: %s', async change => {
    const desk = await open()
    const database = desk.getSqlite()
    const actor = { id: 'o', email: 'o@example.com' }
    const person = { name: 'Anna Musterfrau', mitarbeiternummer: '4711' }
    const entry = { actor, action: 'employee_deleted' as const, employee: 17, details: { person, count: 3 } }
    await desk.getActivityStore().append(entry)
    expect(() => database.exec(`UPDATE activity SET ${change}`)).toThrow('append-only')
    const emptied = details('{"person":{"name":"","mitarbeiternummer":null},"count":3}')
    database.exec(`UPDATE activity SET ${emptied}`)
    expect(database.prepare('SELECT details FROM activity').get()?.details).not.toMatch(WORDS)
  })
})

test('database copies are deleted once they reach the retention of deleted people', async () => {
  const desk = await open({ GONE_DAYS: '0' })
  mkdirSync(join(desk.dataDir, 'backups'))
  const copies = ['backups/desk-1.sqlite', 'desk.sqlite.before-restore-1']
  for (const name of [...copies, 'desk.sqlite.mine']) {
    writeFileSync(join(desk.dataDir, name), 'copy')
    utimesSync(join(desk.dataDir, name), new Date(), new Date(Date.now() - 2 * DAY_MS))
  }
  writeFileSync(join(desk.dataDir, 'backups/desk-2.sqlite'), 'copy')
  // The rest of a restore that was killed a moment ago.
  const half = join(desk.dataDir, `restore-${crypto.randomUUID()}`)
  mkdirSync(half)
  writeFileSync(join(half, 'copy.sqlite'), 'copy')
  await desk.keepRetentions(Date.now())
  expect(readdirSync(join(desk.dataDir, 'backups'))).toEqual(['desk-2.sqlite'])
  expect(readdirSync(desk.dataDir)).toContain('desk.sqlite.mine')
  expect(readdirSync(desk.dataDir).filter(name => name.includes('restore'))).toEqual([])
})

describe('a desk whose photo folder has moved', () => {
  const KEY = 'a'.repeat(32)
  const leavePhoto = (folder: string) => {
    mkdirSync(join(folder, KEY, '17'), { recursive: true })
    writeFileSync(join(folder, KEY, '17', 'preview.webp'), 'portrait')
  }

  test('the photos in the old folder are deleted, and none in the shared one', async () => {
    const shared = createTempFolder()
    const desk = await open({ PHOTO_STORE_DIR: shared })
    for (const folder of [desk.dataDir, shared]) leavePhoto(join(folder, 'photos'))
    await desk.keepRetentions(Date.now())
    expect(readdirSync(join(desk.dataDir, 'photos'))).toEqual([])
    expect(readdirSync(join(shared, 'photos'))).toEqual([KEY])

    const dataDir = createTempFolder()
    const within = await open({ DATA_DIR: dataDir, PHOTO_STORE_DIR: join(dataDir, 'photos') })
    for (const folder of ['photos', 'photos/photos']) leavePhoto(join(dataDir, folder))
    await within.keepRetentions(Date.now())
    expect(readdirSync(join(dataDir, 'photos'))).toEqual(['photos'])
    expect(readdirSync(join(dataDir, 'photos/photos'))).toEqual([KEY])
  })

  test('photos stay when the shared folder is the desk’s own, by whatever path', async () => {
    const dataDir = createTempFolder()
    const link = join(createTempFolder(), 'link')
    symlinkSync(dataDir, link)
    for (const shared of [dataDir, link]) {
      leavePhoto(join(dataDir, 'photos'))
      const desk = await open({ DATA_DIR: dataDir, PHOTO_STORE_DIR: shared })
      await desk.keepRetentions(Date.now())
      expect(readdirSync(join(dataDir, 'photos'))).toEqual([KEY])
    }
  })

  const FILES = ['desk.sqlite', 'desk.sqlite-wal', 'desk.sqlite-shm']
  const leaveFiles = (dataDir: string, daysOfWal: number) => {
    for (const name of [...FILES, 'desk.sqlite.mine']) {
      const at = new Date(Date.now() - (name.endsWith('-wal') ? daysOfWal : 3) * DAY_MS)
      writeFileSync(join(dataDir, name), 'database')
      utimesSync(join(dataDir, name), at, at)
    }
  }

  test('the old database is deleted like copies, entirely or not at all, and that is logged', async () => {
    // An unreachable server: only the files of this folder are read.
    const desk = await open({ DATABASE_URL: 'postgres://desk@127.0.0.1:1/desk', GONE_DAYS: '2' })
    const lines: string[] = []
    for (const method of ['log', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line))
    leaveFiles(desk.dataDir, 1)
    await desk.keepRetentions(Date.now())
    expect(readdirSync(desk.dataDir)).toEqual(expect.arrayContaining(FILES))
    leaveFiles(desk.dataDir, 3)
    await desk.keepRetentions(Date.now())
    expect(readdirSync(desk.dataDir)).toEqual(['desk.sqlite.mine'])
    expect(lines.filter(line => line.includes('"event":"database_copies_removed","count":3'))).toHaveLength(1)
    desk.closeDatabase()
  })

  test('a database that the desk still uses stays, however old', async () => {
    const desk = await open({ GONE_DAYS: '2' })
    desk.getSqlite()
    // The file is written again and again, so that its time is new.
    await desk.keepRetentions(Date.now() + 100 * DAY_MS)
    expect(readdirSync(desk.dataDir)).toContain('desk.sqlite')
  })
})

test('a late note of an export does not restore a person removed meanwhile', async () => {
  const desk = await open()
  const row = exportRowOf()
  const store = desk.getExportStore()
  await store.create(row, NO_QUOTA)
  await store.savePlan(row.id, [entryRowOf(0)], { total: 1 })
  const { forgetInExports } = await import('#lib/store/forget-in-exports.ts')
  expect(await forgetInExports([1], { why: 'not_approved', entirely: false })).toBe(1)
  const change = {
    position: 0,
    state: 'done',
    problem: null,
    pixels: null,
    bytes: 1,
    crc32: 1,
    sha256: 'a',
  } as const
  await store.saveProgress(row.id, [change])
  expect(await store.entries(row.id)).toMatchObject([
    { state: 'failed', problem: 'not_approved', sha256: null },
  ])
})
