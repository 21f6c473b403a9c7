/**
 * `npm run bench:search`: how long the server needs to answer the employee desk with 5,000 people in its roster: the
 * whole selection (search, filters, counts, order) for what people type and click. It tells times and judges none:
 * a busy machine would fail what is fast.
 */

import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { prepareSearch } from '#lib/employees/search/find-people.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { inheritOrders, prepareOrders } from '#lib/employees/sort-people.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { PER_PAGE_MAX } from '#lib/portrait-api/terms.ts'
import { toEmployee } from '#sandbox/api/employees.ts'
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

const everybody = createPeople()
const pages: number[] = []
const people = readPageByPage()
const lines: Line[] = [
  {
    measure: `fold and sort a page of ${PER_PAGE_MAX} when it is read`,
    value: `${toText(percentile(pages, 0.5))} median, ${toText(percentile(pages, 1))} longest`,
    goal: `≤ ${GOAL_MS} ms`,
    met: null,
  },
  ...QUESTIONS.map(measure),
  measureChange(),
]
printTable(lines)

/** As the roster does it: what is ready when a page has been read need not be done when somebody asks. */
function readPageByPage(): readonly Employee[] {
  let known: readonly Employee[] = []
  for (let from = 0; from < PEOPLE; from += PER_PAGE_MAX) {
    const page = everybody.slice(from, from + PER_PAGE_MAX)
    pages.push(
      time(() => {
        prepareSearch(page)
        const next = [...known, ...page]
        inheritOrders(next, known)
        prepareOrders(next)
        known = next
      }),
    )
  }
  return known
}

/** Somebody is renamed, and the table is sorted by a text: each time the roster is another one. */
function measureChange(): Line {
  let known = people
  const filters = parsePeopleFilters(new URLSearchParams('sort=email'))
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const next = known.map(employee =>
      employee.id === (round * 97) % PEOPLE ? { ...employee, email: `${round}z@example.com` } : employee,
    )
    const took = time(() => {
      inheritOrders(next, known)
      selectPeople(next, filters)
    })
    known = next
    return took
  })
  return {
    measure: 'sort=email after a change',
    value: `${toText(percentile(times, 0.5))} median, ${toText(percentile(times, 0.95))} p95`,
    goal: `≤ ${GOAL_MS} ms`,
    met: null,
  }
}

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
