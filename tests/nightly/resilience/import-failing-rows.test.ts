import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportRow } from '#lib/contracts/import-rows.ts'
import type { ImportWithRows } from '#lib/contracts/imports.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import {
  draftImport,
  expectTrueAccount,
  importEnded,
  importPaused,
  importRow,
  importRows,
  outcomesOf,
  peopleAtService,
  pressStart,
  sendImport,
} from '#tests/support/imports.ts'

const PROJECT = EMPTY_PROJECT.id
const WITHOUT_END = 100_000

/** Makes the service answer 500 to every call with one of these rows. `after`: it has done the work all the same. */
async function failOn(desk: Desk, rows: readonly ImportRow[], phase: 'before' | 'after' = 'before') {
  const answer = { kind: 'status', status: 500, phase } as const
  for (const { values } of rows)
    await desk.service.fault({ method: 'POST', contains: `"${values.email}"`, times: WITHOUT_END, answer })
}

/** Expects a true report and each person once. Ids are assigned in sequence, so a lost duplicate would leave a gap. */
async function expectEachOnce(desk: Desk, end: ImportWithRows): Promise<void> {
  await expectTrueAccount(desk.service, end)
  const created = end.rows.filter(({ outcome }) => outcome === 'created')
  const ids = (await peopleAtService(desk.service, PROJECT)).map(({ id }) => id)
  expect(ids).toHaveLength(created.length)
  expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(created.length)
}

function numbersOf(end: ImportWithRows, outcome: string): number[] {
  return end.rows.filter(row => row.outcome === outcome).map(({ row }) => row)
}

test('rows that the service never accepts are refused with reasons, and all others are created', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const rows = importRows(230)
  const failing = rows.filter((_, index) => [0, 8, 9, 229].includes(index))
  await failOn(desk, failing)
  const end = await importEnded(editor, await sendImport(editor, PROJECT, rows))
  expect(end).toMatchObject({ state: 'done', error: null, pause_reason: null })
  expect(numbersOf(end, 'refused')).toEqual(failing.map(({ row }) => row))
  expect(outcomesOf(end)).toEqual({ created: 226, refused: 4 })
  for (const row of end.rows.filter(({ outcome }) => outcome === 'refused'))
    expect(row.problems).toEqual([{ field: null, code: 'service_failed' }])
  await expectEachOnce(desk, end)

  await desk.service.portal('DELETE', '/faults')
  await pressStart(editor, end, { expected: { create: 4, update: 0 } })
  const again = await importEnded(editor, end)
  expect(outcomesOf(again)).toEqual({ created: 230 })
  await expectEachOnce(desk, again)
})

test('a row that the service creates and then fails on is created once and reported as created', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const rows = importRows(40)
  await failOn(desk, rows.slice(5, 6))
  await failOn(desk, rows.slice(20, 23), 'after')
  const end = await importEnded(editor, await sendImport(editor, PROJECT, rows))
  expect(outcomesOf(end)).toEqual({ created: 39, refused: 1 })
  await expectEachOnce(desk, end)
})

test('a service that fails on every row pauses the import, and creates all rows once it is back', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({
    method: 'POST',
    times: WITHOUT_END,
    skip: 1,
    answer: { kind: 'status', status: 500 },
  })
  const started = await sendImport(editor, PROJECT, importRows(203))
  const paused = await importPaused(editor, started)
  expect(paused.pause_reason).toBe('service_unreachable')
  expect(outcomesOf(paused)).toEqual({ created: 200, waiting: 3 })
  await desk.service.portal('DELETE', '/faults')
  await editor.json('POST', `/api/imports/${started.id}/resume`)
  const end = await importEnded(editor, started)
  expect(outcomesOf(end)).toEqual({ created: 203 })
  await expectEachOnce(desk, end)
})

test('an import cancelled while it isolates rows reports exactly who was created', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({
    method: 'POST',
    times: WITHOUT_END,
    skip: 2,
    answer: { kind: 'status', status: 500 },
  })
  const started = await sendImport(editor, PROJECT, importRows(405))
  await importPaused(editor, started)
  await editor.json('DELETE', `/api/imports/${started.id}`)
  const end = await importEnded(editor, started)
  expect(outcomesOf(end)).toEqual({ created: 400, not_sent: 5 })
  await expectEachOnce(desk, end)
})

test('a change that the service never accepts is refused, and the others are made', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = (await peopleAtService(desk.service, MIXED_PROJECT.id)).slice(0, 6)
  const rows = people.map(({ first_name, email, mitarbeiternummer }, index) =>
    importRow(index + 1, { first_name, last_name: 'Neuer Name', email, mitarbeiternummer }),
  )
  const [, failing] = people
  const answer = { kind: 'status', status: 500 } as const
  await desk.service.fault({ method: 'PATCH', path: `/employees/${failing?.id}`, times: WITHOUT_END, answer })
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  await pressStart(editor, draft, { update_rows: 'all', expected: { create: 0, update: 6 } })
  const end = await importEnded(editor, draft)
  expect(end.rows.map(({ outcome }) => outcome)).toEqual([
    'updated',
    'refused',
    'updated',
    'updated',
    'updated',
    'updated',
  ])
})

test('changes continue after an outage although the service still fails on one new person', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = (await peopleAtService(desk.service, MIXED_PROJECT.id)).slice(0, 3)
  const rows = people.map(({ first_name, email, mitarbeiternummer }, index) =>
    importRow(index + 1, { first_name, last_name: 'Neuer Name', email, mitarbeiternummer }),
  )
  const failing = importRow(29)
  const draft = await draftImport(editor, MIXED_PROJECT.id, [...rows, failing])
  for (const method of ['POST', 'PATCH'])
    await desk.service.fault({ method, times: WITHOUT_END, answer: { kind: 'status', status: 500 } })
  await pressStart(editor, draft, { update_rows: 'all', expected: { create: 1, update: 3 } })
  expect((await importPaused(editor, draft)).pause_reason).toBe('service_unreachable')
  await desk.service.portal('DELETE', '/faults')
  await failOn(desk, [failing])
  await editor.json('POST', `/api/imports/${draft.id}/resume`)
  expect(outcomesOf(await importEnded(editor, draft))).toEqual({ updated: 3, refused: 1 })
})

test('exactly the failing rows are refused, whatever else goes wrong', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const places = fc.uniqueArray(fc.nat(209), { maxLength: 2 })
  const mishap = fc.constantFrom(
    { kind: 'drop', phase: 'after' } as const,
    { kind: 'status', status: 500, phase: 'after' } as const,
    { kind: 'status', status: 409 } as const,
  )
  let next = 1
  const made: number[] = []
  await fc.assert(
    fc.asyncProperty(places, mishap, fc.nat(4), async (failing, other, skip) => {
      const rows = importRows(210, next)
      next += rows.length
      await desk.service.portal('DELETE', '/faults')
      const draft = await draftImport(editor, PROJECT, rows)
      await failOn(
        desk,
        rows.filter((_, index) => failing.includes(index)),
      )
      await desk.service.fault({ method: 'POST', skip, answer: other })
      await pressStart(editor, draft, { expected: { create: rows.length, update: 0 } })
      const end = await importEnded(editor, draft)
      expect(numbersOf(end, 'refused')).toEqual(
        rows.filter((_, index) => failing.includes(index)).map(({ row }) => row),
      )
      expect(end.counts).toMatchObject({ created: 210 - failing.length, waiting: 0, unknown: 0 })
      made.push(end.counts.created)
      expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(
        made.reduce((sum, one) => sum + one, 0),
      )
    }),
    { numRuns: 3 },
  )
}, 60_000)
