/**
 * Reads the service's answers record by record: keeps what can be read and reports what cannot. An unreadable field of
 * one record never fails the whole list. See docs/decisions/033-liberties-of-the-service.md.
 */
import { DeskError } from '#lib/errors.ts'
import type {
  Employee,
  EmployeePage,
  ImageSize,
  ImageSizeList,
  Project,
  ProjectList,
  UpdatedEmployee,
} from './contract.ts'
import type { EmployeeQuery } from './input-contract.ts'
import { Fields, nameOf, type Tell, toObject } from './read-fields.ts'
import { EMPLOYEE_STATUSES, LOCALES, PER_PAGE_DEFAULT, PROJECT_STATUSES } from './terms.ts'
import { UnreadResponse } from './trouble.ts'

/** Values known apart from the record; they replace fields that the record lacks. */
type Known = { id?: number; project_id?: number } & {
  [Field in 'mitarbeiternummer' | 'first_name' | 'last_name' | 'email']?: string | undefined
}

const KNOWN_TEXTS = ['mitarbeiternummer', 'first_name', 'last_name', 'email']

/** The text fields of an employee in an unvalidated input. */
export function toKnown(given: unknown): Known {
  const texts = Object.entries(toObject(given) ?? {}).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.filter(([name]) => KNOWN_TEXTS.includes(name)))
}

/** Section 4, GET /projects. Throws `bad_service_answer` when there is no list. */
export function readProjects(answer: unknown, tell: Tell): ProjectList {
  return readRecords(requireList(answer), record => readProject(record, tell), tell)
}

/** Section 4, GET /image-sizes. A size without an index of its own cannot be requested, and is left out. */
export function readImageSizes(answer: unknown, tell: Tell): ImageSizeList {
  return readRecords(requireList(answer), record => readImageSize(record, tell), tell)
}

/** Section 4, GET /projects/{projectId}/employees. Missing page numbers are derived from the query and the records. */
export function readEmployeePage(
  answer: unknown,
  { projectId, query, tell }: { projectId: number; query: EmployeeQuery; tell: Tell },
): EmployeePage {
  const records = requireList(answer)
  const people = readRecords(records, record => readEmployee(record, tell, { project_id: projectId }), tell)
  const fields = new Fields(toObject(answer), tell)
  const meta = fields.inner('meta')
  const current_page = meta.positive('current_page') ?? query.page ?? 1
  const per_page = meta.positive('per_page') ?? query.per_page ?? PER_PAGE_DEFAULT
  const total = meta.count('total')
  const last =
    meta.positive('last_page') ?? (total === null ? null : Math.max(1, Math.ceil(total / per_page)))
  const hasNext = readHasNext(fields, last === null ? records.length >= per_page : current_page < last)
  return {
    ...people,
    links: { next: hasNext ? `?page=${current_page + 1}` : null },
    meta: { current_page, last_page: last ?? (hasNext ? current_page + 1 : current_page), per_page, total },
  }
}

/** Section 4: one employee. Null when there is no readable record. */
export function readOneEmployee(answer: unknown, tell: Tell, known: Known): Employee | null {
  return readEmployee(toObject(answer)?.data, tell, known)
}

/** Section 4, PATCH. Without `meta`, `invitation_resent` is false. Null when the employee cannot be read. */
export function readUpdated(answer: unknown, tell: Tell, known: Known): UpdatedEmployee | null {
  const data = readOneEmployee(answer, tell, known)
  if (!data) return null
  const meta = new Fields(toObject(answer), tell).inner('meta')
  return { data, meta: { invitation_resent: meta.yesOrNo('invitation_resent') ?? false } }
}

/**
 * Section 4: a batch is answered in the order of the call. Matching by email, then by number, also handles another
 * order. Null when a record is missing, because employees must not be confused.
 */
export function readCreated(
  answer: unknown,
  { projectId, inputs, tell }: { projectId: number; inputs: readonly unknown[]; tell: Tell },
): Employee[] | null {
  const records = toObject(answer)?.data
  if (!Array.isArray(records)) return null
  const left = new Set<Employee>()
  const places = records.map(record => {
    const employee = readEmployee(record, tell, { project_id: projectId })
    if (employee) left.add(employee)
    return employee
  })
  const take = (fits: (employee: Employee) => boolean) => {
    const employee = [...left].find(fits)
    if (employee) left.delete(employee)
    return employee ?? null
  }
  const wanted = inputs.map(toKnown)
  const created = wanted.map(({ email }) => (email ? take(other => isSame(other.email, email)) : null))
  for (const [index, { mitarbeiternummer: number }] of wanted.entries())
    if (!created[index] && number) created[index] = take(other => isSame(other.mitarbeiternummer, number))
  for (const [index] of inputs.entries())
    if (!created[index] && records.length === inputs.length)
      created[index] = take(other => other === places[index])
  return created.every(employee => employee !== null) ? created : null
}

function readProject(record: unknown, tell: Tell): Project | null {
  const fields = Fields.of(record, tell)
  if (!fields) return null
  const { id } = fields
  return {
    id,
    projektnummer: fields.text('projektnummer'),
    name: fields.text('name'),
    status: fields.word('status', PROJECT_STATUSES),
    start_date: fields.day('start_date', { nullable: true }),
    deadline: fields.day('deadline'),
    employees_count: fields.count('employees_count'),
  }
}

function readEmployee(record: unknown, tell: Tell, known: Known): Employee | null {
  const fields = Fields.of(record, tell, known)
  if (!fields) return null
  const { id } = fields
  const photo = fields.inner('photo')
  const approved = photo.yesOrNo('approved')
  return {
    id,
    project_id: fields.positive('project_id') ?? known.project_id ?? 0,
    mitarbeiternummer: fields.text('mitarbeiternummer', known.mitarbeiternummer),
    first_name: fields.text('first_name', known.first_name),
    last_name: fields.text('last_name', known.last_name),
    email: fields.text('email', known.email),
    locale: fields.word('locale', LOCALES, { nullable: true }) || null,
    status: fields.word('status', EMPLOYEE_STATUSES),
    invited_at: fields.instant('invited_at'),
    uploaded_at: fields.instant('uploaded_at'),
    photo: {
      approved: approved ?? false,
      edited_at: photo.instant('edited_at'),
      standard_url: photo.address('standard_url'),
      transparent_url: photo.address('transparent_url'),
      ...(approved === null && { approval_unread: true }),
    },
  }
}

function readImageSize(record: unknown, tell: Tell): ImageSize | null {
  const fields = new Fields(toObject(record), tell)
  const index = fields.count('index')
  if (index === null) return null
  const [width, height] = [
    fields.count('width', { free: true }) ?? 0,
    fields.count('height', { free: true }) ?? 0,
  ]
  return { index, label: fields.text('label'), width, height }
}

function readRecords<Value>(records: unknown[], read: (record: unknown) => Value | null, tell: Tell) {
  const data: Value[] = []
  for (const record of records) {
    if (toObject(record) === null) tell({ field: 'data', expected: 'object', found: nameOf(record) })
    const value = read(record)
    if (value !== null) data.push(value)
  }
  return { data, unreadable: records.length - data.length }
}

/** `derived`: the result of the page numbers, used when the link cannot be read. */
function readHasNext(fields: Fields, derived: boolean): boolean {
  const links = fields.inner('links')
  const next = links.raw('next')
  if (next === null || next === '') return false
  if (typeof next === 'string') return true
  links.odd('next', 'address', next)
  return derived
}

function requireList(answer: unknown): unknown[] {
  const records = toObject(answer)?.data
  if (Array.isArray(records)) return records
  throw new DeskError('bad_service_answer', {
    cause: new UnreadResponse(`data: list expected, ${nameOf(records)} found`),
  })
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
