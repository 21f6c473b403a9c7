import { expect, test } from 'vitest'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import type { ImportPerson } from '#lib/imports/contract.ts'

const ROWS = 10_000
const PEOPLE = 5_000
const LIMIT_MS = 300

function toValues(index: number) {
  return {
    first_name: `Änne ${index % 300}`,
    last_name: `Müller ${index % 1_000}`,
    email: `anna.${index}@example.com`,
    mitarbeiternummer: String(index).padStart(6, '0'),
    locale: index % 3 ? 'Deutsch' : '',
  }
}

test('10,000 rows are checked against 5,000 people in under 300 ms of work', () => {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    row: index + 2,
    cells: [],
    values: toValues(index),
    excluded: false,
  }))
  const people = Array.from({ length: PEOPLE }, (_, index): ImportPerson => {
    return {
      ...toValues(index),
      id: index + 1,
      last_name: 'Neu',
      locale: 'de',
      invited_at: null,
      uploaded_at: null,
    }
  })
  checkRows(rows.slice(0, 500), people)
  const before = process.cpuUsage()
  const { summary } = checkRows(rows, people)
  const { user, system } = process.cpuUsage(before)
  expect(summary).toMatchObject({ new: ROWS - PEOPLE, different: PEOPLE })
  expect((user + system) / 1_000).toBeLessThan(LIMIT_MS)
})
