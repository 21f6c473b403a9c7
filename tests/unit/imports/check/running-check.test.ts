import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportPerson, ImportRow, ImportValues } from '#lib/contracts/import-rows.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { RunningCheck } from '#lib/imports/check/running-check.ts'
import { runs } from '#tests/support/night.ts'

const ROWS_MAX = 30

/** Few values, so that rows meet in every way: in the file, in the project, in a person. Most values are valid. */
const emails = mostly(
  ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
  ['', 'A@x.example ', 'keine'],
)
const numbers = mostly(['', '007', '008', '1234'], ['7', ' 008', '1,2E+11', '01.02.2026', '00042'])
const names = mostly(['Anna', 'Müller'], ['Ben', ' Groß ', '', '#N/A', 'x'.repeat(101)])
const values = fc.record<ImportValues>({
  first_name: names,
  last_name: names,
  email: emails,
  mitarbeiternummer: numbers,
  locale: fc.constantFrom('', 'Deutsch', 'en', 'Klingonisch'),
})
const person = fc.record({
  first_name: names,
  last_name: names,
  email: emails,
  mitarbeiternummer: numbers,
  locale: fc.constantFrom('de', 'en', null),
  invited_at: fc.constantFrom('2026-09-01T08:00:00Z', null),
  uploaded_at: fc.constantFrom('2026-09-02T08:00:00Z', null),
})
const people = fc
  .array(person, { maxLength: 8 })
  .map(all => all.map((one, index): ImportPerson => ({ ...one, id: index + 1 })))
const over = fc
  .uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 })
  .map(ids => new Map(ids.map(id => [id, [100 + id]])))
const tables = fc
  .array(fc.record({ values, excluded: fc.boolean() }), { minLength: 1, maxLength: ROWS_MAX })
  .chain(lines =>
    fc.shuffledSubarray(
      lines.map((line, index): ImportRow => ({ ...line, row: index + 2, cells: [] })),
      { minLength: lines.length },
    ),
  )
const edits = fc.array(
  fc.array(
    fc.record(
      {
        at: fc.nat(ROWS_MAX - 1),
        values: fc.record(
          { email: emails, mitarbeiternummer: numbers, last_name: names },
          { requiredKeys: [] },
        ),
        excluded: fc.boolean(),
      },
      { requiredKeys: ['at'] },
    ),
    { maxLength: 4 },
  ),
  { maxLength: 12 },
)

test('a running check equals a check of the whole list after any edits and exclusions', () => {
  fc.assert(
    fc.property(tables, people, over, edits, (table, roster, settled, batches) => {
      const rows = [...table]
      const running = new RunningCheck(rows, roster, settled)
      expect(read(running, rows)).toEqual(checkRows(rows, roster, settled))
      for (const batch of batches) {
        const before = read(running, rows).rows
        const touched = new Map<number, ImportRow>()
        for (const { at, values: changes = {}, excluded } of batch) {
          const row = rows[at % rows.length]
          if (!row) continue
          const next = { ...row, values: { ...row.values, ...changes }, excluded: excluded ?? row.excluded }
          rows[at % rows.length] = next
          touched.set(next.row, next)
        }
        const told = new Set(running.change([...touched.values()]))
        const after = read(running, rows)
        expect(after).toEqual(checkRows(rows, roster, settled))
        for (const [index, { row }] of rows.entries())
          if (!told.has(row)) expect(after.rows[index]).toBe(before[index])
      }
    }),
    runs(400),
  )
})

test('an edit re-checks only rows that share a value with it', () => {
  const rows = Array.from({ length: 50 }, (_, index) =>
    toRow(index + 2, `p${index}@x.example`, `00${100 + index}`),
  )
  const running = new RunningCheck(rows, [])
  const alike = toRow(10, 'P30@x.example', '00140')
  expect(running.change([alike]).sort((one, other) => one - other)).toEqual([10, 32, 42])
  expect(running.change([toRow(10, 'own@x.example', '00108')]).sort((a, b) => a - b)).toEqual([10, 32, 42])
})

function mostly(sound: string[], others: string[]) {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...sound) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

function read(running: RunningCheck, rows: readonly ImportRow[]) {
  return { rows: rows.flatMap(({ row }) => running.read(row) ?? []), ...running.facts() }
}

function toRow(row: number, email: string, mitarbeiternummer: string): ImportRow {
  const named = { first_name: 'Anna', last_name: 'Groß', locale: '' }
  return { row, cells: [], values: { ...named, email, mitarbeiternummer }, excluded: false }
}
