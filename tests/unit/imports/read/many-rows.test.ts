import { expect, test } from 'vitest'
import { readTable } from '#lib/imports/read/read-table.ts'
import { manyRows, toText, toWorkbook } from '#tests/support/spreadsheets/many-rows.ts'

/** The most rows of an import. */
const PEOPLE = 10_000
const ROWS = manyRows(PEOPLE)

test.each([
  ['a workbook', toWorkbook(ROWS)],
  ['a text of German Windows', toText(ROWS)],
])('a list of 10,000 people with 20 columns is read whole from %s', async (_, file) => {
  const { rows } = await readTable(file)
  expect(rows.map(({ cells }) => cells)).toEqual(ROWS)
})
