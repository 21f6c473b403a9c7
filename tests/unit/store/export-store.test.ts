import { describe, expect, test } from 'vitest'
import type { ExportQuestion } from '#lib/store/export-questions.ts'
import { createExportStore } from '#lib/store/export-store.ts'
import { forgetInExports } from '#lib/store/forget-in-exports.ts'
import { ENGINES, openEngine, openTwice } from '#tests/support/engines.ts'
import { entryRowOf, exportRowOf, NO_QUOTA, partOf } from '#tests/support/export-rows.ts'

const PIXELS = { width: 300, height: 300 }
const SIZE = { index: 2, label: 'Größe', width: 600, height: 800 }
const DONE = {
  state: 'done',
  problem: null,
  pixels: PIXELS,
  bytes: 10,
  crc32: 4_000_000_000,
  sha256: 'ab',
} as const

describe.each(ENGINES)('on %s', engine => {
  const openStore = async () => createExportStore(await openEngine(engine))

  test('an export is read back as it was written, even after a restart', async () => {
    const [before, after] = (await openTwice(engine)).map(createExportStore)
    const problem = { employee_id: 3, mitarbeiternummer: '="3"', name: 'Groß, Jörg', file_name: 'a' }
    const row = exportRowOf({
      size: { ...SIZE, before: { ...SIZE, label: 'Web' } },
      problems: [
        { ...problem, code: 'name_changed' },
        { ...problem, code: 'other_pixels', values: { promised: '600 × 800', pixels: '300 × 300' } },
      ],
    })
    await before?.create(row, NO_QUOTA)
    expect(await after?.find(row.id)).toEqual(row)
    expect(await after?.find(crypto.randomUUID())).toBeNull()
  })

  test('a plan and its outcomes are read back in their order', async () => {
    const store = await openStore()
    const row = exportRowOf()
    await store.create(row, NO_QUOTA)
    const rendering = { width: 96, height: 96, fit: 'cover', format: 'jpeg' }
    const entries = [entryRowOf(0), entryRowOf(1, { rendering, size: SIZE }), entryRowOf(2)]
    await store.savePlan(row.id, entries, { total: 3 })
    expect(await store.entries(row.id)).toEqual(entries)
    await store.saveProgress(row.id, [{ position: 1, ...DONE }])
    expect(await store.find(row.id)).toMatchObject({ total: 3, done: 1, failed: 0, bytes: 10 })
    expect((await store.entries(row.id)).map(({ state }) => state)).toEqual(['waiting', 'done', 'waiting'])
    expect((await store.entries(row.id))[1]).toMatchObject({ ...DONE, rendering, size: SIZE })
  })

  describe('a list', () => {
    test('a list of exports is newest first, in pages, of one owner or of everybody', async () => {
      const store = await openStore()
      for (let day = 1; day <= 5; day += 1)
        await store.create(
          exportRowOf({
            owner_id: day === 3 ? 'berta' : 'anna',
            created_at: `2026-11-0${day}T10:00:00.000Z`,
          }),
          NO_QUOTA,
        )
      const days = async (ownerId: string | null, offset: number) => {
        const { rows, total } = await store.list({ ownerId }, { limit: 2, offset })
        return [total, ...rows.map(({ created_at }) => created_at.slice(8, 10))]
      }
      expect(await days('anna', 0)).toEqual([4, '05', '04'])
      expect(await days('anna', 2)).toEqual([4, '02', '01'])
      expect(await days(null, 2)).toEqual([5, '03', '02'])
    })

    test('a list of exports can be limited to one project', async () => {
      const store = await openStore()
      for (const project_id of [1, 2, 1])
        await store.create(exportRowOf({ owner_id: 'anna', project_id }), NO_QUOTA)
      const totals = async (ownerId: string | null, project: number) => {
        const { rows, total } = await store.list({ ownerId, project }, { limit: 9, offset: 0 })
        return [total, ...rows.map(({ project_id }) => project_id)]
      }
      expect(await totals(null, 1)).toEqual([2, 1, 1])
      expect(await totals('anna', 2)).toEqual([1, 2])
      expect(await totals('berta', 2)).toEqual([0])
    })

    test('a list of exports can be limited by person, target and state, alone or together', async () => {
      const store = await openStore()
      const { request } = exportRowOf()
      const of = (target: string) => ({ ...(request as object), target })
      for (const row of [
        exportRowOf({ owner_email: 'Anna@example.com', request: of('lucca'), state: 'ready' }),
        exportRowOf({ owner_email: 'anna@example.com', request: of('moodle'), state: 'ready' }),
        exportRowOf({ owner_email: 'berta@example.com', request: of('lucca'), state: 'failed' }),
      ])
        await store.create(row, NO_QUOTA)
      const total = async (question: Partial<ExportQuestion>) =>
        (await store.list({ ownerId: null, ...question }, { limit: 1, offset: 0 })).total
      expect(await total({ person: 'anna@example.com' })).toBe(2)
      expect(await total({ target: 'lucca' })).toBe(2)
      expect(await total({ state: 'failed' })).toBe(1)
      expect(await total({ person: 'anna@example.com', target: 'lucca', state: 'ready' })).toBe(1)
      expect(await total({ person: 'berta@example.com', state: 'ready' })).toBe(0)
    })

    test('the values of a list can be listed, and a project has its last name', async () => {
      const store = await openStore()
      const project = (name: string) => ({ projektnummer: '2026-0007', name })
      for (const row of [
        exportRowOf({ project: project('Old'), created_at: '2026-11-01T10:00:00.000Z' }),
        exportRowOf({ project: project('New'), created_at: '2026-11-02T10:00:00.000Z' }),
        exportRowOf({ owner_id: 'berta', owner_email: 'berta@example.com', project_id: 8 }),
      ])
        await store.create(row, NO_QUOTA)
      expect(await store.choices(null)).toEqual({
        people: ['anna@example.com', 'berta@example.com'],
        projects: [
          { id: 8, name: 'München' },
          { id: 7, name: 'New' },
        ],
        targets: ['number'],
      })
      expect(await store.choices('anna')).toMatchObject({
        people: ['anna@example.com'],
        projects: [{ id: 7, name: 'New' }],
      })
    })

    test('the list of unfinished exports holds preparing and paused ones, oldest first', async () => {
      const store = await openStore()
      const states = ['ready', 'paused', 'failed', 'preparing', 'cancelled', 'expired'] as const
      for (const [index, state] of states.entries())
        await store.create(
          exportRowOf({ state, created_at: `2026-11-0${9 - index}T10:00:00.000Z` }),
          NO_QUOTA,
        )
      expect((await store.listUnfinished()).map(({ state }) => state)).toEqual(['preparing', 'paused'])
    })
  })

  test('a photo given during a re-plan stays given, because the outdated plan is refused', async () => {
    const store = await openStore()
    const part = partOf()
    const row = exportRowOf({ state: 'ready', parts: [part] })
    await store.create(row, NO_QUOTA)
    await store.savePlan(row.id, [entryRowOf(0, { ...DONE, part: 1 })], { total: 1 })
    const seen = { row: (await store.find(row.id)) ?? row, entries: await store.entries(row.id) }
    const whole = { part: 1, etag: part.etag, first: 0, end: part.bytes }
    await store.noteSent(row.id, { ...whole, photos: await store.files(row.id) })
    expect(await store.savePlan(row.id, seen.entries, {}, seen)).toBe(false)
    const [given] = await store.entries(row.id)
    expect(given?.given_edited_at).toBe(given?.edited_at)
    const now = { row: (await store.find(row.id)) ?? row, entries: await store.entries(row.id) }
    expect(await store.savePlan(row.id, now.entries, {}, now)).toBe(true)
    expect(await store.entries(row.id)).toEqual(now.entries)
  })

  describe('the end of an export', () => {
    const end = {
      parts: [partOf({ bytes: 99 })],
      renewed_at: null,
      places: [{ position: 0, part: 1 }],
      texts: [{ part: 1, name: 'report.csv', content: Buffer.from('größe') }],
    }

    test('an export that ends is ready, with its parts and texts', async () => {
      const store = await openStore()
      const row = exportRowOf()
      await store.create(row, NO_QUOTA)
      await store.savePlan(row.id, [entryRowOf(0, { ...DONE, part: 7 })], { total: 1 })
      const seen = { row, entries: await store.entries(row.id) }
      expect(await store.finish(row.id, { ...end, seen })).toBe('finished')
      expect(await store.find(row.id)).toMatchObject({ state: 'ready', bytes: 99, parts: end.parts })
      expect((await store.entries(row.id))[0]?.part).toBe(1)
      const [text] = await store.texts(row.id, 1)
      expect(Buffer.from(text?.content ?? []).toString()).toBe('größe')
      expect(await store.texts(row.id, 2)).toEqual([])
    })

    test('reopening an export deletes the texts of its archives, which may name a forgotten person', async () => {
      const store = await openStore()
      const row = exportRowOf()
      await store.create(row, NO_QUOTA)
      await store.finish(row.id, { ...end, seen: { row, entries: [] } })
      expect(await store.reopen(row.id, 1)).toBe('reopened')
      expect(await store.hasTexts(row.id, 1)).toBe(false)
    })

    test('an end that comes after a cancellation writes nothing', async () => {
      const store = await openStore()
      const row = exportRowOf({ state: 'cancelled' })
      await store.create(row, NO_QUOTA)
      expect(await store.finish(row.id, { ...end, seen: { row, entries: [] } })).toBe('other_state')
      expect(await store.find(row.id)).toMatchObject({ state: 'cancelled', parts: [] })
      expect(await store.texts(row.id, 1)).toEqual([])
    })

    test('an update for another state leaves the export unchanged', async () => {
      const store = await openStore()
      const row = exportRowOf({ state: 'ready' })
      await store.create(row, NO_QUOTA)
      expect(await store.update(row.id, { state: 'cancelled' }, ['preparing', 'paused'])).toBe(false)
      expect(await store.update(row.id, { state: 'preparing' }, ['ready'])).toBe(true)
      expect(await store.find(row.id)).toMatchObject({ state: 'preparing' })
    })
  })

  describe('tidying old exports keeps the record of photos given to each system', () => {
    const days = (day: number) => `2026-11-0${day}T10:00:00.000Z`

    /** Adds an export that was downloaded, with people by the position of their entries. */
    async function downloaded(
      store: Awaited<ReturnType<typeof openStore>>,
      { day, people, kept = 1000 }: { day: number; people: Record<number, string>; kept?: number },
    ) {
      const part = partOf()
      const row = exportRowOf({ state: 'ready', parts: [part], created_at: days(day), done: 1 })
      expect(await store.create(row, { running: 1000, kept })).toBeNull()
      const entries = Object.entries(people).map(([position, edited_at]) =>
        entryRowOf(Number(position), { ...DONE, edited_at, part: 1 }),
      )
      await store.savePlan(row.id, entries, { total: entries.length })
      const photos = await store.files(row.id)
      await store.noteSent(row.id, { part: 1, etag: part.etag, first: 0, end: part.bytes, photos })
      return row
    }

    /** Returns the `edited_at` of everybody's photo in the system after this export. */
    async function versions(store: Awaited<ReturnType<typeof openStore>>, { id }: { id: string }) {
      const given = await store.givenUntil(id, 'standard')
      return new Map([...given].map(([employeeId, { editedAt }]) => [employeeId, editedAt]))
    }

    test('a given photo is remembered when a new export replaces the old one', async () => {
      const store = await openStore()
      await downloaded(store, { day: 1, people: { 0: 'v1', 1: 'v1', 2: 'v1' }, kept: 2 })
      await downloaded(store, { day: 2, people: { 1: 'v2' }, kept: 2 })
      await downloaded(store, { day: 3, people: { 3: 'v1' }, kept: 2 })
      const last = await downloaded(store, { day: 4, people: { 2: 'v4' }, kept: 2 })
      expect((await store.list({ ownerId: 'anna' }, { limit: 9, offset: 0 })).total).toBe(2)
      const photos = new Map([1, 2, 3, 4].map((id, index) => [id, ['v1', 'v2', 'v4', 'v1'][index] ?? '']))
      expect(await versions(store, last)).toEqual(photos)
      expect(await store.delivered(7, 'anna')).toEqual([{ target: 'number', since: days(4), photos }])
    })

    test('a given photo is remembered when its export is too old', async () => {
      const store = await openStore()
      await downloaded(store, { day: 1, people: { 0: 'v1', 1: 'v1' } })
      await downloaded(store, { day: 2, people: { 1: 'v2' } })
      const last = await downloaded(store, { day: 4, people: { 2: 'v4' } })
      await store.tidy({ readySince: days(1), createdSince: days(3) })
      expect((await store.list({ ownerId: 'anna' }, { limit: 9, offset: 0 })).total).toBe(1)
      expect(await versions(store, last)).toEqual(
        new Map([
          [1, 'v1'],
          [2, 'v2'],
          [3, 'v4'],
        ]),
      )
    })

    test('a given photo is not passed on to other owners, systems or failed exports', async () => {
      const store = await openStore()
      const { request } = exportRowOf()
      const first = await downloaded(store, { day: 1, people: { 0: 'v1' } })
      const others = [
        exportRowOf({ owner_id: 'berta' }),
        exportRowOf({ project_id: 8 }),
        exportRowOf({ request: { ...(request as object), target: 'lucca' } }),
        exportRowOf({ request: { ...(request as object), variant: 'transparent' } }),
        exportRowOf({ state: 'cancelled' }),
      ]
      for (const row of others) await store.create(row, NO_QUOTA)
      await store.tidy({ readySince: days(1), createdSince: days(2) })
      expect(await store.find(first.id)).toBeNull()
      for (const { id } of others) expect(await store.givenBefore(id)).toEqual([])
    })

    test('a withdrawn or deleted photo is new to its system when it may be used again', async () => {
      const database = await openEngine(engine)
      const store = createExportStore(database)
      await downloaded(store, { day: 1, people: { 0: 'v1', 1: 'v1' } })
      const last = await downloaded(store, { day: 3, people: { 2: 'v1' } })
      await store.tidy({ readySince: days(1), createdSince: days(2) })
      await forgetInExports([1], { why: 'not_approved', entirely: false }, database)
      expect([...(await store.givenUntil(last.id, 'standard')).keys()]).toEqual([2, 3])
      expect((await store.givenBefore(last.id)).map(file => [file.employee_id, file.is_out])).toEqual([
        [1, true],
        [2, false],
      ])
    })

    test('an old export stays while a “new since” export is prepared from it', async () => {
      const store = await openStore()
      const first = await downloaded(store, { day: 1, people: { 0: 'v1' } })
      const { request } = exportRowOf()
      const scope = { kind: 'since', export_id: first.id }
      await store.create(exportRowOf({ request: { ...(request as object), scope } }), NO_QUOTA)
      await store.tidy({ readySince: days(1), createdSince: days(2) })
      expect(await store.find(first.id)).not.toBeNull()
    })
  })

  test('tidying expires old exports and deletes very old ones, but touches no preparing one', async () => {
    const store = await openStore()
    const old = { created_at: '2025-01-01T00:00:00.000Z', ended_at: '2025-01-01T01:00:00.000Z' }
    const month = { created_at: '2026-10-01T00:00:00.000Z', ended_at: '2026-10-01T01:00:00.000Z' }
    const rows = {
      forgotten: exportRowOf({ state: 'ready', ...old }),
      waiting: exportRowOf({ state: 'paused', ...old, ended_at: null }),
      running: exportRowOf({ state: 'preparing', ...old, ended_at: null }),
      over: exportRowOf({ state: 'ready', ...month }),
      fresh: exportRowOf({ state: 'ready', ended_at: '2026-11-20T00:00:00.000Z' }),
    }
    for (const row of Object.values(rows)) await store.create(row, NO_QUOTA)
    await store.savePlan(rows.forgotten.id, [entryRowOf(0)], {})
    await store.tidy({ readySince: '2026-11-01T00:00:00.000Z', createdSince: '2025-11-01T00:00:00.000Z' })
    expect(await store.find(rows.forgotten.id)).toBeNull()
    expect(await store.entries(rows.forgotten.id)).toEqual([])
    expect(await store.find(rows.waiting.id)).toBeNull()
    expect(await store.find(rows.running.id)).toMatchObject({ state: 'preparing' })
    expect(await store.find(rows.over.id)).toMatchObject({ state: 'expired' })
    expect(await store.find(rows.fresh.id)).toMatchObject({ state: 'ready' })
  })
})
