import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { createExportStore } from '#lib/store/export-store.ts'
import { onSqlite } from '#lib/store/sqlite.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { createOperator } from '#tests/support/operator.ts'
import { readyEmployee } from '#tests/support/people.ts'

type Shown = {
  people: { employee_id: number; project_id: number; names: string[]; places: Record<string, object[]> }[]
}

/**
 * Creates a desk that has exported Anna (17) of project 7, Ben (18) of project 8 with the same number, and Cleo (19) of
 * 7.
 */
async function createDesk(firstName = 'Anna') {
  const operator = createOperator()
  const database = openDatabase(operator.dataDir)
  const store = createExportStore(onSqlite(database))
  const people = [
    readyEmployee({
      id: 17,
      project_id: 7,
      first_name: firstName,
      email: 'anna@firm.example',
      mitarbeiternummer: '4711',
    }),
    readyEmployee({
      id: 18,
      project_id: 8,
      first_name: 'Ben',
      email: 'ben@firm.example',
      mitarbeiternummer: '4711',
    }),
    readyEmployee({
      id: 19,
      project_id: 7,
      first_name: 'Cleo',
      email: 'cleo@firm.example',
      mitarbeiternummer: '5',
    }),
  ]
  for (const employee of people) {
    const row = exportRowOf({ project_id: employee.project_id })
    await store.create(row, NO_QUOTA)
    await store.savePlan(row.id, [entryRowOf(0, { employee_id: employee.id, employee })], {})
    const folder = join(operator.dataDir, 'photos', 'key', String(employee.id))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'preview.webp'), 'portrait')
  }
  database.close()
  const person = (...args: string[]) => operator.run('person', args)
  const shown = (...args: string[]): Shown => JSON.parse(person('show', ...args).out)
  return { ...operator, person, shown }
}

const bytesOf = (dataDir: string) =>
  readdirSync(dataDir)
    .filter(name => name.startsWith('desk.sqlite'))
    .map(name => readFileSync(join(dataDir, name), 'latin1'))
    .join()

test('control characters of a name are escaped for the terminal, and the JSON stays the same', async () => {
  const name = 'A\u009b31m\u202e\u{e0041}nna'
  const { person, shown } = await createDesk(name)
  expect(person('show', 'anna@firm.example').out).not.toMatch(/[\u007f-\u009f\p{Cf}]/u)
  expect(shown('anna@firm.example').people[0]?.names).toEqual([`${name} Groß`])
})

describe('portrait-desk person show', () => {
  test('person show prints the data of every place about a person as JSON', async () => {
    const { shown, dataDir } = await createDesk()
    const { people } = shown('ANNA@firm.example')
    expect(people).toMatchObject([
      { employee_id: 17, project_id: 7, names: ['Anna Groß'], numbers: ['4711'] },
    ])
    expect(people[0]?.places).toMatchObject({
      photos: [{ path: join(dataDir, 'photos', 'key', '17', 'preview.webp'), bytes: 8 }],
      export_entries: [{ employee: { email: 'anna@firm.example' }, file_name: '000001.jpg' }],
    })
  })

  test('person show lists everybody with a number, or one person by id', async () => {
    const { shown } = await createDesk()
    expect(shown('4711').people.map(({ employee_id }) => employee_id)).toEqual([17, 18])
    expect(shown('4711', '--project', '8').people.map(({ employee_id }) => employee_id)).toEqual([18])
    expect(shown('--id', '19').people.map(({ names }) => names)).toEqual([['Cleo Groß']])
    expect(shown('nobody@firm.example')).toEqual({ people: [] })
  })
})

describe('portrait-desk person forget', () => {
  test('person forget works beside a running desk, reports the count and logs it by id', async () => {
    const { person, shown, dataDir } = await createDesk()
    const desk = openDatabase(dataDir)
    desk.prepare('SELECT count(*) FROM exports').get()
    const { status, out } = person('forget', 'anna@firm.example', '--yes')
    expect([status, out]).toEqual([0, 'Forgotten in project 7, id 17: photos 1, export_entries 1.'])
    expect(desk.prepare('SELECT action, employee, details FROM activity').get()).toEqual({
      action: 'person_forgotten',
      employee: 17,
      details: '{}',
    })
    expect(readdirSync(join(dataDir, 'photos', 'key'))).toEqual(['18', '19'])
    desk.close()
    expect(bytesOf(dataDir)).not.toContain('anna@firm.example')
    expect(bytesOf(dataDir)).toContain('ben@firm.example')
    expect(person('forget', 'anna@firm.example', '--yes').out).toBe(
      'The desk holds nothing about this person.',
    )
    expect(shown('4711').people.map(({ employee_id }) => employee_id)).toEqual([18])
  })

  test('person forget names what could not be removed, and fails', async () => {
    const { person, dataDir } = await createDesk()
    const database = openDatabase(dataDir)
    database.exec(
      `INSERT INTO imports (id, owner_id, owner_email, project_id, project, key_fingerprint, file_name, columns, state,
         created_at, touched_at) VALUES ('i', 'o', 'o', 7, '{}', 'k', 'f', '[]', 'sending', '9999', '9999');
       INSERT INTO import_rows (import_id, row, cells, given, excluded, employee_id) VALUES
         ('i', 2, '[]', '{"email":"anna@firm.example"}', 0, 17)`,
    )
    database.close()
    const { status, error } = person('forget', 'anna@firm.example', '--yes')
    expect(status).toBe(1)
    expect(error).toContain('stop the import on the desk')
    expect(error).toContain('Something is left in: import_rows.')
  })

  test('person forget asks which person is meant when a number is in several projects', async () => {
    const { person, shown } = await createDesk()
    expect(person('forget', '4711', '--yes')).toMatchObject({
      status: 1,
      error: 'This number is in several projects: add one of --project 7, --project 8.',
    })
    expect(shown('4711').people).toHaveLength(2)
    expect(person('forget', '4711', '--project', '8', '--yes').status).toBe(0)
    expect(shown('4711').people.map(({ employee_id }) => employee_id)).toEqual([17])
  })

  test('person forget changes nothing without --yes when it cannot ask', async () => {
    const { person, shown } = await createDesk()
    expect(person('forget', 'anna@firm.example')).toMatchObject({
      status: 1,
      error: expect.stringContaining('--yes'),
    })
    expect(shown('anna@firm.example').people).toHaveLength(1)
  })
})

test.each([
  [[]],
  [['show']],
  [['forget', 'a@b.example', '--id', '3']],
  [['show', '--id', 'x']],
  [['wipe', 'a@b.example']],
  [['show', 'a@b.example', 'more']],
])('%j gets the usage, which names the command for users of the desk', args => {
  expect(createOperator().run('person', args)).toMatchObject({
    status: 1,
    error: expect.stringMatching(/Usage: portrait-desk person.*\n.*portrait-desk account/),
  })
})
