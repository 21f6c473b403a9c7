import { expect, test } from 'vitest'
import type { ImportRow } from '#lib/contracts/import-rows.ts'
import { carryWork } from '#lib/imports/map/carry-work.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'

const LINES = [
  { row: 2, cells: ['Anna', 'Müller', 'anna@privat.example', '42', 'anna@firma.example'] },
  { row: 3, cells: ['Ben', 'Groß', '', '43', 'ben@firma.example'] },
  { row: 4, cells: ['Eva', 'Klein', 'eva@privat.example', '44', ''] },
]
const BEFORE: Mapping = { columns: { first_name: 0, last_name: 1, email: 2 } }
const WITH_NUMBERS: Mapping = { columns: { ...BEFORE.columns, mitarbeiternummer: 3 } }
const OTHER_EMAILS: Mapping = { columns: { ...BEFORE.columns, email: 4 } }

/** Rows as a user has left them. */
function workedRows(change: (row: ImportRow) => ImportRow): ImportRow[] {
  return mapRows(LINES, BEFORE).map(change)
}

const typed = (row: ImportRow, values: Partial<ImportRow['values']>) => ({
  ...row,
  values: { ...row.values, ...values },
})

function carry(worked: ImportRow[], mapping: Mapping, lines = LINES) {
  return carryWork(mapRows(lines, mapping), { worked, before: BEFORE })
}

test('corrections and exclusions are kept when another column is added', () => {
  const worked = workedRows(row => {
    if (row.row === 2) return typed(row, { last_name: 'Müller-Lüdenscheidt' })
    return row.row === 3 ? { ...typed(row, { email: 'ben@neu.example' }), excluded: true } : row
  })
  const { rows, ...counts } = carry(worked, WITH_NUMBERS)
  expect(counts).toEqual({ moved: 2, behind: 0 })
  expect(
    rows.map(({ values, excluded }) => [values.last_name, values.email, values.mitarbeiternummer, excluded]),
  ).toEqual([
    ['Müller-Lüdenscheidt', 'anna@privat.example', '42', false],
    ['Groß', 'ben@neu.example', '43', true],
    ['Klein', 'eva@privat.example', '44', false],
  ])
})

test('a field mapped to another column takes it, and its corrections count as left behind', () => {
  const worked = workedRows(row => typed(row, { email: `neu-${row.row}@privat.example` }))
  const { rows, ...counts } = carry(worked, OTHER_EMAILS)
  expect(counts).toEqual({ moved: 1, behind: 2 })
  expect(rows.map(({ values }) => values.email)).toEqual([
    'anna@firma.example',
    'ben@firma.example',
    'neu-4@privat.example',
  ])
})

test('a line that is no longer imported keeps its work in the previous draft', () => {
  const worked = workedRows(row => (row.row === 2 ? { ...row, excluded: true } : row))
  expect(carry(worked, BEFORE, LINES.slice(1))).toMatchObject({ moved: 0, behind: 1 })
  expect(
    carry(
      workedRows(row => row),
      BEFORE,
      LINES.slice(1),
    ),
  ).toMatchObject({ moved: 0, behind: 0 })
})

test('chosen changes are kept, so that the check can tell whether they are still the same', () => {
  const worked = workedRows(row => ({ ...row, chosen_change: row.row === 3 ? null : `change ${row.row}` }))
  const kept = ['change 2', null, 'change 4']
  const same = carry(worked, BEFORE)
  expect(same.rows.map(({ chosen_change }) => chosen_change)).toEqual(kept)
  expect(same).toMatchObject({ moved: 2 })
  const other = carry(worked, { columns: { ...BEFORE.columns, last_name: 0, first_name: 1 } })
  expect(other.rows.map(({ chosen_change }) => chosen_change)).toEqual(kept)
  expect(other).toMatchObject({ moved: 0, behind: 0 })
})
