import { describe, expect, test } from 'vitest'
import { employeeListResponse, employeeSchema, projectListResponse } from '#lib/portrait-api/contract.ts'
import {
  readCreated,
  readEmployeePage,
  readImageSizes,
  readOneEmployee,
  readProjects,
  readUpdated,
} from '#lib/portrait-api/read-responses.ts'
import type { Oddity } from '#lib/portrait-api/service-news.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const PROJECT = {
  id: 7,
  projektnummer: '2026-1',
  name: 'Köln',
  status: 'active',
  start_date: null,
  deadline: '2026-12-01',
  employees_count: 3,
}

/** Reads one person with these fields, and returns the reports about them. */
function readPerson(changes: object, without: string[] = []) {
  const record = Object.fromEntries(
    Object.entries({ ...readyEmployee(), ...changes }).filter(([name]) => !without.includes(name)),
  )
  const told: Oddity[] = []
  const { data, unreadable } = readEmployeePage(
    { ...pageOf([]), data: [record] },
    { projectId: 7, query: {}, tell: oddity => told.push(oddity) },
  )
  for (const employee of data) employeeSchema.parse(employee)
  return { employee: data[0], unreadable, told }
}

function readPage(answer: object, query = {}) {
  const told: Oddity[] = []
  const page = readEmployeePage(answer, { projectId: 7, query, tell: oddity => told.push(oddity) })
  employeeListResponse.parse(page)
  return { ...page, told: told.map(({ field }) => field) }
}

describe('one person', () => {
  test('an employee as specified is read unchanged, and nothing is reported', () => {
    const { employee, told } = readPerson({ age: 7 })
    expect(employee).toEqual(readyEmployee())
    expect(told).toEqual([])
  })

  test.each(['first_name', 'email', 'mitarbeiternummer', 'status'])(
    'a %s that is far too long counts as missing, and is reported without its text',
    field => {
      const { employee, told } = readPerson({ [field]: ' '.repeat(1001) })
      expect(employee).toEqual({ ...readyEmployee(), [field]: '' })
      const expected = field === 'status' ? 'known_word' : 'text'
      expect(told).toEqual([{ field, expected, found: 'long_text', recordId: 1 }])
    },
  )

  test.each(['status', 'locale'])('an unknown word for %s is kept, and reported with the word', field => {
    const { employee, told } = readPerson({ [field]: 'xx_new' })
    expect(employee).toEqual({ ...readyEmployee(), [field]: 'xx_new' })
    expect(told).toEqual([{ field, expected: 'known_word', found: 'text', word: 'xx_new', recordId: 1 }])
  })

  test.each([
    [['status'], { status: '' }],
    [['locale'], { locale: null }],
    [['invited_at', 'uploaded_at'], { invited_at: null, uploaded_at: null }],
    [['first_name', 'last_name', 'email'], { first_name: '', last_name: '', email: '' }],
    [['mitarbeiternummer'], { mitarbeiternummer: '' }],
    [['project_id'], { project_id: 7 }],
  ])('a record without %j keeps the rest, and each missing field is reported', (without, expected) => {
    const { employee, told } = readPerson({}, without)
    expect(employee).toEqual({ ...readyEmployee(), ...expected })
    expect(told.map(({ field }) => field).sort()).toEqual(without.toSorted())
  })

  test('an employee without a photo is not approved, and that is reported once', () => {
    const { employee, told } = readPerson({}, ['photo'])
    expect(employee?.photo).toEqual({
      approved: false,
      edited_at: null,
      standard_url: null,
      transparent_url: null,
      approval_unread: true,
    })
    expect(told).toEqual([{ field: 'photo', expected: 'object', found: 'nothing', recordId: 1 }])
  })

  test.each([
    [1, true, false],
    ['1', true, false],
    ['true', true, false],
    [0, false, false],
    ['0', false, false],
    ['false', false, false],
    ['yes', false, true],
    ['approved', false, true],
    [2, false, true],
    [null, false, true],
    [[true], false, true],
    [{ by: 'Anna' }, false, true],
  ])(
    'an approval of %j counts as %j, is unclear or not (%j), and is reported',
    (approved, counts, unread) => {
      const { employee, told } = readPerson({ photo: { ...readyEmployee().photo, approved } })
      expect([employee?.photo.approved, employee?.photo.approval_unread ?? false]).toEqual([counts, unread])
      expect(told).toMatchObject([{ field: 'photo.approved', expected: 'true_or_false' }])
    },
  )

  test.each([
    ['', null],
    [' ', null],
    ['/api/v1/employees/1/photo', '/api/v1/employees/1/photo'],
  ])('the address %j is read as %j, without a report', (standard_url, expected) => {
    const { employee, told } = readPerson({ photo: { ...readyEmployee().photo, standard_url } })
    expect(employee?.photo.standard_url).toBe(expected)
    expect(told).toEqual([])
  })

  test('an address that is not a text offers nothing', () => {
    const { employee, told } = readPerson({ photo: { ...readyEmployee().photo, standard_url: true } })
    expect(employee?.photo.standard_url).toBeNull()
    expect(told).toMatchObject([{ field: 'photo.standard_url', found: 'true_or_false' }])
  })

  test.each([
    [null, '', 'null'],
    [4711, '4711', 'number'],
  ])('the number %j is read as %j, and reported', (mitarbeiternummer, expected, found) => {
    const { employee, told } = readPerson({ mitarbeiternummer })
    expect(employee?.mitarbeiternummer).toBe(expected)
    expect(told).toMatchObject([{ field: 'mitarbeiternummer', found }])
  })

  test.each([
    ['2026-10-01 09:00:00Z', '2026-10-01T09:00:00Z', []],
    ['2026-10-01T09:00:00', '2026-10-01T09:00:00Z', ['offset']],
    ['soon', null, ['date_time']],
    [1_790_000_000, null, ['date_time']],
  ])('the invitation time %j is read as %j', (invited_at, expected, expectedTold) => {
    const { employee, told } = readPerson({ invited_at })
    expect(employee?.invited_at).toBe(expected)
    expect(told.map(odd => odd.expected)).toEqual(expectedTold)
  })

  test.each([Number.MAX_SAFE_INTEGER, '12'])('the id %j is usable', id => {
    expect(readPerson({ id }).employee?.id).toBe(Number(id))
  })

  test.each([0, -1, 1.5, 2 ** 53, 'x', '', null, {}])(
    'a record without a usable id (%j) is set aside',
    id => {
      const { employee, unreadable, told } = readPerson({ id })
      expect([employee, unreadable]).toEqual([undefined, 1])
      expect(told[0]).toMatchObject({ field: 'id', expected: 'id' })
    },
  )

  test('no value of a person is reported except the word of a status', () => {
    const odd = {
      first_name: null,
      email: 7,
      mitarbeiternummer: {},
      invited_at: 'CANARY',
      photo: 'CANARY',
      id: 5,
    }
    expect(JSON.stringify(readPerson(odd).told)).not.toContain('CANARY')
  })
})

describe('a page', () => {
  test.each([null, 'x', [], 7])('a record that is %j is set aside, and the others are kept', record => {
    const { data, unreadable, meta } = readPage({
      ...pageOf([]),
      data: [record, readyEmployee()],
      meta: pageOf([]).meta,
    })
    expect([data.length, unreadable, meta.total]).toEqual([1, 1, 0])
  })

  test.each([undefined, null, [], 'x', {}, { data: null }, { data: {} }])(
    'an answer of %j is no list',
    answer => {
      const read = () => readEmployeePage(answer, { projectId: 7, query: {}, tell() {} })
      expect(read).toThrow(expect.objectContaining({ code: 'bad_service_answer' }))
    },
  )

  test('missing page details follow from the query and from the records', () => {
    const data = [readyEmployee({ id: 1 }), readyEmployee({ id: 2 })]
    expect(readPage({ data }, { page: 3, per_page: 2 })).toMatchObject({
      links: { next: expect.any(String) },
      meta: { current_page: 3, per_page: 2, last_page: 4, total: null },
      told: ['meta', 'links'],
    })
    expect(readPage({ data }, { page: 3, per_page: 50 })).toMatchObject({
      links: { next: null },
      meta: { current_page: 3, per_page: 50, last_page: 3, total: null },
    })
    expect(readPage({ data, meta: { current_page: 1, per_page: 2, total: 5 } })).toMatchObject({
      links: { next: expect.any(String) },
      meta: { last_page: 3, total: 5 },
      told: ['meta.last_page', 'links'],
    })
  })

  test.each([
    [null, null],
    ['', null],
    ['?page=2', '?page=2'],
    ['https://service.example/?page=2', '?page=2'],
  ])('the link to the next page is %j', (next, expected) => {
    const { links } = readPage({ ...pageOf([readyEmployee()]), links: { next } })
    expect(links.next).toBe(expected)
  })
})

describe('projects and sizes', () => {
  const read = (change: object) => {
    const told: string[] = []
    const list = readProjects({ data: [{ ...PROJECT, ...change }] }, ({ field }) => told.push(field))
    projectListResponse.parse(list)
    return { project: list.data[0], unreadable: list.unreadable, told }
  }

  test.each([
    [{}, {}, []],
    [{ status: 'on_hold' }, { status: 'on_hold' }, ['status']],
    [{ deadline: null }, { deadline: null }, ['deadline']],
    [{ deadline: '2026-12-01T23:59:00Z' }, { deadline: '2026-12-01' }, ['deadline']],
    [{ start_date: undefined }, { start_date: null }, ['start_date']],
    [{ employees_count: undefined }, { employees_count: null }, ['employees_count']],
    [{ name: null }, { name: '' }, ['name']],
  ])('a project with %j is kept', (change, expected, expectedTold) => {
    const { project, told } = read(change)
    expect(project).toEqual({ ...PROJECT, ...expected })
    expect(told).toEqual(expectedTold)
  })

  test('a project without an id is set aside', () => {
    expect(read({ id: null })).toMatchObject({ project: undefined, unreadable: 1 })
  })

  test.each([
    [{ label: null }, { label: '' }],
    [{ width: 0 }, { width: 0 }],
    [{ height: null }, { height: 0 }],
    [{ height: undefined }, { height: 0 }],
  ])('a size with %j is kept', (change, expected) => {
    const size = { index: 0, label: 'Web', width: 600, height: 800 }
    expect(readImageSizes({ data: [{ ...size, ...change }] }, () => {})).toEqual({
      data: [{ ...size, ...expected }],
      unreadable: 0,
    })
  })

  test('a size that cannot be requested is left out, and counted', () => {
    expect(readImageSizes({ data: [{ label: 'Web' }, null] }, () => {})).toEqual({ data: [], unreadable: 2 })
  })
})

describe('answers to writes', () => {
  const input = (id: number) => {
    const { first_name, last_name, email, mitarbeiternummer } = readyEmployee({ id })
    return { first_name, last_name, email, mitarbeiternummer }
  }
  const created = (records: unknown[]) =>
    readCreated({ data: records }, { projectId: 7, inputs: [input(1), input(2)], tell() {} })?.map(
      ({ id }) => id,
    )

  test('a batch is in the order of the call, whatever the order of its answer', () => {
    expect(created([readyEmployee({ id: 2 }), readyEmployee({ id: 1 })])).toEqual([1, 2])
    const withoutEmail = { ...readyEmployee({ id: 2 }), email: undefined }
    expect(created([withoutEmail, readyEmployee({ id: 1 })])).toEqual([1, 2])
    const bare = { ...withoutEmail, mitarbeiternummer: undefined }
    expect(created([readyEmployee({ id: 1 }), bare])).toEqual([1, 2])
  })

  test('created people are unknown when a record is missing or cannot be matched', () => {
    expect(created([readyEmployee({ id: 2 })])).toBeUndefined()
    expect(created([readyEmployee({ id: 2 }), null])).toBeUndefined()
    expect(created([])).toBeUndefined()
    const bare = [4, 5, 6].map(id => ({ id }))
    expect(created(bare)).toBeUndefined()
  })

  test('an answer without meta does not say that an invitation was sent', () => {
    const told: string[] = []
    const answer = readUpdated({ data: readyEmployee() }, ({ field }) => told.push(field), {})
    expect(answer).toEqual({ data: readyEmployee(), meta: { invitation_resent: false } })
    expect(told).toEqual(['meta'])
  })

  test('missing fields of a record are filled from the request', () => {
    expect(readOneEmployee({ data: { id: 5 } }, () => {}, { ...input(1), project_id: 7 })).toMatchObject({
      id: 5,
      project_id: 7,
      ...input(1),
      status: '',
    })
  })

  test.each([undefined, null, '', {}, { data: null }, { data: [] }])(
    'an answer of %j is no person',
    answer => {
      expect(readOneEmployee(answer, () => {}, { id: 1 })).toBeNull()
    },
  )
})
