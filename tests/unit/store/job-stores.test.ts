import { beforeEach, describe, expect, test } from 'vitest'
import { createActivityStore } from '#lib/store/activity-store.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { createBatchStore } from '#lib/store/batch-store.ts'
import {
  type DeliveryItemRow,
  type DeliveryPlaceRow,
  type DeliveryRow,
  type DeliveryRunRow,
  deliveryRow,
} from '#lib/store/delivery-rows.ts'
import { createDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { createDeliveryStore } from '#lib/store/delivery-store.ts'
import type { Database } from '#lib/store/engine.ts'
import { createExportStore } from '#lib/store/export-store.ts'
import { forgetInExports } from '#lib/store/forget-in-exports.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { createImportStore } from '#lib/store/import-store.ts'
import { countJobs } from '#lib/store/job-states.ts'
import { openTable } from '#lib/store/table.ts'
import { ENGINES, openEngine, openTwice } from '#tests/support/engines.ts'
import { entryRowOf, exportRowOf, NO_QUOTA, partOf } from '#tests/support/export-rows.ts'

const OWNER = { owner_id: 'anna', owner_email: 'anna@example.com', project_id: 7, key_fingerprint: 'f' }
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`

function batchOf(id: string, minute: number, changes: Partial<BatchRow> = {}): BatchRow {
  return {
    ...{ id, ...OWNER, action: 'locale', locale: 'de', undoes: null, state: 'running', pause_reason: null },
    ...{ cancel_asked_at: null, cancelled_by: null, created_at: at(minute), ended_at: null, ...changes },
  }
}

function personOf(position: number, changes: Partial<BatchPersonRow> = {}): BatchPersonRow {
  return {
    ...{
      position,
      employee_id: 100 + position,
      name: `Groß, ${position}`,
      mitarbeiternummer: `0${position}`,
    },
    ...{ state: 'waiting', error: null, before: 'en', after: null, ...changes },
  }
}

/** All bytes of a part by `partOf`. */
const ALL_SENT = { part: 1, etag: '"a"', first: 0, end: 100, photos: [] }

function importOf(id: string, changes: Partial<ImportRecord> = {}): ImportRecord {
  return {
    ...{ id, ...OWNER, project: { projektnummer: '7', name: 'München' }, file_name: 'a.csv', columns: ['Ä'] },
    ...{ state: 'draft', pause_reason: null, error: null, planned: 0, created_at: at(1) },
    ...{ started_at: null, ended_at: null, cancelled_by: null, touched_at: at(1), ...changes },
  }
}

const rowOf = (row: number, name = `Ö${row}`) => ({
  ...{ row, cells: [name, ''], excluded: false },
  values: { first_name: name, last_name: 'x', email: '', mitarbeiternummer: '', locale: '' },
})
const ROOM = { drafts: 9, bytes: 1_000_000 }

describe.each(ENGINES)('on %s', engine => {
  let database: Database
  beforeEach(async () => {
    database = await openEngine(engine)
  })

  describe('batches', () => {
    test('a new batch replaces the oldest ended one, and is refused beyond the running limit', async () => {
      const store = createBatchStore(database)
      const quota = { running: 2, kept: 3 }
      for (const minute of [1, 2, 3])
        expect(
          await store.create(batchOf(`b${minute}`, minute, { state: 'done' }), [personOf(1)], quota),
        ).toBe(true)
      expect(await store.create(batchOf('b4', 4), [personOf(2), personOf(1)], quota)).toBe(true)
      expect(await store.find('b1')).toBeNull()
      expect(await store.people('b1')).toEqual([])
      expect(await store.create(batchOf('b5', 5), [personOf(1)], quota)).toBe(true)
      expect(await store.create(batchOf('b6', 6), [personOf(1)], quota)).toBe(false)
      expect((await store.listUnfinished()).map(({ id }) => id)).toEqual(['b4', 'b5'])
      expect(await store.people('b4')).toEqual([personOf(1), personOf(2)])
      expect(await countJobs(database)).toContainEqual({ kind: 'batches', state: 'running', count: 2 })
    })

    test('batches that are created at once never exceed the allowed number', async () => {
      const stores = (await openTwice(engine)).map(createBatchStore)
      const begun = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          stores[n % 2]?.create(batchOf(`b${n}`, n), [personOf(1)], { running: 3, kept: 9 }),
        ),
      )
      expect(begun.filter(Boolean)).toHaveLength(3)
    })

    test('a batch counts the outcomes of its people, and those that can be undone', async () => {
      const store = createBatchStore(database)
      await store.create(
        batchOf('b', 1),
        [1, 2, 3, 4].map(position => personOf(position)),
        NO_QUOTA,
      )
      await store.setPerson('b', 1, { state: 'done', error: null })
      await store.setPerson('b', 2, { state: 'done', error: null, before: null })
      await store.setPerson('b', 3, { state: 'failed', error: 'not_found' })
      await store.setPerson('b', 4, { state: 'done', error: null, before: 'de' })
      expect(await store.count('b')).toEqual({
        total: 4,
        done: 3,
        already: 1,
        failed: 1,
        gone: 1,
        undoable: 1,
      })
      expect((await store.undoable('b')).map(({ position }) => position)).toEqual([1])
      await store.create(batchOf('u', 2, { undoes: 'b' }), [personOf(1)], NO_QUOTA)
      expect(await store.undoable('b')).toEqual([])
      expect((await store.findUndo('b'))?.id).toBe('u')
      await store.update('u', { state: 'done', ended_at: at(3) }, ['running'])
      expect(await store.count('b')).toMatchObject({ undoable: 1 })
      expect((await store.listRecent('anna', at(0))).map(({ id }) => id)).toEqual(['b', 'u'])
      await store.tidy(at(4))
      expect(await store.find('u')).toBeNull()
    })

    test('a batch records the service’s answer, which may differ from the sent value', async () => {
      const store = createBatchStore(database)
      const people = [1, 2, 3].map(position => personOf(position))
      await store.create(batchOf('b', 1, { locale: null }), people, NO_QUOTA)
      await store.setPerson('b', 1, { state: 'done', error: null, after: 'de' })
      await store.setPerson('b', 2, { state: 'done', error: null, after: 'en' })
      await store.setPerson('b', 3, { state: 'done', error: null, before: 'none' })
      expect(await store.count('b')).toMatchObject({ done: 3, already: 2, undoable: 1 })
      expect(await store.undoable('b')).toMatchObject([{ position: 1, before: 'en', after: 'de' }])
    })

    test('a batch can pause and resume, but not after it has ended', async () => {
      const store = createBatchStore(database)
      await store.create(batchOf('b', 1), [personOf(1)], NO_QUOTA)
      expect(await store.pause('b', 'database_unavailable')).toBe(true)
      expect(await store.find('b')).toMatchObject({ state: 'paused', pause_reason: 'database_unavailable' })
      expect(await store.claim('b')).toBe(true)
      expect(await store.find('b')).toMatchObject({ state: 'running', pause_reason: null })
      const berta = { id: 'berta', email: 'berta@example.com' }
      await store.askToCancel?.('b', berta)
      await store.askToCancel?.('b', { id: 'anna', email: 'anna@example.com' })
      expect([await store.claim('b'), (await store.find('b'))?.state]).toEqual([false, 'running'])
      expect(await store.find('b')).toMatchObject({
        cancel_asked_at: expect.stringMatching(/^20/),
        cancelled_by: berta,
      })
      await store.update('b', { state: 'cancelled' }, ['running'])
      expect([await store.claim('b'), await store.pause('b', 'disk_full')]).toEqual([false, false])
    })
  })

  describe('imports', () => {
    test('an import is stored with its rows, within its owner’s quota, and replaces a draft', async () => {
      const store = createImportStore(database)
      expect(await store.create(importOf('i1'), [rowOf(2), rowOf(3)], ROOM)).toBeNull()
      expect(await store.find('i1')).toEqual(importOf('i1'))
      expect(await store.rows('i1', [3, 9])).toMatchObject([
        { row: 3, cells: ['Ö3', ''], outcome: null, excluded: false },
      ])
      expect(await store.create(importOf('i2'), [], { ...ROOM, drafts: 1 })).toBe('drafts')
      expect(
        await store.create(importOf('i2'), [rowOf(1)], { ...ROOM, drafts: 1, replaces: 'i1' }),
      ).toBeNull()
      expect(await store.rows('i1')).toEqual([])
      expect(await store.create(importOf('i3'), [rowOf(1)], { ...ROOM, bytes: 150 })).toBe('bytes')
      expect((await store.oldestDraft('anna'))?.id).toBe('i2')
      const edit = { row: 1, given: rowOf(1).values, excluded: true, chosen_change: null }
      await store.edit(importOf('i2'), [edit], { onlyIn: ['draft'], bytes: 1000 })
      expect(await store.create(importOf('i4'), [rowOf(1)], { ...ROOM, replaces: 'i2' })).toBeNull()
      expect(await store.rows('i2')).toMatchObject([{ row: 1, excluded: true }])
      expect(await database.get("SELECT bytes FROM imports WHERE id = 'i2'")).toEqual({
        bytes: Buffer.byteLength('["Ä"]["Ö1",""]') + Buffer.byteLength(JSON.stringify(rowOf(1).values)),
      })
    })

    test('an import can be corrected in its limit of bytes, and only in some states', async () => {
      const store = createImportStore(database)
      const record = importOf('i')
      await store.create(record, [rowOf(2)], ROOM)
      const given = { ...rowOf(2).values, first_name: 'ÖÖÖÖ' }
      const edit = { row: 2, given, excluded: true, chosen_change: 'a-1' }
      const before = Number((await database.get('SELECT bytes FROM imports'))?.bytes)
      expect(await store.edit(record, [edit], { onlyIn: ['draft'], bytes: 10 })).toBe('bytes')
      expect(await store.edit(record, [edit], { onlyIn: ['paused'], bytes: 1000 })).toBe('state')
      expect(await store.edit(record, [edit], { onlyIn: ['draft'], bytes: 1000 })).toBe('edited')
      expect(await store.rows('i')).toMatchObject([{ ...edit, outcome: null }])
      expect((await database.get('SELECT bytes FROM imports'))?.bytes).toBe(
        before + Buffer.byteLength('ÖÖÖÖ') - Buffer.byteLength('Ö2'),
      )
    })

    test('an excluded row keeps its problem, and is not counted as open', async () => {
      const store = createImportStore(database)
      const rows = [2, 3, 4, 5].map(row => rowOf(row))
      await store.create(importOf('i'), [...rows, { ...rowOf(6), excluded: true }], ROOM)
      const problems = [{ field: 'email' as const, code: 'refused' as const }]
      await store.settle('i', [
        { row: 2, outcome: 'refused', problems },
        { row: 3, outcome: 'unknown' },
        { row: 4, outcome: 'not_sent', problems },
        { row: 5, outcome: 'created', employee_id: 5 },
        { row: 6, outcome: 'not_sent' },
      ])
      await store.update('i', { state: 'done' }, ['draft'])
      const leave = (row: number, excluded: boolean) =>
        store.edit(importOf('i'), [{ row, given: rowOf(row).values, excluded, chosen_change: null }], {
          onlyIn: ['done'],
          bytes: 1e6,
        })
      expect(await store.counts('i')).toMatchObject({ refused: 1, unknown: 1, faulty: 1, left: 3 })
      for (const row of [2, 3, 4]) await leave(row, true)
      expect(await store.counts('i')).toMatchObject({ refused: 1, unknown: 1, faulty: 0, left: 0 })
      expect(await store.rows('i', [2])).toMatchObject([{ outcome: 'refused', problems, excluded: true }])
      // The import has no open rows, so another list may take its room.
      const bytes = Number((await database.get('SELECT bytes FROM imports'))?.bytes)
      expect(await store.create(importOf('next'), rows, { ...ROOM, bytes })).toBeNull()
      expect(await store.find('i')).toBeNull()
    })

    test('an included or corrected row is open again', async () => {
      const store = createImportStore(database)
      await store.create(importOf('i'), [rowOf(2), { ...rowOf(3), excluded: true }], ROOM)
      const problems = [{ field: 'email' as const, code: 'refused' as const }]
      await store.settle('i', [
        { row: 2, outcome: 'refused', problems },
        { row: 3, outcome: 'not_sent' },
      ])
      const edits = [
        { row: 2, given: { ...rowOf(2).values, email: 'b@example.com' } },
        { row: 3, given: rowOf(3).values },
      ].map(edit => ({ ...edit, excluded: false, chosen_change: null }))
      await store.edit(importOf('i'), edits, { onlyIn: ['draft'], bytes: 1e6 })
      expect(await store.rows('i')).toMatchObject([
        { outcome: null, problems: [] },
        { outcome: null, problems: [] },
      ])
    })

    test('an import can be deleted only before anything was sent', async () => {
      const store = createImportStore(database)
      await store.create(importOf('i'), [rowOf(2)], ROOM)
      await store.update('i', { state: 'sending' }, ['draft'])
      expect([await store.removeDraft('i'), (await store.find('i'))?.state]).toEqual([false, 'sending'])
      await store.update('i', { state: 'draft' }, ['sending'])
      expect([await store.removeDraft('i'), await store.find('i')]).toEqual([true, null])
    })

    test('an import knows people created by hand, and by a list that only the log remembers', async () => {
      const store = createImportStore(database)
      const log = createActivityStore(database)
      const actor = { id: 'anna', email: 'anna@example.com' }
      const made = { actor, action: 'employees_created' }
      await log.append({ ...made, employees: [78, 79], details: { bulk: { id: 'i', kind: 'import' } } })
      await log.append({ ...made, employee: 80 })
      await log.append({ ...made, action: 'employee_changed', employee: 81 })
      for (const id of ['i', 'other']) await store.create(importOf(id), [rowOf(2)], ROOM)
      const later = new Date(Date.now() + 60_000).toISOString()
      await store.create({ ...importOf('later'), created_at: later }, [rowOf(2)], ROOM)
      const claimedBeside = (id: string) => Promise.all([78, 80, 81].map(of => store.isClaimed(id, [of])))
      expect(await claimedBeside('i')).toEqual([false, true, false])
      expect(await claimedBeside('other')).toEqual([true, true, false])
      expect(await claimedBeside('later'), 'who was there before the list').toEqual([false, false, false])
    })

    test('rows are sent one by one, each recorded first, until everything has an outcome', async () => {
      const store = createImportStore(database)
      await store.create(importOf('i'), [rowOf(2), rowOf(3), rowOf(4), rowOf(5)], ROOM)
      const record = (await store.find('i')) ?? importOf('i')
      const input = { first_name: 'Ö', last_name: 'x', email: 'a@example.com' }
      const plans = [2, 3, 4].map(row => ({
        ...{ row, outcome: 'waiting' as const, problems: [], employee_id: row === 4 ? 9 : null },
        ...{ task: row === 4 ? ('update' as const) : ('create' as const), input },
      }))
      const start = { changes: { state: 'sending' as const, planned: 3, started_at: at(2) }, running: 1 }
      const others = [
        ...plans,
        { row: 5, outcome: 'not_sent' as const, problems: [], employee_id: null, task: null, input: null },
      ]
      expect(await store.start({ ...record, touched_at: at(9) }, others, start)).toBe('touched')
      expect(await store.start(record, others, start)).toBe('started')
      expect(await store.start(importOf('other'), [], start)).toBe('running')
      expect((await store.round('i')).toSorted((a, b) => a.n - b.n)).toEqual([
        { task: 'update', outcome: 'waiting', n: 1 },
        { task: 'create', outcome: 'waiting', n: 2 },
      ])
      expect((await store.take('i', 1)).map(({ row }) => row)).toEqual([2])
      // The outcome is unknown: the row comes again, alone.
      expect((await store.take('i', 9)).map(({ row }) => row)).toEqual([2])
      await store.setApart('i')
      expect((await store.take('i', 9)).map(({ row }) => row)).toEqual([3])
      await store.settle('i', [{ row: 3, outcome: 'created', employee_id: 77, mitarbeiternummer: '077' }])
      expect(await store.isClaimed('other', [77])).toBe(true)
      expect([await store.isClaimed('i', [77]), await store.isClaimed('other', [])]).toEqual([false, false])
      expect((await store.take('i', 9)).map(({ row, task }) => [row, task])).toEqual([[4, 'update']])
      await store.putBack('i')
      await store.take('i', 9)
      await store.settle('i', [{ row: 4, outcome: 'updated' }])
      expect(await store.finish('i', at(5))).toBe(false)
      expect((await store.take('i', 9, { after: 0, max: 9 })).map(({ row }) => row)).toEqual([2])
      await store.settle('i', [
        { row: 2, outcome: 'refused', problems: [{ field: 'email', code: 'refused' }] },
      ])
      expect(await store.finish('i', at(5))).toBe(true)
      expect(await store.counts('i')).toMatchObject({
        rows: 4,
        open: 0,
        created: 1,
        updated: 1,
        refused: 1,
        not_sent: 1,
      })
      expect((await store.rows('i'))[0]).toMatchObject({
        problems: [{ field: 'email', code: 'refused' }],
        in_flight: false,
      })
      expect((await store.listRecent('anna', at(0))).map(({ id }) => id)).toEqual(['i'])
      expect(await store.sweep(at(59).replace('2026', '2027'))).toBe(1)
    })

    test('rows that were set apart are sent in the order of the list, whatever their task', async () => {
      const store = createImportStore(database)
      const tasks = ['update', 'create', 'create', 'update', 'create'] as const
      await store.create(
        importOf('i'),
        tasks.map((_, index) => rowOf(index + 2)),
        ROOM,
      )
      const input = { first_name: 'Ö', last_name: 'x', email: 'a@example.com' }
      const plans = tasks.map((task, index) => ({
        ...{ row: index + 2, outcome: 'waiting' as const, problems: [], employee_id: 9, task, input },
      }))
      await store.start((await store.find('i')) ?? importOf('i'), plans, {
        changes: { state: 'sending' },
        running: 9,
      })
      const take = async (after: number) => {
        const taken = await store.take('i', 9, { after, max: 9 })
        await store.setApart('i')
        return taken.map(({ row }) => row)
      }
      expect([await take(0), await take(0), await take(0)]).toEqual([[3, 4, 6], [2], [5]])
      expect([await take(0), await take(2), await take(4), await take(5)]).toEqual([[2], [3, 4], [5], [6]])
    })

    test('an ending import leaves rows in flight, and waits for no decision', async () => {
      const store = createImportStore(database)
      await store.create(importOf('i'), [rowOf(2), rowOf(3)], ROOM)
      const record = (await store.find('i')) ?? importOf('i')
      const input = { first_name: 'Ö', last_name: 'x', email: 'a@example.com' }
      const plans = [2, 3].map(row => ({
        ...{
          row,
          outcome: 'waiting' as const,
          problems: [],
          employee_id: null,
          task: 'create' as const,
          input,
        },
      }))
      await store.start(record, plans, { changes: { state: 'sending' }, running: 9 })
      await store.update('i', { state: 'paused', pause_reason: 'by_person' }, ['sending'])
      expect([await store.claim('i'), await store.pause('i', 'disk_full')]).toEqual([false, false])
      expect(await store.take('i', 1)).toEqual([])
      await store.update('i', { state: 'sending', pause_reason: null }, ['paused'])
      expect(await store.take('i', 1)).toHaveLength(1)
      expect(await store.end('i', { state: 'cancelled', ended_at: at(9) }, ['sending', 'paused'])).toBe(true)
      expect((await store.inFlight('i')).map(({ row }) => row)).toEqual([2])
      expect((await store.listUnfinished()).map(({ id }) => id)).toEqual(['i'])
      await store.putBack('i')
      expect(await store.counts('i')).toMatchObject({ not_sent: 2, waiting: 0 })
      expect(await store.listUnfinished()).toEqual([])
    })
  })

  describe('deliveries', () => {
    const delivery: DeliveryRow = {
      ...{
        id: 'd',
        name: 'Österreich',
        project_id: 7,
        project: { projektnummer: '7', name: 'M' },
        request: {},
      },
      ...{ destination: { kind: 'folder' }, secrets: null, schedule: {}, removals_percent: 10, is_on: true },
      puts_back: true,
      ...{
        next_run_at: at(5),
        failures: 0,
        confirmed_at: null,
        key_fingerprint: null,
        created_by: 'a@example.com',
      },
      ...{ created_at: at(0), ended_at: null },
    }
    const runOf = (id: string, minute = 1): DeliveryRunRow => ({
      ...{ id, delivery_id: 'd', owner_id: 'anna', owner_email: 'anna@example.com', takes_all_away: false },
      asks_own_photos: false,
      ...{
        key_fingerprint: 'f',
        state: 'running',
        pause_reason: null,
        cancel_asked_at: null,
        cancelled_by: null,
        error: null,
        trouble: null,
        review: null,
      },
      ...{
        confirmed_by: null,
        planned_at: null,
        unchanged: 0,
        unreadable: 0,
        created_at: at(minute),
        ended_at: null,
        is_unsettled: false,
      },
    })
    const person = { first_name: 'Ö', last_name: 'x', mitarbeiternummer: '01', email: 'a@example.com' }
    const placeOf = (employee_id: number, changes: Partial<DeliveryPlaceRow> = {}): DeliveryPlaceRow => ({
      ...{ employee_id, person, edited_at: at(0), form: 'x', receipt: { places: ['a.jpg'], version: null } },
      ...{ state: 'there', reason: null, delivered_at: at(employee_id), checked_at: null, removed_at: null },
      ...{ problem: null, removed_by: null, ...changes },
    })
    const itemOf = (position: number, changes: Partial<DeliveryItemRow> = {}): DeliveryItemRow => ({
      ...{
        position,
        employee_id: position,
        person,
        action: 'add',
        reason: null,
        photo: null,
        state: 'waiting',
      },
      ...{ problem: null, ...changes },
    })

    const insert = (at: Database, row: typeof delivery) =>
      openTable(at, 'deliveries', { row: deliveryRow }).insert([row])

    test('a delivery begins one run at a time, however many desks poll at once', async () => {
      const [one, two] = await openTwice(engine)
      await insert(one, delivery)
      const due = { now: at(6), next: at(20) }
      const begun = await Promise.all(
        [one, two, one, two].map((at, n) => createDeliveryStore(at).begin(runOf(`r${n}`), { due })),
      )
      expect(begun.filter(Boolean)).toHaveLength(1)
      expect((await createDeliveryStore(two).find('d'))?.next_run_at).toBe(at(20))
      expect(await createDeliveryStore(one).listDue(at(19))).toEqual([])
      expect(await createDeliveryStore(one).listDue(at(20))).toEqual([{ ...delivery, next_run_at: at(20) }])
    })

    test('a delivery knows the places of each person’s photos', async () => {
      const store = createDeliveryStore(database)
      await insert(database, delivery)
      await insert(database, { ...delivery, id: 'e', name: 'apple', ended_at: null })
      await insert(database, { ...delivery, id: 'f', name: 'Zoe', ended_at: at(1) })
      await insert(database, { ...delivery, id: 'g', name: 'Banana' })
      expect((await store.list()).map(({ name }) => name)).toEqual(['apple', 'Banana', 'Österreich', 'Zoe'])
      for (const place of [placeOf(2), placeOf(1), placeOf(3, { checked_at: at(9), reason: 'other_photo' })])
        await store.putPlace('d', place)
      await store.putPlace('d', placeOf(1, { form: 'y' }))
      await store.putPlace('e', placeOf(1, { state: 'removed', removed_at: at(4) }))
      expect((await store.places('d')).map(({ employee_id, form }) => [employee_id, form])).toEqual([
        ...[
          [1, 'y'],
          [2, 'x'],
          [3, 'x'],
        ],
      ])
      expect(await store.countPlaces('d')).toEqual({ there: 3, by_hand: 0, removed: 0, differing: 1 })
      expect((await store.placesOf(1)).map(({ delivery }) => delivery.id)).toEqual(['d', 'e'])
      const delivering = await store.delivering(7)
      expect(delivering.map(({ delivery, photos }) => [delivery.id, photos.size])).toEqual([
        ['d', 3],
        ['e', 0],
        ['g', 0],
      ])
      expect(await store.updatePlace('d', 2, { state: 'removed', removed_at: at(5) }, ['there'])).toBe(true)
      expect(await store.updatePlace('d', 2, { state: 'there' }, ['by_hand'])).toBe(false)
      expect(await store.end('d')).toBe(true)
      expect(await store.countPlaces('d')).toEqual({ there: 0, by_hand: 2, removed: 1, differing: 0 })
      await store.tidy(at(59))
      expect((await store.places('d')).map(({ employee_id }) => employee_id)).toEqual([1, 3])
      expect((await store.list()).map(({ id }) => id)).toEqual(['e', 'g', 'd'])
    })

    test('a run has one plan, and counts its items', async () => {
      const store = createDeliveryStore(database)
      await insert(database, delivery)
      await store.begin(runOf('r'))
      const runs = createDeliveryRunStore(database)
      const items = [
        itemOf(1),
        itemOf(2, { state: 'failed', problem: 'x', reason: 'new' }),
        itemOf(3, { action: 'cannot', reason: 'no_photo', state: 'done' }),
        itemOf(4, { action: 'cannot', reason: 'no_photo', state: 'done' }),
      ]
      expect(await runs.savePlan('r', items, { planned_at: at(2) })).toBe(true)
      expect(await runs.savePlan('r', items, { planned_at: at(3) })).toBe(false)
      expect(await runs.items('r', ['waiting'])).toEqual([items[0]])
      expect(await runs.items('r')).toEqual(items)
      await runs.setItem('r', 1, { state: 'done', problem: null })
      expect(await runs.count('r')).toEqual({
        add: { total: 2, done: 1, failed: 1 },
        change: { total: 0, done: 0, failed: 0 },
        remove: { total: 0, done: 0, failed: 0 },
        cannot: { total: 2, done: 2, failed: 0 },
      })
      expect(await runs.reasons('r')).toEqual([
        { action: 'cannot', reason: 'no_photo', count: 2 },
        { action: 'add', reason: 'new', count: 1 },
      ])
      expect((await runs.listUnfinished()).map(({ id }) => id)).toEqual(['r'])
      await runs.update('r', { state: 'done', ended_at: at(9) }, ['running'])
      expect((await runs.listRecent('anna', at(1))).map(({ id }) => id)).toEqual(['r'])
      expect((await runs.listOf('d', 5)).map(({ id }) => id)).toEqual(['r'])
      expect(await runs.find('r')).toEqual({
        ...runOf('r'),
        planned_at: at(2),
        state: 'done',
        ended_at: at(9),
      })
    })
  })

  describe('forgetting people in exports', () => {
    const problem = {
      employee_id: 2,
      mitarbeiternummer: '2',
      name: 'Zwei',
      code: 'no_photo',
      file_name: null,
    }

    test('a forgotten person is named in no plan, notice or report', async () => {
      const store = createExportStore(database)
      const row = exportRowOf({ state: 'ready', total: 3, done: 3, problems: [problem], waiting: [problem] })
      await store.create(row, NO_QUOTA)
      await store.savePlan(
        row.id,
        [0, 1, 2].map(n => entryRowOf(n, { state: 'done' })),
        {},
      )
      expect(await forgetInExports([2], { why: 'not_found', entirely: false }, database)).toBe(3)
      expect(await store.find(row.id)).toMatchObject({ total: 3, done: 2, failed: 1, waiting: [] })
      expect((await store.find(row.id))?.problems).toMatchObject([
        { employee_id: 2, name: '', code: 'not_found' },
      ])
      const [, gone, stays] = await store.entries(row.id)
      expect(gone).toMatchObject({ state: 'failed', problem: 'not_found', employee: { last_name: '' } })
      expect(stays).toMatchObject({ state: 'done' })
      expect(await forgetInExports([2], { why: 'not_found', entirely: false }, database)).toBe(0)
      expect(await forgetInExports([2], { why: 'not_found', entirely: true }, database)).toBe(2)
      expect((await store.entries(row.id)).map(({ employee_id }) => employee_id)).toEqual([1, 3])
      expect(await store.find(row.id)).toMatchObject({ total: 2, done: 2, failed: 0, problems: [] })
    })

    test('a forgotten person is not restored by later notes of an export', async () => {
      const store = createExportStore(database)
      const row = exportRowOf()
      await store.create(row, NO_QUOTA)
      await store.savePlan(row.id, [entryRowOf(0)], { total: 1 })
      expect(await forgetInExports([1], { why: 'not_approved', entirely: false }, database)).toBe(1)
      const done = {
        position: 0,
        state: 'done',
        problem: null,
        pixels: null,
        bytes: 1,
        crc32: 1,
        sha256: 'a',
      } as const
      const named = { ...problem, employee_id: 1, name: 'Groß, Jörg', code: 'other_pixels' }
      await store.saveProgress(row.id, [done], [named])
      expect(await store.entries(row.id)).toMatchObject([{ state: 'failed', sha256: null }])
      const told = [{ employee_id: 1, code: 'not_approved' }]
      expect(await store.find(row.id)).toMatchObject({
        total: 1,
        done: 0,
        failed: 1,
        bytes: 0,
        problems: told,
      })
    })

    test('a forgotten person is not restored by outdated copies of an export', async () => {
      const store = createExportStore(database)
      // An entry with a field that only another version of the desk knows.
      const row = exportRowOf({ total: 2, waiting: [{ ...problem, other: 1 } as typeof problem] })
      await store.create(row, NO_QUOTA)
      const entries = [0, 3].map(n => entryRowOf(n, { state: 'done' }))
      await store.savePlan(row.id, entries, {})
      const end = { parts: [], renewed_at: null, places: [], texts: [] }
      for (const [id, entirely] of [
        [2, false],
        [4, false],
        [4, true],
      ] as const) {
        const before = await store.find(row.id)
        const seen = { row: before ?? row, entries: await store.entries(row.id) }
        await forgetInExports([id], { why: 'not_found', entirely }, database)
        expect(await store.savePlan(row.id, entries, { problems: [problem] }, seen)).toBe(false)
        expect(await store.finish(row.id, { ...end, seen })).toBe('changed')
      }
      const left = await store.find(row.id)
      expect(left).toMatchObject({ state: 'preparing', total: 1, problems: [], waiting: [] })
      const seen = { row: left ?? row, entries: await store.entries(row.id) }
      expect(await store.finish(row.id, { ...end, seen })).toBe('finished')
      expect(await store.find(row.id)).toMatchObject({ state: 'ready', total: 1, done: 1, failed: 0 })
    })
  })

  test('an export knows the photos last given to each system, and the new ones since', async () => {
    const store = createExportStore(database)
    const given = async (id: string, minute: number, edited: string, changes = {}) => {
      const ready = { id, created_at: at(minute), state: 'ready' as const, parts: [partOf()] }
      await store.create(exportRowOf({ ...ready, ...changes }), NO_QUOTA)
      await store.savePlan(id, [entryRowOf(0, { state: 'done', edited_at: edited })], {})
      await store.noteSent(id, { ...ALL_SENT, photos: await store.files(id) })
    }
    await given('one', 1, 'first')
    await given('two', 2, 'second')
    await given('other', 3, 'third', { request: { ...(exportRowOf().request as object), target: 'lucca' } })
    expect(await store.delivered(7, null)).toMatchObject([
      { target: 'lucca', since: at(3), photos: new Map([[1, 'third']]) },
      { target: 'number', since: at(2), photos: new Map([[1, 'second']]) },
    ])
    expect(await store.delivered(7, 'ben')).toEqual([])
    expect((await store.givenUntil('two', 'standard')).get(1)?.editedAt).toBe('second')
    expect((await store.givenUntil('one', 'standard')).get(1)?.editedAt).toBe('first')
  })

  test('a part is given when all its bytes were sent, and an export when all its parts were', async () => {
    const store = createExportStore(database)
    const parts = [partOf(), partOf({ etag: '"b"' }), partOf({ report: true, etag: '"c"' })]
    await store.create(exportRowOf({ id: 'x', state: 'ready', parts }), NO_QUOTA)
    const entries = [0, 1].map(at => entryRowOf(at, { state: 'done', part: at + 1, edited_at: `of ${at}` }))
    await store.savePlan('x', entries, {})
    const sent = await store.files('x')
    const given = async () => (await store.entries('x')).map(({ given_edited_at }) => given_edited_at)
    const send = (part: number, etag: string, first: number, end: number) =>
      store.noteSent('x', { part, etag, first, end, photos: sent.filter(file => file.part === part) })
    await send(1, '"a"', 50, 100)
    await send(1, '"a"', 0, 49)
    await send(1, '"another archive"', 0, 100)
    expect(await given()).toEqual([null, null])
    // The photo is being fetched again, so the previous one is sent.
    await store.savePlan(
      'x',
      entries.with(0, entryRowOf(0, { state: 'waiting', part: 1, edited_at: 'new' })),
      {},
    )
    await send(1, '"a"', 40, 60)
    expect(await given()).toEqual(['of 0', null])
    expect((await store.find('x'))?.downloaded_at).toBeNull()
    await send(2, '"b"', 0, 100)
    expect(await given()).toEqual(['of 0', 'of 1'])
    expect((await store.find('x'))?.downloaded_at).not.toBeNull()
  })

  test('a photo never downloaded, or only in another variant, is new since any export', async () => {
    const store = createExportStore(database)
    const make = async (id: string, minute: number, variant: string) => {
      const request = { ...(exportRowOf().request as object), variant }
      const ready = { id, created_at: at(minute), state: 'ready' as const, parts: [partOf()] }
      await store.create(exportRowOf({ ...ready, request }), NO_QUOTA)
      await store.savePlan(id, [entryRowOf(0, { state: 'done', edited_at: id })], {})
    }
    await make('one', 1, 'standard')
    await make('two', 2, 'transparent')
    await make('three', 3, 'standard')
    for (const id of ['one', 'two']) await store.noteSent(id, { ...ALL_SENT, photos: await store.files(id) })
    expect((await store.givenUntil('three', 'standard')).get(1)?.editedAt).toBe('one')
    expect((await store.givenUntil('three', 'transparent')).get(1)?.editedAt).toBe('two')
    expect((await store.givenUntil('one', 'transparent')).get(1)?.editedAt).toBeUndefined()
  })

  test('a new export replaces the oldest removable one, never the source of another', async () => {
    const store = createExportStore(database)
    const from = (id: string) => ({
      ...(exportRowOf().request as object),
      scope: { kind: 'since', export_id: id },
    })
    await store.create(exportRowOf({ id: 'a', state: 'failed', created_at: at(1) }), NO_QUOTA)
    await store.create(exportRowOf({ id: 'b', state: 'failed', created_at: at(2) }), NO_QUOTA)
    const ready = { state: 'ready' as const, done: 1, parts: [partOf()] }
    await store.create(exportRowOf({ id: 'c', created_at: at(0), ...ready }), NO_QUOTA)
    const quota = { running: 2, kept: 3 }
    expect(
      await store.create(exportRowOf({ id: 'd', request: from('a'), created_at: at(4) }), quota),
    ).toBeNull()
    expect(await store.find('b')).toBeNull()
    expect(await store.create(exportRowOf({ id: 'e', created_at: at(5) }), quota)).toBe('kept')
    await store.noteSent('c', { ...ALL_SENT, end: 99 })
    expect(await store.create(exportRowOf({ id: 'e', created_at: at(5) }), quota)).toBe('kept')
    await store.noteSent('c', ALL_SENT)
    expect(await store.create(exportRowOf({ id: 'e', created_at: at(5) }), quota)).toBeNull()
    expect(await store.create(exportRowOf({ id: 'f' }), quota)).toBe('running')
    expect((await store.list({ ownerId: null }, { limit: 9, offset: 0 })).rows.map(({ id }) => id)).toEqual([
      'e',
      'd',
      'a',
    ])
  })
})
