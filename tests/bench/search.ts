/**
 * `npm run bench:search`: how long the server needs to answer the employee desk with 5,000 people in its roster: the
 * whole selection (search, filters, counts, order) for what people type and click. It tells times and judges none:
 * a busy machine would fail what is fast.
 */

import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { prepareSearch } from '#lib/employees/search/find-people.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toEmployee } from '#sandbox/api/to-employee.ts'
import { createSeed } from '#sandbox/seed/create-seed.ts'
import { type Line, percentile, printTable } from './measures.ts'

const PEOPLE = 5000
const ROUNDS = 40
/** What an answer may take of the server's time. */
const GOAL_MS = 30

const QUESTIONS = [
  '',
  'q=m',
  'q=mueller',
  'q=anna+schmidt',
  'q=example.com',
  'sort=last_name',
  'sort=email&dir=desc',
  'sort=mitarbeiternummer',
  'sort=edited_at',
  'q=e&sort=last_name&tile=approved',
]

const people = createPeople()
const folding = time(() => prepareSearch(people))
const lines: Line[] = [
  { measure: `fold ${PEOPLE} people once`, value: toText(folding), goal: 'page by page', met: null },
  ...QUESTIONS.map(measure),
]
printTable(lines)

function measure(question: string): Line {
  const filters = parsePeopleFilters(new URLSearchParams(question))
  const first = time(() => selectPeople(people, filters))
  const times = Array.from({ length: ROUNDS }, () => time(() => selectPeople(people, filters)))
  const p95 = percentile(times, 0.95)
  return {
    measure: question || 'everybody',
    value: `${toText(percentile(times, 0.5))} median, ${toText(p95)} p95, ${toText(first)} first`,
    goal: `≤ ${GOAL_MS} ms`,
    met: null,
  }
}

/** The sandbox's people, over and over, each with an id, a number and an address of their own. */
function createPeople(): Employee[] {
  const seed = createSeed('bench').employees.map(employee => toEmployee(employee, 'https://service.example/'))
  return Array.from({ length: PEOPLE }, (_, place) => {
    const model = seed[place % seed.length]
    if (!model) throw new Error('The seed has nobody.')
    const mitarbeiternummer = String(100_000 + ((place * 7919) % PEOPLE))
    return { ...model, id: place + 1, mitarbeiternummer, email: `${place}.${model.email}` }
  })
}

function time(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

function toText(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
