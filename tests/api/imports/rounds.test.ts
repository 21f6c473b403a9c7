/** A list can be sent in several rounds. Its account names each person once, with what the list did to them. */
import { expect, test, vi } from 'vitest'
import type { Import, ImportEdits } from '#lib/contracts/imports.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { type Person, startDesk } from '#tests/support/desk.ts'
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
} from '#tests/support/imports.ts'
import { until } from '#tests/support/until.ts'

async function edit(person: Person, { id }: Import, edits: ImportEdits['edits']): Promise<void> {
  const answer = await person.json('PATCH', `/api/imports/${id}`, { body: { edits } })
  expect(answer.status).toBe(200)
}

async function sendRound(person: Person, list: Import, expected: { create: number; update: number }) {
  const update_rows = expected.update > 0 ? ('all' as const) : []
  const answer = await pressStart(person, list, { update_rows, expected })
  expect(answer).toMatchObject({ status: 200 })
  return importEnded(person, list)
}

test('the second row for a person never changes the person of the first, in any round', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const twin = { email: 'zwilling@import.example', mitarbeiternummer: '0777', first_name: 'Eva' }
  const rows = [importRow(1), importRow(2, twin), importRow(3, { ...twin, last_name: 'Anders' }, true)]
  const draft = await draftImport(editor, EMPTY_PROJECT.id, rows)
  expect((await sendRound(editor, draft, { create: 2, update: 0 })).counts).toMatchObject({ created: 2 })
  await edit(editor, draft, [{ row: 4, excluded: false }])
  const refused = await pressStart(editor, draft, {
    update_rows: 'all',
    expected: { create: 0, update: 1 },
  })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'import_changed', errors: { create: ['0'], update: ['0'] } },
  })
  await edit(editor, draft, [{ row: 4, values: { last_name: 'Nachname 2' } }])
  const second = await sendRound(editor, draft, { create: 0, update: 0 })
  expect(outcomesOf(second)).toEqual({ created: 2, not_sent: 1 })
  expect(second.rows[2]?.problems).toMatchObject([{ code: 'same_person', rows: [3] }])
  expect(second.counts).toMatchObject({ created: 2, updated: 0, unchanged: 0, faulty: 1, left: 1 })
  await edit(editor, draft, [
    { row: 4, values: { email: 'doch.andere@import.example', mitarbeiternummer: '0778' } },
  ])
  const third = await sendRound(editor, draft, { create: 1, update: 0 })
  expect(third.counts).toMatchObject({ created: 3, not_sent: 0, faulty: 0, left: 0 })
  await expectTrueAccount(desk.service, third)
})

test('a person whose creation was not confirmed counts as created when sent again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const desk = startDesk()
  const editor = await desk.signIn()
  const draft = await draftImport(editor, EMPTY_PROJECT.id, importRows(3))
  await edit(editor, draft, [{ row: 4, excluded: true }])
  await desk.service.fault({ method: 'POST', answer: { kind: 'drop', phase: 'after' } })
  await desk.service.fault({ skip: 1, times: 999, answer: { kind: 'status', status: 500 } })
  await pressStart(editor, draft, { expected: { create: 2, update: 0 } })
  expect(await importPaused(editor, draft)).toMatchObject({ pause_reason: 'service_unreachable' })
  await editor.json('DELETE', `/api/imports/${draft.id}`)
  expect(outcomesOf(await importEnded(editor, draft))).toEqual({ unknown: 2, not_sent: 1 })
  await edit(editor, draft, [
    { row: 3, excluded: true },
    { row: 4, excluded: false },
  ])
  await desk.service.portal('DELETE', '/faults')
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 15_000)
  const start = { expected: { create: 1, update: 0 } }
  await until('calls are let in again', async () => (await pressStart(editor, draft, start)).status === 200)
  const second = await importEnded(editor, draft)
  expect(outcomesOf(second)).toEqual({ created: 2, unknown: 1 })
  const people = await peopleAtService(desk.service, EMPTY_PROJECT.id)
  expect(second.rows[0]).toMatchObject({
    employee_id: people.find(({ email }) => email === 'person.1@import.example')?.id,
    mitarbeiternummer: '010001',
  })
  await edit(editor, draft, [{ row: 3, excluded: false }])
  const third = await sendRound(editor, draft, { create: 0, update: 0 })
  expect(third.counts).toMatchObject({ rows: 3, created: 3, unchanged: 0, left: 0 })
  await expectTrueAccount(desk.service, third)
})
