/**
 * `npm run bench:import`: how long a list of 10,000 people takes to be read, and to be checked against 5,000. Time of
 * the processor, not of the clock, because other work on the machine must not decide. It tells times and judges none.
 */

import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import { manyRows, toText, toWorkbook } from '#tests/support/spreadsheets/many-rows.ts'
import { type Line, percentile, printTable } from './measures.ts'

const ROWS = 10_000
const PEOPLE = 5_000
const ROUNDS = 5

const list = manyRows(ROWS)
const workbook = toWorkbook(list)
const text = toText(list)
const rows = list.slice(1).map((cells, index) => ({
  row: index + 2,
  cells,
  values: toValues(index),
  excluded: false,
}))
const people = Array.from({ length: PEOPLE }, (_, index): ImportPerson => {
  const person = { ...toValues(index), id: index + 1, last_name: 'Neu', locale: 'de' as const }
  return { ...person, invited_at: null, uploaded_at: null }
})

printTable([
  await measure('read a workbook (20 columns)', '≤ 2,000 ms', () => readTable(workbook)),
  await measure('read a text (20 columns)', '≤ 2,000 ms', () => readTable(text)),
  await measure(`check against ${PEOPLE} people`, '≤ 300 ms', () => checkRows(rows, people)),
])

async function measure(what: string, goal: string, run: () => unknown): Promise<Line> {
  const spent: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) spent.push(await spend(run))
  const [first = Number.NaN] = spent
  const value = `${percentile(spent, 0.5).toFixed(0)} ms median, ${first.toFixed(0)} ms first`
  return { measure: what, value, goal, met: null }
}

async function spend(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function toValues(index: number) {
  return {
    first_name: `Änne ${index % 300}`,
    last_name: `Müller ${index % 1_000}`,
    email: `anna.${index}@example.com`,
    mitarbeiternummer: String(index).padStart(6, '0'),
    locale: index % 3 ? 'Deutsch' : '',
  }
}
