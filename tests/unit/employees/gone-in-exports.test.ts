/** A deleted person is removed from every export at once, without long waits for others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'

beforeEach(() => applySettings({}))

afterEach(() => {
  vi.doUnmock('#lib/store/forget-in-exports.ts')
  vi.doUnmock('#lib/personal-data/find-people.ts')
})

async function openDesk() {
  const [departures, retentions, people, { getDatabase }, { getExportStore }] = await Promise.all([
    import('#lib/employees/departures.ts'),
    import('#lib/personal-data/keep-retentions.ts'),
    import('#lib/personal-data/find-people.ts'),
    import('#lib/store/database.ts'),
    import('#lib/store/export-store.ts'),
  ])
  const store = getExportStore()
  /** Creates an export with these positions, whose people have ids equal to position + 1. */
  async function createExport(id: string, positions: number[]): Promise<void> {
    await store.create(exportRowOf({ id, state: 'ready' }), NO_QUOTA)
    const entries = positions.map(position => entryRowOf(position, { state: 'done' }))
    await store.savePlan(id, entries, {})
  }
  const namedIn = async (id: string) =>
    (await store.entries(id)).flatMap(({ employee, employee_id }) =>
      employee.last_name ? [employee_id] : [],
    )
  return { ...departures, ...retentions, ...people, database: getDatabase(), createExport, namedIn }
}

/** Records the searches of all exports and their people; a search can be made to fail. */
async function watchLooks() {
  const real = await vi.importActual<typeof import('#lib/store/forget-in-exports.ts')>(
    '#lib/store/forget-in-exports.ts',
  )
  const forgetInExports = vi.fn(real.forgetInExports)
  vi.doMock('#lib/store/forget-in-exports.ts', () => ({ ...real, forgetInExports }))
  return forgetInExports
}

test('people deleted in a row are taken out of exports together', async () => {
  const looks = await watchLooks()
  const desk = await openDesk()
  await desk.createExport('x', [0, 1, 2, 3, 4, 5])
  const all = await desk.namedIn('x')
  expect(all).toHaveLength(6)
  await Promise.all(all.slice(0, 5).map(id => desk.onEmployeeDeleted(id)))
  expect(await desk.namedIn('x')).toEqual(all.slice(5))
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2)
})

test('a person who could not be taken out of exports is taken out by the next sweep', async () => {
  const looks = await watchLooks()
  const desk = await openDesk()
  await desk.createExport('x', [0, 1])
  const [gone = 0, other = 0] = await desk.namedIn('x')
  await desk.keepRetentions(Date.now())
  looks.mockRejectedValueOnce(new Error('The disk is full.'))
  await desk.onEmployeeDeleted(gone)
  expect(await desk.namedIn('x')).toEqual([gone, other])
  await desk.keepRetentions(Date.now())
  expect(await desk.namedIn('x')).toEqual([other])
})

test('a person marked by a killed desk is taken out of exports by the next one', async () => {
  const desk = await openDesk()
  await desk.createExport('x', [0, 1])
  const [gone = 0, other = 0] = await desk.namedIn('x')
  await desk.database.run('INSERT INTO gone_people VALUES (?, ?)', gone, new Date().toISOString())
  await desk.keepRetentions(Date.now())
  expect(await desk.namedIn('x')).toEqual([other])
})

test('a desk answers before every place that names deleted people is searched', async () => {
  const describeGone = vi.fn(() => new Promise<never>(() => {}))
  const real = await vi.importActual<object>('#lib/personal-data/find-people.ts')
  vi.doMock('#lib/personal-data/find-people.ts', () => ({ ...real, describeGone, describe: describeGone }))
  const desk = await openDesk()
  await desk.database.run("INSERT INTO gone_people VALUES (17, '2020-01-01T00:00:00.000Z')")
  await desk.startKeepingRetentions()
  await vi.waitFor(() => expect(describeGone).toHaveBeenCalledOnce())
})

test('many people who are due cost one search of the database', async () => {
  const looks = await watchLooks()
  const desk = await openDesk()
  await desk.createExport('x', [0, 1, 2, 3])
  const due = (await desk.namedIn('x')).slice(0, 3)
  for (const id of due)
    await desk.database.run("INSERT INTO gone_people VALUES (?, '2020-01-01T00:00:00.000Z')", id)
  await desk.keepRetentions(Date.now())
  expect(await desk.database.all('SELECT * FROM gone_people')).toEqual([])
  expect(looks.mock.calls.filter(([, { entirely }]) => entirely)).toEqual([
    [due, { why: 'not_found', entirely: true }],
  ])
})

test('other work gets its turn between two exports', async () => {
  const { forgetInExports } = await import('#lib/store/forget-in-exports.ts')
  const desk = await openDesk()
  for (const id of ['x', 'y', 'z']) await desk.createExport(id, [0])
  const [gone = 0] = await desk.namedIn('x')
  let turns = 0
  const count = () => {
    turns += 1
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  expect(await forgetInExports([gone], { why: 'not_found', entirely: false })).toBe(3)
  clearImmediate(turn)
  expect(turns).toBeGreaterThanOrEqual(2)
})
