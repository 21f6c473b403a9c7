/**
 * The mirror behaves like the service. The same faulty request to the mirror and to a separate service gets the same
 * status, and refused input names the same fields.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import { listPeople, toMirrored } from '#tests/support/mirror.ts'

const NEW = { first_name: 'Zoë', last_name: "O'Größe", email: 'zoe@example.com' }
const CREATE = `/projects/${EMPTY_PROJECT.id}/employees`
const LIST = `/projects/${MIXED_PROJECT.id}/employees`
const PERSON = '/employees/1001'
const PHOTO = `${PERSON}/photo`
const many = (count: number, toEntry: (index: number) => unknown) =>
  Array.from({ length: count }, (_, i) => toEntry(i))

type Row = [
  name: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string | undefined>,
]

const BODIES: [name: string, body: unknown, headers?: Row[4]][] = [
  ['broken JSON', '{'],
  ['an empty body', ''],
  ['blanks', '  '],
  ['a list', [NEW]],
  ['a text', '"text"'],
  ['a number', 7],
  ['null', 'null'],
  ['another content type', JSON.stringify(NEW), { 'content-type': 'text/plain' }],
  ['no content type', JSON.stringify(NEW), { 'content-type': undefined }],
  [
    'a content type with a character set',
    JSON.stringify(NEW),
    { 'content-type': 'Application/JSON; charset=utf-8' },
  ],
  ['an unknown field', { ...NEW, colour: 'red' }],
  ['an object in the place of a text', { ...NEW, first_name: { a: 1 } }],
  ['nulls', { first_name: null, last_name: null, email: null, mitarbeiternummer: null, locale: null }],
  [
    'numbers in the place of texts',
    { first_name: 1, last_name: 2, email: 3, mitarbeiternummer: 4, locale: 5 },
  ],
  ['empty texts', { first_name: '', last_name: ' ', email: '', mitarbeiternummer: '' }],
  [
    'too long texts',
    { first_name: 'x'.repeat(101), last_name: '🙂'.repeat(101), email: `${'x'.repeat(250)}@b.example` },
  ],
  ['what is no e-mail address', { ...NEW, email: 'zoe' }],
  ['an unusual e-mail address', { ...NEW, email: 'R&D@firma.example' }],
  ['an address with a blank at its end', { ...NEW, email: 'zoe@example.com ' }],
  ['another language', { ...NEW, locale: 'fr' }],
  ['nothing in an object', {}],
]

const ROWS: Row[] = [
  ...BODIES.map(([name, body, headers]): Row => [`POST ${name}`, 'POST', CREATE, body, headers]),
  ...BODIES.map(([name, body, headers]): Row => [`PATCH ${name}`, 'PATCH', PERSON, body, headers]),
  ['a list of nobody', 'POST', CREATE, { employees: [] }],
  [
    'a list of 201',
    'POST',
    CREATE,
    { employees: many(201, index => ({ ...NEW, email: `p${index}@example.com` })) },
  ],
  ['a list that is none', 'POST', CREATE, { employees: 'all' }],
  ['a list with empty entries', 'POST', CREATE, { employees: [{}, NEW, null, 7, []] }],
  [
    'the same person twice in a list',
    'POST',
    CREATE,
    { employees: [NEW, { ...NEW, email: 'ZOE@example.com' }] },
  ],
  ['a list of 200 with faults in all', 'POST', CREATE, { employees: many(200, () => ({ email: 'x' })) }],
  ['a list with something beside it', 'POST', CREATE, { note: 1, employees: [NEW] }],
  ...[
    '?unknown=1',
    '?per_page=0',
    '?per_page=201',
    '?per_page=abc',
    '?per_page=',
    '?page=0',
    '?page=99999',
    '?page=1e2',
    '?page=9007199254740993',
    '?photo_ready=true',
    '?photo_ready=0',
    '?photo_ready=1&unknown=1',
    '?status=foo',
    '?status=',
    '?mitarbeiternummer=',
    `?mitarbeiternummer=${'x'.repeat(300)}`,
    '?status=pending&status=foo',
    '?__proto__=1&constructor=2',
  ].map((query): Row => [`GET ${query.slice(0, 40)}`, 'GET', LIST + query]),
  ...[
    '?size=-1',
    '?size=99',
    '?size=abc',
    '?size=',
    '?size=1e9',
    '?variant=foo',
    '?variant=',
    '?unknown=1',
  ].map((query): Row => [`GET photo${query}`, 'GET', PHOTO + query]),
  ...['999999', '0', '-1', 'abc', '01', '1.5', String(2 ** 53), '9'.repeat(30)].flatMap((id): Row[] => [
    [`GET person ${id}`, 'GET', `/employees/${id}`],
    [`PATCH person ${id}`, 'PATCH', `/employees/${id}`, { locale: 'de' }],
    [`DELETE person ${id}`, 'DELETE', `/employees/${id}`],
    [`GET project ${id}`, 'GET', `/projects/${id}/employees`],
    [`POST project ${id}`, 'POST', `/projects/${id}/employees`, NEW],
    [`GET photo of ${id}`, 'GET', `/employees/${id}/photo`],
  ]),
  ...['/projects', LIST, PERSON, PHOTO, '/image-sizes'].flatMap((path): Row[] => [
    [`HEAD ${path}`, 'HEAD', path],
    [`PUT ${path}`, 'PUT', path, {}],
  ]),
  ['DELETE /projects', 'DELETE', '/projects'],
  ['POST /image-sizes', 'POST', '/image-sizes', {}],
  ['PATCH a photo', 'PATCH', PHOTO, {}],
]

test.each(ROWS)('the mirror answers like the service: %s', async (_, method, path, body, headers) => {
  const mirrored = await askMirror(startDesk(), method, path, { body, headers })
  expect(mirrored).toEqual(await askService(method, path, { body, headers }))
})

describe('input that the mirror passes on', () => {
  test('the mirror passes input on without a change of blanks or letter case', async () => {
    const desk = startDesk()
    const given = {
      first_name: ' Zoë ',
      last_name: 'Groß',
      email: 'Zoe@Firma.example',
      mitarbeiternummer: '  17 ',
    }
    const { status } = await (await desk.signIn()).json('POST', `/api/v1${CREATE}`, { body: given })
    expect([status, await listPeople(desk.service, EMPTY_PROJECT.id)]).toEqual([
      201,
      [expect.objectContaining(given)],
    ])
  })

  test('the mirror passes on all reasons of a list of 200 in one answer', async () => {
    const desk = startDesk()
    const body = { employees: many(200, () => ({ first_name: '', email: 'x' })) }
    const answer = await (await desk.signIn()).json('POST', `/api/v1${CREATE}`, { body })
    expect([answer.status, Object.keys(answer.body.errors ?? {}).length]).toEqual([422, 600])
    expect(answer.body.moreErrors).toBeUndefined()
  })

  test('the mirror passes an unknown query to the service, past the cache', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_CACHE_MS: '60000' } })
    const viewer = await desk.signIn('viewer')
    for (const _ of [1, 2]) await viewer.json('GET', `/api/v1${LIST}?per_page=2&sort=name`)
    for (const _ of [1, 2]) await viewer.json('GET', `/api/v1${LIST}?per_page=2`)
    expect(await desk.service.journal()).toHaveLength(3)
  })

  test('the mirror passes an unknown query on in the address of the next page', async () => {
    const viewer = await startDesk().signIn('viewer')
    const { body } = await viewer.json<{ links: { next: string } }>(
      'GET',
      `/api/v1${LIST}?sort=name&per_page=2&page=3`,
    )
    expect(new URL(body.links.next).search).toBe('?sort=name&per_page=2&page=4')
  })

  test('an unknown parameter of a photo changes no photo', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const person = (await listPeople(desk.service, MIXED_PROJECT.id)).find(({ photo }) => photo.approved)
    const path = `/api/v1/employees/${person?.id}/photo?size=0`
    const [plain, other] = await Promise.all([viewer.call('GET', path), viewer.call('GET', `${path}&v=1`)])
    expect([plain.status, other.status]).toEqual([200, 200])
    expect(await other.bytes()).toEqual(await plain.bytes())
  })
})

describe('limits of the mirror', () => {
  const refused = async (body: unknown) => {
    const desk = startDesk()
    const answer = await (await desk.signIn()).json('POST', `/api/v1${CREATE}`, { body })
    expect(await desk.service.journal()).toEqual([])
    return [answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})]
  }

  test('the mirror refuses more than 200 people, which is one call of the limit', async () => {
    expect(await refused({ employees: many(201, () => NEW) })).toEqual([422, 'invalid', ['employees']])
  })

  test.each([
    ['{"__proto__":{"first_name":"x"}}', '__proto__'],
    ['{"first_name":{"constructor":1}}', 'first_name.constructor'],
    ['{"employees":[{"prototype":1}]}', 'employees.0.prototype'],
    ['{"locale":1e400}', 'locale'],
    ['{"mitarbeiternummer":9007199254740993}', 'mitarbeiternummer'],
  ])('the mirror refuses %s', async (body, field) => {
    expect(await refused(body)).toEqual([422, 'invalid', [field]])
  })

  test('the mirror refuses a body that costs too much', async () => {
    expect(await refused(`${'['.repeat(20)}${']'.repeat(20)}`)).toEqual([422, 'invalid', ['body']])
    expect(await refused('"\\ud800"')).toEqual([422, 'invalid', ['body']])
    expect(await refused({ first_name: 'x'.repeat(1024 * 1024) })).toEqual([413, 'body_too_large', []])
  })

  test('the mirror refuses a query of more than 20 parameters, or of long ones', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    for (const query of [many(21, index => `k${index}=1`).join('&'), `k=${'x'.repeat(1001)}`])
      expect((await viewer.json('GET', `/api/v1${LIST}?${query}`)).body.errors).toHaveProperty('query')
    expect(await desk.service.journal()).toEqual([])
  })

  test('the mirror refuses in a few lines, however much was sent', async () => {
    const desk = startDesk()
    const body = `[${many(4_000, () => '{"constructor":1}').join()}]`
    const answer = await (await desk.signIn()).call('POST', `/api/v1${CREATE}`, { body })
    expect([answer.status, (await answer.text()).length < 4_000]).toEqual([422, true])
  })

  test('the mirror refuses a write of a viewer', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    for (const body of [NEW, '{', { employees: [] }])
      expect((await viewer.json('POST', `/api/v1${CREATE}`, { body })).status).toBe(403)
    expect(await desk.service.journal()).toEqual([])
  })

  test('the mirror refuses the mask of the key', async () => {
    expect(await refused({ ...NEW, note: { a: 'Anna [key]' } })).toEqual([422, 'invalid', ['note.a']])
  })
})

describe('mirrored writes', () => {
  const entries = async (desk: Desk) => {
    const admin = await desk.signIn('admin')
    const { body } = await admin.json<{ data: { action: string; outcome: string; details: Details }[] }>(
      'GET',
      '/api/activity',
    )
    return body.data
  }
  type Details = { people?: unknown; changes?: { field: string; old: string | null; new: string | null }[] }

  test('the activity log has what the service made of a mirrored write', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await editor.json('POST', `/api/v1${CREATE}`, {
      body: { ...NEW, colour: 'red', mitarbeiternummer: ' 17 ' },
    })
    await editor.json('PATCH', `/api/v1${PERSON}`, { body: { last_name: 'Neu', colour: 'red' } })
    const [changed, created] = await entries(desk)
    expect(created?.details.people).toEqual([
      { id: expect.any(Number), name: "Zoë O'Größe", mitarbeiternummer: ' 17 ' },
    ])
    expect(changed?.details.changes).toEqual([{ field: 'last_name', old: expect.any(String), new: 'Neu' }])
  })

  test('the activity log has no entry for a refused mirrored write, whatever was sent', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const long = 'x'.repeat(5_000)
    for (const body of [
      { ...NEW, first_name: long },
      { employees: [7, null, [], { first_name: { a: long } }] },
      [],
    ])
      expect((await editor.json('POST', `/api/v1${CREATE}`, { body })).status).toBe(422)
    for (const body of [{ first_name: long }, { email: 7 }, [], 'null'])
      expect((await editor.json('PATCH', `/api/v1${PERSON}`, { body })).status).toBe(422)
    expect(await entries(desk)).toEqual([])
  })

  test.each([
    ['POST', CREATE, { ...NEW, email: 7 }],
    ['PATCH', PERSON, { colour: 'red' }],
  ])(
    'the outcome of a lost mirrored write that cannot be looked up is unknown: %s',
    async (method, path, body) => {
      const desk = startDesk()
      const editor = await desk.signIn()
      await desk.service.fault({ method, answer: { kind: 'drop', phase: 'after' } })
      const answer = await editor.json(method, `/api/v1${path}`, { body })
      expect(answer).toMatchObject({ status: 502, body: { code: 'outcome_unknown' } })
      expect(await entries(desk)).toMatchObject([{ outcome: 'unknown' }])
      expect((await desk.service.journal()).filter(entry => entry.method === method)).toHaveLength(1)
    },
  )

  test('a lost mirrored write with untrimmed values is found again', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await desk.service.fault({ method: 'POST', answer: { kind: 'drop', phase: 'after' } })
    const { status, body } = await editor.json('POST', `/api/v1${CREATE}`, {
      body: { ...NEW, first_name: ' Zoë' },
    })
    expect([status, [body.data]]).toEqual([
      201,
      (await listPeople(desk.service, EMPTY_PROJECT.id)).map(toMirrored),
    ])
  })
})

type Asked = { body?: unknown; headers?: Row[4] | undefined }

async function askMirror(desk: Desk, method: string, path: string, { body, headers }: Asked) {
  const editor = await desk.signIn()
  return toComparable(await editor.call(method, `/api/v1${path}`, { body, ...(headers && { headers }) }))
}

/** A service to which no other test has written. */
async function askService(method: string, path: string, { body, headers }: Asked) {
  const sandbox = createSandbox({ key: CANARY_KEY })
  onTestFinished(() => sandbox.close())
  const sent = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
  const request = new Request(`http://localhost/api/v1${path}`, {
    method,
    headers: [
      ['authorization', `Bearer ${CANARY_KEY}`],
      ...Object.entries(sent).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    ],
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return toComparable(await sandbox.fetch(request))
}

async function toComparable(answer: Response) {
  const { status } = answer
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const { errors, code } = isJson ? JSON.parse(text) : {}
  const specified = ['not_available', 'unknown_size', 'not_approved'].find(known => known === code)
  return { status, code: specified, errors: errors && Object.keys(errors).sort() }
}
