import { expect } from 'vitest'
import type { ImportRow, ImportValues } from '#lib/contracts/import-rows.ts'
import type { Import, ImportStart, ImportWithRows } from '#lib/contracts/imports.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { Person } from './desk.ts'
import type { SandboxService } from './sandbox-service.ts'
import { until } from './until.ts'

const END_MS = 60_000

export const COLUMNS = ['Vorname', 'Nachname', 'E-Mail', 'Pers.-Nr.', 'Abteilung']

/** A row of a made-up list, different for each number, with these changes. */
export function importRow(number: number, values: Partial<ImportValues> = {}, excluded = false): ImportRow {
  const made: ImportValues = {
    first_name: `Vorname ${number}`,
    last_name: `Nachname ${number}`,
    email: `person.${number}@import.example`,
    mitarbeiternummer: `0${10_000 + number}`,
    locale: '',
    ...values,
  }
  const cells = [made.first_name, made.last_name, made.email, made.mitarbeiternummer, 'Technik']
  // The first line of the sheet holds the headers.
  return { row: number + 1, cells, values: made, excluded }
}

export function importRows(count: number, from = 1): ImportRow[] {
  return Array.from({ length: count }, (_, index) => importRow(from + index))
}

/** Stores a list as a draft; throws when it is refused. */
export async function draftImport(person: Person, projectId: number, rows: ImportRow[]): Promise<Import> {
  const body = { file_name: 'Neue Leute.xlsx', columns: COLUMNS, rows }
  const answer = await person.json<{ data: Import }>('POST', `/api/projects/${projectId}/imports`, { body })
  if (answer.status !== 201) throw new Error(`The draft was refused: ${JSON.stringify(answer)}`)
  return answer.body.data
}

export function pressStart(person: Person, { id }: { id: string }, start: Partial<ImportStart> = {}) {
  const body = { create: true, update_rows: [], expected: { create: 0, update: 0 }, ...start }
  return person.json<{ data: Import }>('POST', `/api/imports/${id}/start`, { body })
}

/** Drafts and sends a list of new people. */
export async function sendImport(person: Person, projectId: number, rows: ImportRow[]): Promise<Import> {
  const draft = await draftImport(person, projectId, rows)
  const answer = await pressStart(person, draft, { expected: { create: rows.length, update: 0 } })
  if (answer.status !== 200) throw new Error(`The start was refused: ${JSON.stringify(answer)}`)
  return answer.body.data
}

export async function readImport(person: Person, { id }: { id: string }): Promise<ImportWithRows> {
  const answer = await person.json<{ data: ImportWithRows }>('GET', `/api/imports/${id}`)
  if (answer.status !== 200) throw new Error(`The import was refused: ${JSON.stringify(answer)}`)
  return answer.body.data
}

/** Waits until no call of an import is in flight, and returns the import with its rows. */
export async function importEnded(person: Person, { id }: { id: string }): Promise<ImportWithRows> {
  await until('the import has ended', () => isIn(person, id, ['done', 'cancelled', 'failed']), END_MS)
  // A stopped import ends for its person before the call in flight has returned.
  await until('nothing is on its way', async () => !(await isInFlight(id)), END_MS)
  return readImport(person, { id })
}

export async function importPaused(person: Person, { id }: { id: string }): Promise<ImportWithRows> {
  await until('the import is paused', () => isIn(person, id, ['paused']), END_MS)
  return readImport(person, { id })
}

export function outcomesOf({ rows }: ImportWithRows): Record<string, number> {
  const groups = Map.groupBy(rows, ({ outcome }) => outcome ?? 'open')
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]))
}

/** Everybody in a project, from the service itself. */
export async function peopleAtService(
  service: Pick<SandboxService, 'ask'>,
  projectId: number,
): Promise<Employee[]> {
  const people: Employee[] = []
  for (let page = 1; ; page += 1) {
    const answer = await service.ask(`/projects/${projectId}/employees?per_page=200&page=${page}`)
    const { data, links } = (await answer.json()) as EmployeePage
    people.push(...data)
    if (links.next === null) return people
  }
}

async function isIn(person: Person, id: string, states: Import['state'][]): Promise<boolean> {
  const { body } = await person.json<{ data: Import }>('GET', `/api/imports/${id}?rows=0`)
  return states.includes(body.data.state)
}

async function isInFlight(id: string): Promise<boolean> {
  const [{ getImportStore }, { getHeldJobs }] = await Promise.all([
    import('#lib/store/import-store.ts'),
    import('#lib/jobs/job.ts'),
  ])
  return getHeldJobs().has(id) || (await getImportStore().inFlight(id)).length > 0
}

/** Expects that the report agrees with the service: everybody exists once, under the id and number of the row. */
export async function expectTrueAccount(service: SandboxService, end: ImportWithRows): Promise<void> {
  const people = await peopleAtService(service, end.project_id)
  const emails = people.map(({ email }) => email.toLowerCase())
  expect(new Set(emails).size).toBe(emails.length)
  const byEmail = new Map(people.map(person => [person.email.toLowerCase(), person]))
  for (const { values, outcome, employee_id, mitarbeiternummer } of end.rows) {
    const person = byEmail.get(values.email.toLowerCase())
    if (outcome === 'created' || outcome === 'already_there')
      expect([person?.id, person?.mitarbeiternummer]).toEqual([employee_id, mitarbeiternummer])
    else expect([values.email, person]).toEqual([values.email, undefined])
  }
}
