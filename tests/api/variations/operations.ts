import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import type { Batch } from '#lib/batches/contract.ts'
import type { ImportValues } from '#lib/contracts/import-rows.ts'
import type { Import, ImportWithRows } from '#lib/contracts/imports.ts'
import { sortPeople } from '#lib/employees/sort-people.ts'
import type { Export } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { DRAFT_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import type { EmployeeRecord } from '#sandbox/state/records.ts'
import type { Fields } from '#sandbox/variations/variation.ts'
import type { VariationName } from '#sandbox/variations/variations.ts'
import { openArchive, SMALL } from '#tests/support/exports.ts'
import { COLUMNS, importRow } from '#tests/support/imports.ts'
import { until } from '#tests/support/until.ts'
import {
  type Bench,
  compare,
  compareLists,
  factsOf,
  membersOf,
  type Outcome,
  outside,
  peopleOf,
  photoOf,
  projectFacts,
  projectsOf,
  sizeFacts,
  sizesOf,
  truthOf,
} from './bench.ts'

/** A person with this email and number is in the project before each variation begins. */
export const TAKEN = { email: 'taken@example.com', mitarbeiternummer: 'Q-77' }
const PER_PAGE = 50
/** A job that is paused or under way for this long is stuck. */
const END_MS = 20_000

/** The special values of the second new person, and of the changed person, for the variations about such values. */
const ABOUT: Partial<
  Record<VariationName, (tag: string) => Partial<Omit<NewPerson, 'first_name' | 'last_name'>>>
> = {
  'emails-strict': tag => ({ email: `anna+${tag}@example.com` }),
  'emails-lenient': tag => ({ email: `jürgen.${tag}@müller.example` }),
  'emails-kept-in-lower-case': tag => ({ email: `Anna.${tag}@Example.com` }),
  'numbers-without-case': () => ({ mitarbeiternummer: 'q-77' }),
  'numbers-trimmed': tag => ({ mitarbeiternummer: ` T-${tag} ` }),
  'texts-normalised': tag => ({ mitarbeiternummer: ` Te\u0301  ${tag}` }),
  'locale-null-resolved': () => ({ locale: null }),
  'emails-compared-exactly': tag => ({ email: `Anna.${tag}@Example.com` }),
}

/** The operations of people at the desk. Each returns its outcome, compared with the state of the service. */
export const OPERATIONS = {
  projects: listing('/api/v1/projects', projectFacts, projectsOf),
  sizes: listing('/api/v1/image-sizes', sizeFacts, sizesOf),
  page: async bench => {
    const firstPage = () => peopleOf(bench, MIXED_PROJECT.id).slice(0, PER_PAGE)
    const before = firstPage()
    /** The page is in the order of last names once everybody is read. */
    const byName = () => {
      const people = peopleOf(bench, MIXED_PROJECT.id) as unknown as Employee[]
      return sortPeople(people, { roster: people, column: 'last_name', dir: 'asc' }).slice(
        0,
        PER_PAGE,
      ) as unknown as Fields[]
    }
    // An incomplete page is asked for again, like a browser does.
    return until(
      'the page is whole',
      async () => {
        const { refused, data, unreadable, complete } = await ask(bench, 'GET', `${peoplePath(bench)}?page=1`)
        const told = compareLists(data.map(factsOf), { truths: [before, firstPage(), byName()], unreadable })
        return refused ?? (told.startsWith('WRONG') && !complete ? null : told)
      },
      END_MS,
    )
  },
  everybody: async bench => {
    const ids = () =>
      peopleOf(bench, MIXED_PROJECT.id).map(
        ({ id, first_name, last_name, email, mitarbeiternummer, approved, status, invited_at }) => {
          const uninvited = status === 'pending' && invited_at === null
          return { id, first_name, last_name, email, mitarbeiternummer, approved, uninvited }
        },
      )
    const before = ids()
    const { refused, data } = await ask(bench, 'GET', `${peoplePath(bench)}/ids`)
    if (refused) return refused
    const { unreadable } = await ask(bench, 'GET', `${peoplePath(bench)}?page=1`)
    // The desk orders them by name.
    const byId = data.toSorted((a, b) => Number(a.id) - Number(b.id))
    return compareLists(byId, { truths: [before, ids()], unreadable })
  },
  'one person': async bench => {
    const [record] = readyPeople(bench)
    const { refused, one } = await ask(bench, 'GET', `/api/v1/employees/${outside(bench, record.id)}`)
    return refused ?? compare(factsOf(one), truthOf(bench, record))
  },
  'nobody there': bench => expectRefusal(bench, 'not_found', ['GET', '/api/v1/employees/999999999999']),
  change: async bench => {
    const { id, last_name, email, mitarbeiternummer, locale } = readyPeople(bench)[0]
    const changes: Fields = { last_name: 'Neumann', ...aboutOf(bench) }
    const before: Fields = { last_name, email, mitarbeiternummer, locale }
    const shown = Object.fromEntries(Object.keys(changes).map(field => [field, before[field]]))
    const body = { changes, shown }
    const { refused, one } = await ask(bench, 'PATCH', `/api/employees/${outside(bench, id)}`, body)
    const after = bench.state().employees.find(record => record.id === id)
    if (!after) return 'WRONG the person is gone'
    const happened = after.last_name === changes.last_name
    if (refused) return happened ? toldOfDone(refused) : refused
    return happened ? compare(factsOf(one), truthOf(bench, after)) : 'WRONG nothing was changed'
  },
  'change to taken': async bench => {
    const { id, email } = readyPeople(bench)[0]
    const body = { changes: { email: TAKEN.email }, shown: { email } }
    const path = `/api/employees/${outside(bench, id)}`
    return expectRefusal(bench, 'invalid', ['PATCH', path, body], ['email'])
  },
  create: async bench => created(bench, [newPerson(bench, 2)], false),
  'create taken': async bench =>
    expectRefusal(
      bench,
      'invalid',
      ['POST', createPath(bench), { ...newPerson(bench, 1), ...TAKEN }],
      Object.keys(TAKEN),
    ),
  batch: async bench =>
    created(
      bench,
      [1, 2, 3].map(number => newPerson(bench, number)),
      true,
    ),
  'batch with taken': async bench => {
    const employees = [newPerson(bench, 1), { ...newPerson(bench, 3), email: TAKEN.email }]
    return expectRefusal(bench, 'invalid', ['POST', createPath(bench), { employees }], ['employees.1.email'])
  },
  delete: async bench => {
    const { id } = readyPeople(bench)[0]
    const { refused } = await ask(bench, 'DELETE', `/api/v1/employees/${outside(bench, id)}`)
    const isThere = bench.state().employees.some(record => record.id === id)
    if (refused) return isThere ? refused : toldOfDone(refused)
    return isThere ? 'WRONG the person is still there' : 'right'
  },
  'language of two, and back': languageAndBack,
  'photo with background': bench => photo(bench, 'standard', 'image/jpeg'),
  'photo cut out': bench => photo(bench, 'transparent', 'image/png'),
  'photo not there': bench => {
    const { id } = find(bench, ({ status }) => status === 'pending')
    return expectRefusal(bench, 'not_available', ['GET', `/api/v1/employees/${outside(bench, id)}/photo`])
  },
  'photo not approved': bench => {
    const { id } = find(bench, ({ standard_finished, approved }) => standard_finished && !approved)
    return expectRefusal(bench, 'not_approved', ['GET', `/api/v1/employees/${outside(bench, id)}/photo`])
  },
  export: exportOfThree,
  import: bench =>
    importOf(
      bench,
      [1, 2, 3].map(number => newPerson(bench, number)),
    ),
  /** The second row is refused by the service, not by the check of the desk. */
  'import with a refused one': bench =>
    importOf(bench, [
      newPerson({ ...bench, name: null }, 1),
      { ...newPerson({ ...bench, name: null }, 2), email: `jürgen.${bench.tag}@müller.example` },
      newPerson({ ...bench, name: null }, 3),
    ]),
} as const satisfies Record<string, (bench: Bench) => Promise<Outcome>>

export type OperationName = keyof typeof OPERATIONS

type NewPerson = {
  first_name: string
  last_name: string
  email: string
  mitarbeiternummer: string
  locale?: null
}
type Request = [method: string, path: string, body?: Fields]
type Answer = { refused: Outcome | null; data: Fields[]; one: Fields; unreadable: unknown; complete: boolean }

async function ask({ person }: Bench, ...[method, path, body]: Request): Promise<Answer> {
  const options = body ? { body } : {}
  const answer = await person.json<Fields | undefined>(method, path, options)
  const { code, errors, data, meta, unreadable } = answer.body ?? {}
  const fields = Object.keys((errors as object | undefined) ?? {}).sort()
  return {
    refused: answer.status < 400 ? null : toTold(String(code), fields),
    data: Array.isArray(data) ? data : [],
    one: (data as Fields | undefined) ?? {},
    unreadable: unreadable ?? (meta as Fields | undefined)?.unreadable,
    complete: (meta as Fields | undefined)?.complete !== false,
  }
}

function toTold(code: string, fields: readonly string[]): Outcome {
  return fields.length > 0 ? `told:${code}:${fields.join()}` : `told:${code}`
}

function listing(path: string, toFacts: (record: Fields) => object, toTruth: (bench: Bench) => object[]) {
  return async (bench: Bench): Promise<Outcome> => {
    const before = toTruth(bench)
    const { refused, data, unreadable } = await ask(bench, 'GET', path)
    return refused ?? compareLists(data.map(toFacts), { truths: [before, toTruth(bench)], unreadable })
  }
}

/** The outcome is right when the code and the fields are the expected ones, and when nothing was changed. */
async function expectRefusal(
  bench: Bench,
  code: string,
  request: Request,
  fields: string[] = [],
): Promise<Outcome> {
  const before = JSON.stringify(bench.state().employees)
  const { refused } = await ask(bench, ...request)
  if (!refused) return 'WRONG it was not refused'
  if (JSON.stringify(bench.state().employees) !== before) return toldOfDone(refused)
  return refused === toTold(code, fields) ? 'right' : refused
}

async function created(bench: Bench, people: NewPerson[], isBatch: boolean): Promise<Outcome> {
  const body = isBatch ? { employees: people } : { ...people[0] }
  const { refused, data, one } = await ask(bench, 'POST', createPath(bench), body)
  const made = madeIn(bench)
  if (refused) return made.size > 0 ? toldOfDone(refused) : refused
  const inOrder = people.map(({ last_name }) => made.get(last_name))
  const truth = inOrder.flatMap(record => (record ? [truthOf(bench, record)] : []))
  return compareLists((isBatch ? data : [one]).map(factsOf), { truths: [truth], unreadable: 0 })
}

/** Sets the account's language for one German and one English person, and then their own languages again. */
async function languageAndBack(bench: Bench): Promise<Outcome> {
  const everybody = membersOf(bench.state(), MIXED_PROJECT.id).slice(10)
  const ids = ['de', 'en'].map(word => everybody.find(({ locale }) => locale === word)?.id ?? 0)
  const locales = () => ids.map(id => find(bench, person => person.id === id).locale)
  const before = locales()
  const change = {
    project_id: outside(bench, MIXED_PROJECT.id),
    ...{ action: 'locale', locale: null, employee_ids: ids.map(id => outside(bench, id)) },
  }
  const begun = await ask(bench, 'POST', '/api/batches', change)
  if (begun.refused) return begun.refused
  const changed = await settled<Batch>(bench, `/api/batches/${begun.one.id}`, ['running'])
  if (changed.done < 2) return `WRONG ${changed.done} of 2 were changed`
  const undo = await ask(bench, 'POST', '/api/batches', { action: 'undo', batch_id: changed.id })
  if (undo.refused) return undo.refused
  const { failed } = await settled<Batch>(bench, `/api/batches/${undo.one.id}`, ['running'])
  if (failed > 0) return `WRONG ${failed} of 2 were not given back what they had`
  if (isDeepStrictEqual(locales(), before)) return 'right'
  return changed.undoable < changed.done - changed.already
    ? 'told:undoable'
    : `WRONG ${locales()}, not ${before}`
}

async function photo(bench: Bench, variant: string, type: string): Promise<Outcome> {
  const { id } = readyPeople(bench)[0]
  const path = `/employees/${outside(bench, id)}/photo?variant=${variant}&size=${SMALL}`
  const answer = await bench.person.call('GET', `/api/v1${path}`)
  if (!answer.ok) return `told:${((await answer.json()) as Fields).code}`
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.headers.get('content-type') !== type) return `WRONG type ${answer.headers.get('content-type')}`
  return bytes.equals(await photoOf(path)) ? 'right' : 'WRONG other bytes than the service sends'
}

async function exportOfThree(bench: Bench): Promise<Outcome> {
  const people = readyPeople(bench)
  const employee_ids = people.map(({ id }) => outside(bench, id))
  const body = {
    project_id: outside(bench, MIXED_PROJECT.id),
    variant: 'standard',
    size: SMALL,
    scope: { kind: 'people', employee_ids },
  }
  const { refused, one } = await ask(bench, 'POST', '/api/exports', body)
  if (refused) return refused
  const end = await settled<Export>(bench, `/api/exports/${one.id}`, ['preparing'])
  if (end.state !== 'ready') return `told:${end.error ?? end.pause_reason ?? end.state}`
  const { files } = await openArchive(bench.person, end)
  for (const { id, mitarbeiternummer } of people) {
    const told = end.problems.some(({ employee_id }) => employee_id === outside(bench, id))
    const there = files.get(`${mitarbeiternummer}.jpg`)
    const bytes = await photoOf(`/employees/${outside(bench, id)}/photo?size=${SMALL}`)
    if (!told && !there?.equals(bytes))
      return `WRONG ${there ? 'another photo' : 'no photo'} of ${mitarbeiternummer}`
  }
  const codes = [...new Set(end.problems.map(({ code }) => code))].sort()
  if (codes.length === 0) return compareSize(end, [...files])
  return `told:${codes.join('+')}`
}

/** Checks that the photos have the pixels of the size that the export names; a side of 0 is free. */
async function compareSize(end: Fields, files: [string, Buffer][]): Promise<Outcome> {
  if (!end.image_size) return 'WRONG the export does not name its size'
  const { width, height, before } = end.image_size as Fields
  for (const [name, bytes] of files.filter(([name]) => name.endsWith('.jpg'))) {
    const real = await sharp(bytes).metadata()
    const isPromised = (width === 0 || real.width === width) && (height === 0 || real.height === height)
    if (!isPromised) return `WRONG ${name} is ${real.width}×${real.height}, the size ${width}×${height}`
  }
  return before ? 'told:size_changed' : 'right'
}

async function importOf(bench: Bench, people: NewPerson[]): Promise<Outcome> {
  const rows = people.map((values, index) =>
    importRow(index + 1, { ...values, locale: '' } satisfies ImportValues),
  )
  const path = `/api/projects/${outside(bench, DRAFT_PROJECT.id)}/imports`
  const draft = await ask(bench, 'POST', path, { file_name: 'Liste.xlsx', columns: COLUMNS, rows })
  if (draft.refused) return draft.refused
  const start = { create: true, update_rows: [], expected: { create: rows.length, update: 0 } }
  const pressed = await ask(bench, 'POST', `/api/imports/${draft.one.id}/start`, start)
  if (pressed.refused) return pressed.refused
  const end = await settled<ImportWithRows>(bench, `/api/imports/${draft.one.id}`, ['sending'])
  if (end.state !== 'done') return `told:${end.error ?? end.pause_reason ?? end.state}`
  const made = madeIn(bench)
  for (const { values, outcome, employee_id, problems, mitarbeiternummer } of end.rows) {
    const record = made.get(values.last_name)
    if (outcome === 'created' && record) {
      const truth = { employee_id: outside(bench, record.id), mitarbeiternummer: record.mitarbeiternummer }
      const account = compare({ employee_id, mitarbeiternummer }, truth)
      if (account !== 'right') return account
    } else if (record || outcome !== 'refused' || problems.length === 0) {
      return `WRONG ${values.last_name}: ${outcome}, ${record ? 'though' : 'and not'} at the service`
    }
  }
  return 'right'
}

/** Waits until a batch, an export or an import has left all of these states. */
function settled<Job extends Batch | Export | Import>(
  bench: Bench,
  path: string,
  busy: string[],
): Promise<Job> {
  let last: unknown
  return until(
    () => `it has come to an end: ${JSON.stringify(last)}`,
    async () => {
      const { body } = await bench.person.json<{ data: Job }>('GET', path)
      last = body
      return !busy.includes(body.data.state) && body.data
    },
    END_MS,
  )
}

/**
 * Three people with approved photos and without unusual values. The first of their project is left out, because it may
 * vary.
 */
function readyPeople(bench: Bench): [EmployeeRecord, EmployeeRecord, EmployeeRecord] {
  const plain = /^[\w-]+$/
  const [one, two, three] = membersOf(bench.state(), MIXED_PROJECT.id)
    .slice(10)
    .filter(
      ({ status, approved, transparent_finished, mitarbeiternummer, first_name, last_name }) =>
        status === 'edited' &&
        approved &&
        transparent_finished &&
        /^\d{6}$/.test(mitarbeiternummer) &&
        plain.test(first_name + last_name),
    )
  if (!one || !two || !three) throw new Error('The seed has nobody like that.')
  return [one, two, three]
}

function find(bench: Bench, fits: (record: EmployeeRecord) => boolean): EmployeeRecord {
  const found = membersOf(bench.state(), MIXED_PROJECT.id).find(fits)
  if (!found) throw new Error('The seed has nobody like that.')
  return found
}

function newPerson(bench: Pick<Bench, 'name' | 'tag'>, number: number): NewPerson {
  const { tag } = bench
  const own = number === 2 ? aboutOf(bench) : {}
  return {
    first_name: 'Neue',
    last_name: `Person ${tag} ${number}`,
    email: `new.${tag}.${number}@example.com`,
    mitarbeiternummer: `N-${tag}-${number}`,
    ...own,
  }
}

function aboutOf({ name, tag }: Pick<Bench, 'name' | 'tag'>) {
  return (name && ABOUT[name]?.(tag)) ?? {}
}

/** The people created in this cell, by their last names. */
function madeIn(bench: Bench): Map<string, EmployeeRecord> {
  const own = membersOf(bench.state(), DRAFT_PROJECT.id).filter(({ last_name }) =>
    last_name.includes(bench.tag),
  )
  return new Map(own.map(record => [record.last_name, record]))
}

function peoplePath(bench: Bench): string {
  return `/api/projects/${outside(bench, MIXED_PROJECT.id)}/people`
}

function createPath(bench: Bench): string {
  return `/api/v1/projects/${outside(bench, DRAFT_PROJECT.id)}/employees`
}

/** Only `outcome_unknown` says that the write may have happened. After any other code a person would repeat it. */
function toldOfDone(refused: Outcome): Outcome {
  return refused === 'told:outcome_unknown' ? refused : `WRONG ${refused}, but it was done`
}
