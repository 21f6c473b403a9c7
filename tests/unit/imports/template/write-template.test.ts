import { describe, expect, test } from 'vitest'
import { listHeaders, toDataRows } from '#components/imports/columns/columns.ts'
import { IMPORT_FIELDS } from '#lib/contracts/import-rows.ts'
import { guessMapping } from '#lib/imports/map/guess-mapping.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import { TEMPLATE_LOCALES } from '#lib/imports/template/template-headers.ts'
import { TEMPLATE_FORMATS, writeTemplate } from '#lib/imports/template/write-template.ts'

const TEMPLATES = TEMPLATE_LOCALES.flatMap(locale => TEMPLATE_FORMATS.map(format => ({ locale, format })))

describe.each(TEMPLATES)('the template in $locale as $format', ({ locale, format }) => {
  test('the template is read by the import itself, with every field in its column', async () => {
    const table = await readTable(await writeTemplate(format, locale))
    const { header_row: headerRow } = table.guess
    const rows = toDataRows(table, headerRow)
    expect(rows).toEqual([])
    const { columns } = guessMapping(listHeaders({ table, headerRow }), { rows })
    expect(IMPORT_FIELDS.map(field => columns[field])).toEqual([0, 1, 2, 3, 4])
  })
})

test('the workbook stores numbers as text, so that no leading zero is lost', async () => {
  const { read } = await import('@e965/xlsx')
  const book = read(await writeTemplate('xlsx', 'de'), { cellNF: true, sheetStubs: true })
  const sheet = book.Sheets.Personen
  for (const at of ['A2', 'D2', 'D1001']) expect(sheet?.[at]).toMatchObject({ z: '@' })
})

test('the template opens with a double click: semicolons in German, commas in English, a BOM', async () => {
  const german = Buffer.from(await writeTemplate('csv', 'de')).toString()
  expect(german).toBe('\ufeffVorname;Nachname;E-Mail dienstlich;Personalnummer;Sprache\r\n')
  expect(Buffer.from(await writeTemplate('csv', 'en')).toString()).toContain(
    'First name,Last name,Work email',
  )
})
