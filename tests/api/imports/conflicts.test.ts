import { expect, test, vi } from 'vitest'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { importEnded, importRows, outcomesOf, peopleAtService, sendImport } from '#tests/support/imports.ts'

const PROJECT = EMPTY_PROJECT.id
const WITHOUT_END = 1000

test('a 409 that names a person refuses that person at once, and the others are made', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const errors = { 'employees.1.email': ['The email has already been taken.'] }
  await desk.service.fault({
    method: 'POST',
    answer: { kind: 'status', status: 409, body: { message: 'Conflict', errors } },
  })
  const end = await importEnded(editor, await sendImport(editor, PROJECT, importRows(3)))
  expect(outcomesOf(end)).toEqual({ created: 2, refused: 1 })
  expect(end.rows[1]?.problems).toEqual([
    { field: 'email', code: 'refused', reason: 'The email has already been taken.' },
  ])
  expect((await desk.service.journal()).filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test("a row that fails on every retry is refused with the service's reason, the others are made", async () => {
  // The wait before each retry is random up to a ceiling; here it is zero.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const desk = startDesk()
  const editor = await desk.signIn()
  const rows = importRows(3)
  await desk.service.fault({
    method: 'POST',
    contains: `"${rows[1]?.values.email}"`,
    times: WITHOUT_END,
    answer: { kind: 'status', status: 409, body: { message: 'Numbering is closed.' } },
  })
  const end = await importEnded(editor, await sendImport(editor, PROJECT, rows))
  expect(outcomesOf(end)).toEqual({ created: 2, refused: 1 })
  expect(end.rows[1]?.problems).toEqual([{ field: null, code: 'refused', reason: 'Numbering is closed.' }])
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(2)
})
