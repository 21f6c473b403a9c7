import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import {
  COLUMNS,
  draftImport,
  importEnded,
  importRow,
  peopleAtService,
  pressStart,
} from '#tests/support/imports.ts'

const TITLES = [
  ...['Personalnummer beim Fotodienst', 'Nummer beim Fotodienst'],
  ...['Ergebnis des Imports', 'Grund für das Ergebnis'],
]

/** Four rows: created, created with a number of the service, refused by the service, and not sent. */
async function endedImport() {
  const desk = startDesk()
  const editor = await desk.signIn()
  const formula = '=HYPERLINK("https://evil.example";"Klick")'
  const rows = [
    importRow(1),
    { ...importRow(2, { mitarbeiternummer: '' }), cells: [formula, '+49 30 1234', '00042'] },
    importRow(3),
    importRow(4, { email: 'keine' }),
  ]
  const errors = { 'employees.2.email': ['The mailbox does not exist.'] }
  await desk.service.fault({
    method: 'POST',
    answer: { kind: 'status', status: 422, body: { message: 'No.', errors } },
  })
  const draft = await draftImport(editor, EMPTY_PROJECT.id, rows)
  await pressStart(editor, draft, { expected: { create: 3, update: 0 } })
  const done = await importEnded(editor, draft)
  const download = (format: string) =>
    editor.call('GET', `/api/imports/${done.id}/result?format=${format}`, {
      headers: { 'accept-language': 'de' },
    })
  return { done, download, formula }
}

test('the workbook is the imported list with the outcome of each row, every cell a text', async () => {
  const { done, download, formula } = await endedImport()
  const answer = await download('xlsx')
  expect(answer.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Neue%20Leute%20%E2%80%93%20Ergebnis.xlsx",
  )
  const book = read(Buffer.from(await answer.arrayBuffer()))
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const lines = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
  const ids = done.rows.map(({ employee_id }) => String(employee_id ?? ''))
  const numbers = done.rows.map(({ mitarbeiternummer }) => mitarbeiternummer ?? '')
  expect(lines).toEqual([
    [...COLUMNS, ...TITLES],
    [...(done.rows[0]?.cells ?? []), '010001', ids[0], 'Angelegt', ''],
    [formula, '+49 30 1234', '00042', '', '', numbers[1], ids[1], 'Angelegt', ''],
    [...(done.rows[2]?.cells ?? []), '', '', 'Abgelehnt', 'E-Mail: The mailbox does not exist.'],
    [...(done.rows[3]?.cells ?? []), '', '', 'Nicht gesendet', 'E-Mail: Das ist keine E-Mail-Adresse.'],
  ])
  for (const [address, cell] of Object.entries(sheet))
    if (!address.startsWith('!')) expect([address, cell.t, cell.f]).toEqual([address, 's', undefined])
})

test('the CSV has the same rows, and runs no formula when it is opened', async () => {
  const { download } = await endedImport()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await (await download('csv')).arrayBuffer(),
  )
  expect(text.startsWith('\ufeff"Vorname";"Nachname"')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"";""Klick"")";"'+49 30 1234";"00042"`)
  expect(text.trim().split('\r\n')).toHaveLength(5)
})

test('the result file names no person beside a row that was not sent', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const [person] = await peopleAtService(desk.service, MIXED_PROJECT.id)
  if (!person) throw new Error('The seed has nobody.')
  const { first_name, last_name, email, mitarbeiternummer } = person
  const rows = [
    importRow(1),
    importRow(2, { first_name, last_name: `${last_name} Neu`, email, mitarbeiternummer }),
    importRow(3, { email: 'other@import.example', mitarbeiternummer: 'x1' }),
  ]
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  await pressStart(editor, draft, { expected: { create: 2, update: 0 } })
  const done = await importEnded(editor, draft)
  const answer = await editor.call('GET', `/api/imports/${done.id}/result?format=csv`)
  const ids = (await answer.text())
    .trim()
    .split('\r\n')
    .map(line => line.split(/[;,]/).at(-3)?.replaceAll('"', ''))
  expect(ids.slice(1)).toEqual([`${done.rows[0]?.employee_id}`, '', `${done.rows[2]?.employee_id}`])
})
