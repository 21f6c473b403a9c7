import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActivityEntry } from '#lib/contracts/activity.ts'
import { type ActivityStore, createActivityStore } from '#lib/store/activity-store.ts'
import type { Database } from '#lib/store/engine.ts'
import { createExportStore } from '#lib/store/export-store.ts'
import { ENGINES, openEngine } from '#tests/support/engines.ts'
import { exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'

const DAY_MS = 24 * 60 * 60_000
const ENTRY: ActivityEntry = {
  actor: { id: '1', email: 'Anna@example.com' },
  action: 'employee_changed',
  project: 7,
  employee: 1001,
  details: { changes: [{ field: 'email', old: 'a@example.com', new: 'b@example.com' }] },
}

let database: Database
let store: ActivityStore
const ALL = { limit: 100 }
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
/** Adds an entry as it was written so many days ago. */
const addOld = async (days: number) => {
  await database.run(
    "INSERT INTO activity (at, actor_id, actor_email, action, outcome, details) VALUES (?, '1', 'a@example.com', 'signed_in', 'done', '{}')",
    daysAgo(days),
  )
  await database.run('INSERT INTO activity_people SELECT max(id), 5 FROM activity')
}
const countPeople = async () => (await database.get('SELECT count(*) AS n FROM activity_people'))?.n

describe.each(ENGINES)('on %s', engine => {
  beforeEach(async () => {
    database = await openEngine(engine)
    store = createActivityStore(database)
  })

  test('a project is named as in its latest export', async () => {
    expect(await store.listProjectNames()).toEqual(new Map())
    for (const [name, created_at] of [
      ['New', '2026-11-09T10:00:00.000Z'],
      ['Old', '2026-11-08T10:00:00.000Z'],
    ] as const) {
      const row = exportRowOf({ project_id: 7, project: { projektnummer: '2026-7', name }, created_at })
      await createExportStore(database).create(row, NO_QUOTA)
    }
    expect(await store.listProjectNames()).toEqual(new Map([[7, 'New']]))
  })

  test('an entry names everybody added together, and an older one without ids a single person', async () => {
    const person = (name: string, id?: number) => ({ name, mitarbeiternummer: null, ...(id && { id }) })
    const add = (employees: number[], people: object[]) =>
      store.append({
        ...ENTRY,
        action: 'employees_created',
        employee: undefined,
        employees,
        details: { people },
      })
    await add([1, 2], [person('Anna Eins', 1), person('Ben Zwei', 2)])
    await add([3], [person('Cem Drei')])
    await add([4, 5], [person('Dana Vier'), person('Emil Fünf')])
    const found = await store.listPeople()
    expect(found.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Anna Eins'],
      [2, 'Ben Zwei'],
      [3, 'Cem Drei'],
    ])
    expect(await store.listPeople(2)).toMatchObject([{ id: 2, name: 'Ben Zwei' }])
    expect(await store.listPeople(3)).toMatchObject([{ id: 3, name: 'Cem Drei' }])
    expect(await store.listPeople(4)).toEqual([])
  })

  test('a large entry names each person once', async () => {
    const everybody = Array.from({ length: 20 }, (_, call) =>
      Array.from({ length: 200 }, (_, index) => call * 200 + index + 1),
    )
    for (const employees of everybody)
      await store.append({
        ...ENTRY,
        ...{ action: 'employees_created', employee: undefined, employees },
        details: { people: employees.map(id => ({ id, name: `P ${id}`, mitarbeiternummer: `${id}` })) },
      })
    expect((await store.listPeople()).map(({ id }) => id)).toEqual(everybody.flat())
  })

  describe('an entry', () => {
    test('entries are listed as they were written, newest first', async () => {
      await store.append(ENTRY)
      await store.append({ actor: { id: null, email: '' }, action: 'sign_in_failed' })
      const [failed, changed] = await store.list({}, ALL)
      expect(failed).toMatchObject({ action: 'sign_in_failed', actor: { id: null, email: '' }, details: {} })
      expect(changed).toEqual({ ...ENTRY, id: 1, at: expect.any(String), outcome: 'done' })
    })

    test.each([
      'UPDATE activity SET actor_email = "b@example.com"',
      'UPDATE activity SET at = "2000-01-01T00:00:00.000Z"',
      'DELETE FROM activity',
      "INSERT INTO activity SELECT id, at, actor_id, 'b', action, outcome, project, employee, details FROM activity WHERE TRUE ON CONFLICT (id) DO UPDATE SET actor_email = excluded.actor_email",
      'UPDATE activity_people SET employee_id = 2',
      'DELETE FROM activity_people',
      'DELETE FROM activity_retention',
      "UPDATE activity_retention SET cut_off = '9999'",
    ])('an entry cannot be changed or removed: %s', async sql => {
      await store.append(ENTRY)
      await expect(database.run(sql.replaceAll('"', "'"))).rejects.toThrow('activity is')
      expect(await store.list({ employee: 1001 }, ALL)).toMatchObject([
        { actor: { email: 'Anna@example.com' } },
      ])
    })

    test('an entry that cannot be written as a whole is not written at all', async () => {
      await database.run('ALTER TABLE activity_people RENAME TO gone')
      await expect(store.append(ENTRY)).rejects.toThrow('activity_people')
      expect(await store.count({})).toBe(0)
    })
  })

  describe('old entries', () => {
    test('a sweep deletes entries older than the cut-off with their people, and keeps the others', async () => {
      for (const days of [400, 366, 364, 31]) await addOld(days)
      expect(await store.sweep(daysAgo(365))).toBe(2)
      expect((await store.list({}, ALL)).map(({ id }) => id)).toEqual([4, 3])
      expect(await countPeople()).toBe(2)
    })

    test('a sweep keeps old entries after younger ones, and a date ahead keeps nothing', async () => {
      for (const days of [400, -900, 380, 300, 20_000, 364]) await addOld(days)
      expect(await store.sweep(daysAgo(365))).toBe(2)
      expect((await store.list({}, ALL)).map(({ id }) => id).sort()).toEqual([2, 4, 5, 6])
    })

    test('entries are kept for 30 days, whatever the cut-off is', async () => {
      await addOld(29)
      await addOld(500)
      await expect(store.sweep(daysAgo(29))).rejects.toThrow('activity is kept')
      expect(await store.count({})).toBe(2)
      await expect(database.run('DELETE FROM activity WHERE id = 1')).rejects.toThrow('activity is kept')
    })

    test('a sweep deletes in portions, and lets others have their turn between them', async () => {
      await database.run(
        `INSERT INTO activity (at, actor_email, action, outcome, details)
         SELECT ?, '', 'signed_in', 'done', '{}' FROM json_each(?)`,
        daysAgo(400),
        JSON.stringify(Array.from({ length: 4_500 }, () => 0)),
      )
      const run = vi.spyOn(database, 'run')
      expect(await store.sweep(daysAgo(365))).toBe(4_500)
      const gone = await Promise.all(run.mock.results.slice(1).map(({ value }) => value))
      expect(gone).toEqual([2_000, 2_000, 500])
      expect(await store.count({})).toBe(0)
    })

    test('the number of a deleted entry is never used again', async () => {
      await addOld(400)
      await store.sweep(daysAgo(365))
      await store.append(ENTRY)
      expect((await store.list({}, ALL)).map(({ id }) => id)).toEqual([2])
    })
  })

  describe('an intent of a write', () => {
    test('a finished write is one entry, and a refused one is none', async () => {
      await store.settle(await store.intend(ENTRY), ENTRY)
      await store.drop(await store.intend(ENTRY))
      expect(await store.list({}, ALL)).toMatchObject([{ outcome: 'done' }])
      expect(await store.recover('9999')).toBe(0)
    })

    test('an unfinished write is logged once as unknown at the next start, with its own time', async () => {
      await store.intend(ENTRY)
      const { at } = (await database.get('SELECT at FROM activity_intents')) ?? {}
      expect(await store.recover('9999')).toBe(1)
      expect(await store.recover('9999')).toBe(0)
      expect(await store.list({ employee: 1001 }, ALL)).toEqual([{ ...ENTRY, id: 1, at, outcome: 'unknown' }])
    })

    test('an intent newer than the query is left alone', async () => {
      await store.intend(ENTRY)
      expect(await store.recover(daysAgo(1))).toBe(0)
      expect(await store.count({})).toBe(0)
    })
  })

  describe('a query of the log', () => {
    beforeEach(async () => {
      await store.append(ENTRY)
      await store.append({
        ...ENTRY,
        actor: { id: '2', email: 'ben@example.com' },
        project: 8,
        employee: 1002,
      })
      await store.append({
        actor: { id: '2', email: 'ben@example.com' },
        action: 'export_downloaded',
        project: 7,
        employees: [1001, 1003, 1003],
      })
    })

    test.each([
      ['nothing', {}, [3, 2, 1]],
      ['who, in any letter case', { actor: 'ANNA@example.com' }, [1]],
      ['what', { actions: ['export_downloaded'] as const }, [3]],
      ['one employee, also within an export', { employee: 1001 }, [3, 1]],
      ['a project', { project: 7 }, [3, 1]],
      ['all of it at once', { actor: 'ben@example.com', employee: 1001, project: 7 }, [3]],
      ['what is no SQL', { actor: "' OR 1=1 --" }, []],
      ['the future', { from: '9999' }, []],
      ['the past', { before: '2000' }, []],
    ])('the log is filtered by %s', async (_name, question, ids) => {
      expect((await store.list(question, ALL)).map(({ id }) => id)).toEqual(ids)
      expect(await store.count(question)).toBe(ids.length)
    })

    test('the log is read in pages and in pieces', async () => {
      expect((await store.list({}, { limit: 1, offset: 1 })).map(({ id }) => id)).toEqual([2])
      expect((await store.list({}, { limit: 5, below: 2 })).map(({ id }) => id)).toEqual([1])
    })

    test('the list of actors names each actor once', async () => {
      await store.append({ actor: { id: null, email: '' }, action: 'sign_in_failed' })
      expect(await store.listActors()).toEqual(['Anna@example.com', 'ben@example.com'])
    })
  })
})
