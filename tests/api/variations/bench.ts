import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toEmployee } from '#sandbox/api/employees.ts'
import { FIRST_CUSTOMER_ID } from '#sandbox/seed/projects.ts'
import type { EmployeeRecord, ServiceState } from '#sandbox/state/records.ts'
import { USUAL_RULES } from '#sandbox/state/rules.ts'
import { readState } from '#sandbox/state/store.ts'
import type { Fields, Variation } from '#sandbox/variations/variation.ts'
import { VARIATIONS, type VariationName } from '#sandbox/variations/variations.ts'
import { CANARY_KEY, type Desk, type Person } from '#tests/support/desk.ts'
import { getServiceUrl } from '#tests/support/desk-env.ts'

/** `told:CODE` or `told:CODE:FIELDS`: the desk did not do the operation, or only a part, and reports that code. */
export type Outcome = 'right' | `told:${string}` | `WRONG ${string}`

/** One cell of the walk: a desk in front of a sandbox with one variation. */
export type Bench = {
  desk: Desk
  person: Person
  /** Null: the sandbox without a variation. */
  name: VariationName | null
  /** A text that differs for each cell, so that no person is created twice. */
  tag: string
  /** The state of the service, read past its API. */
  state: () => ServiceState
}

function variationOf({ name }: Pick<Bench, 'name'>): Variation | null {
  return name && VARIATIONS[name]
}

/** The id that the API shows for an id in the service's memory. */
export function outside(bench: Pick<Bench, 'name'>, id: number): number {
  return id + (variationOf(bench)?.rules?.idsFrom ?? USUAL_RULES.idsFrom)
}

/** Reads the state of the sandbox, and parses it again only when the file has changed. */
export function createStateReader(file: string): () => ServiceState {
  let known: { written: string; state: ServiceState } | undefined
  return () => {
    const { ino, mtimeMs } = statSync(file)
    const written = `${ino} ${mtimeMs}`
    if (known?.written === written) return known.state
    const state = readState(file)
    if (!state) throw new Error('The sandbox has kept nothing.')
    known = { written, state }
    return state
  }
}

/** The facts about an employee, in whatever form an answer gives them. Fields of answers may be missing or strange. */
export function factsOf(employee: Fields) {
  const photo = isFields(employee.photo) ? employee.photo : {}
  return {
    id: employee.id,
    project_id: employee.project_id,
    mitarbeiternummer: employee.mitarbeiternummer,
    first_name: employee.first_name,
    last_name: employee.last_name,
    email: employee.email,
    locale: employee.locale ?? null,
    status: employee.status,
    invited_at: toInstant(employee.invited_at),
    uploaded_at: toInstant(employee.uploaded_at),
    approved: photo.approved,
    edited_at: toInstant(photo.edited_at),
    standard: Boolean(photo.standard_url),
    transparent: Boolean(photo.transparent_url),
  }
}

type Facts = ReturnType<typeof factsOf>

/**
 * The same facts of a record in the service's memory. A word that the variation puts in the place of another one
 * counts.
 */
export function truthOf(bench: Pick<Bench, 'name'>, record: EmployeeRecord): Facts {
  const employee: Employee = toEmployee(record, 'http://service.test')
  const varied = variationOf(bench)?.employee?.({ ...employee }) ?? employee
  const { status, locale = null } = varied as Partial<Employee>
  const ids = { id: outside(bench, record.id), project_id: outside(bench, record.project_id) }
  return { ...factsOf({ ...employee }), ...ids, status, locale }
}

export function peopleOf(bench: Bench, projectId: number): Facts[] {
  return membersOf(bench.state(), projectId).map(record => truthOf(bench, record))
}

export function membersOf(state: ServiceState, projectId: number): EmployeeRecord[] {
  return state.employees.filter(({ project_id }) => project_id === projectId).sort((a, b) => a.id - b.id)
}

export function projectFacts(project: Fields) {
  const { id, projektnummer, name, status } = project
  return {
    id,
    projektnummer,
    name,
    status,
    start_date: toDay(project.start_date),
    deadline: toDay(project.deadline),
    employees_count: project.employees_count ?? null,
  }
}

export function projectsOf(bench: Bench) {
  const state = bench.state()
  const own = state.projects.filter(({ customer_id }) => customer_id === FIRST_CUSTOMER_ID)
  return own.map(project => {
    const employees_count = membersOf(state, project.id).length
    const record: Fields = { ...project, id: outside(bench, project.id), employees_count }
    return projectFacts(variationOf(bench)?.project?.(record) ?? record)
  })
}

/** A missing label is empty; a missing side is free. */
export function sizeFacts({ index, label, width, height }: Fields) {
  return { index, label: label ?? '', width: width ?? 0, height: height ?? 0 }
}

export function sizesOf(bench: Bench) {
  const sizes = bench.state().customers[0]?.image_sizes ?? []
  return sizes.map((size, index) =>
    sizeFacts(variationOf(bench)?.size?.({ index, ...size }) ?? { index, ...size }),
  )
}

/** The bytes of a photo that the service sends now. */
export async function photoOf(path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${CANARY_KEY}` }
  const answer = await fetch(`${getServiceUrl()}${path}`, { headers })
  if (!answer.ok) throw new Error(`The service refused the photo: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/**
 * Compares a list with the truth before or after the operation. The result also allows a list of the readable records
 * with the number of the others.
 */
export function compareLists(
  told: readonly object[],
  { truths, unreadable }: { truths: readonly (readonly object[])[]; unreadable: unknown },
): Outcome {
  const missing = typeof unreadable === 'number' ? unreadable : 0
  for (const truth of truths) {
    if (missing === 0 && isDeepStrictEqual(told, truth)) return 'right'
    const isPart = told.every(one => truth.some(other => isDeepStrictEqual(one, other)))
    if (missing > 0 && isPart && told.length >= truth.length - missing) return 'told:unreadable'
  }
  const truth = truths.at(-1) ?? []
  const at = truth.findIndex((one, index) => !isDeepStrictEqual(one, told[index]))
  return `WRONG ${told.length} of ${truth.length}, ${missing} unreadable; ${difference(told[at] ?? {}, truth[at] ?? {})}`
}

export function compare(told: object, truth: object | undefined): Outcome {
  return isDeepStrictEqual(told, truth) ? 'right' : `WRONG ${difference(told, truth ?? {})}`
}

function difference(told: object, truth: object): string {
  const other = new Map(Object.entries(told))
  const fields = Object.entries(truth).filter(([name, value]) => !isDeepStrictEqual(other.get(name), value))
  return fields
    .map(([name, value]) => `${name}: ${JSON.stringify(other.get(name))}, not ${JSON.stringify(value)}`)
    .join('; ')
}

function toInstant(time: unknown): number | string | null {
  if (typeof time !== 'string') return time === undefined || time === null ? null : 'no time'
  return Date.parse(time)
}

function toDay(date: unknown): string | null {
  return typeof date === 'string' ? date.slice(0, 'YYYY-MM-DD'.length) : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
