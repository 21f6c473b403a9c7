import { describe, expect, test } from 'vitest'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT, LARGE_PROJECT, MIXED_PROJECT, OTHER_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'
import { askJson, listPeople, toMirrored } from '#tests/support/mirror.ts'

const EMPLOYEES = `/projects/${MIXED_PROJECT.id}/employees`
const NEW = { first_name: 'Zoë', last_name: "O'Größe", email: 'zoe@example.com' }

describe('GET /api/v1/projects/{projectId}/employees', () => {
  test.each([
    '',
    '?status=retake',
    '?photo_ready=1&per_page=7&page=2',
    '?per_page=200',
    '?page=99',
    '?mitarbeiternummer=007%2F13',
    '?mitarbeiternummer=Gro%CC%88%C3%9Fe-5',
    '?mitarbeiternummer=nobody',
  ])('the list answers %j as the service does, except for addresses', async query => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const expected = await askJson<EmployeePage>(desk.service, EMPLOYEES + query)
    const { status, body } = await viewer.json<EmployeePage>('GET', `/api/v1${EMPLOYEES}${query}`)
    expect(status).toBe(200)
    expect(body.data).toEqual(expected.data.map(toMirrored))
    expect(body.meta).toEqual(expected.meta)
    expect(body.links.next === null).toBe(expected.links.next === null)
  })

  test('the links of the list lead through all pages, and nobody is missing', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const ids: number[] = []
    let next: string | null = `${DESK_ORIGIN}/api/v1${EMPLOYEES}?photo_ready=1&per_page=30`
    while (next !== null) {
      expect(new URL(next).origin).toBe(DESK_ORIGIN)
      const { body }: { body: EmployeePage } = await viewer.json('GET', next.slice(DESK_ORIGIN.length))
      ids.push(...body.data.map(({ id }) => id))
      next = body.links.next
    }
    const people = await askJson<EmployeePage>(desk.service, `${EMPLOYEES}?photo_ready=1&per_page=200`)
    expect(ids).toEqual(people.data.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(60)
  })

  test.each([
    ['?per_page=201', 'per_page'],
    ['?per_page=0', 'per_page'],
    ['?page=0', 'page'],
    ['?page=1e2', 'page'],
    ['?status=approved', 'status'],
    ['?photo_ready=true', 'photo_ready'],
  ])('the list refuses %s as the service does: 422 at %s', async (query, field) => {
    const desk = startDesk()
    const { status, body } = await (await desk.signIn()).json('GET', `/api/v1${EMPLOYEES}${query}`)
    const service = await desk.service.ask(EMPLOYEES + query)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    expect([service.status, Object.keys(((await service.json()) as { errors: object }).errors)]).toEqual([
      422,
      [field],
    ])
    expect(body.code).toBe('invalid')
  })

  test.each([OTHER_PROJECT.id, 999_999, 'x', '0', '-1', '1.5', '..%2F..%2Fportal'])(
    'project %s is unknown',
    async id => {
      const desk = startDesk()
      const answer = await (await desk.signIn()).json('GET', `/api/v1/projects/${id}/employees`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      const forwarded = (await desk.service.journal()).map(({ path }) => path)
      expect(forwarded).toEqual(typeof id === 'number' ? [`/projects/${id}/employees`, '/projects'] : [])
    },
  )
})

describe('POST /api/v1/projects/{projectId}/employees', () => {
  const create = `/api/v1/projects/${EMPTY_PROJECT.id}/employees`

  test('a create of one employee answers with the record of the service', async () => {
    const desk = startDesk()
    const { status, body } = await (await desk.signIn()).json('POST', create, {
      body: { ...NEW, locale: null },
    })
    expect(status).toBe(201)
    expect([body.data]).toEqual((await listPeople(desk.service, EMPTY_PROJECT.id)).map(toMirrored))
    expect(body.data).toMatchObject({ ...NEW, locale: null, status: 'pending', mitarbeiternummer: 'MA--001' })
  })

  test('a create of a batch answers in the order sent', async () => {
    const desk = startDesk()
    const employees = Array.from({ length: 200 }, (_, index) => ({
      ...NEW,
      email: `person${index}@example.com`,
    }))
    const { status, body } = await (await desk.signIn()).json<EmployeePage>('POST', create, {
      body: { employees },
    })
    expect(status).toBe(201)
    expect(body.data.map(({ email }) => email)).toEqual(employees.map(({ email }) => email))
    expect(await desk.service.journal()).toHaveLength(1)
  })

  test('a refused create passes the reasons on with entry and field, and creates nobody', async () => {
    const desk = startDesk()
    const taken = (await listPeople(desk.service, LARGE_PROJECT.id))[0]
    const employees = [
      { ...NEW, mitarbeiternummer: '1' },
      { ...NEW, email: taken?.email, mitarbeiternummer: '1' },
    ]
    const answer = await (await desk.signIn()).json(
      'POST',
      `/api/v1/projects/${LARGE_PROJECT.id}/employees`,
      { body: { employees } },
    )
    expect(answer).toEqual({
      status: 422,
      body: {
        message: expect.any(String),
        said: expect.any(String),
        code: 'invalid',
        requestId: expect.any(String),
        errors: {
          'employees.1.email': ['This email address already exists in the project.'],
          'employees.1.mitarbeiternummer': ['This number already exists in the project.'],
        },
      },
    })
    expect(await desk.service.portal('GET', '/outbox')).toEqual([])
  })

  test.each([
    [{ ...NEW, email: 'zoe' }, ['email']],
    [{ ...NEW, first_name: '' }, ['first_name']],
    [{ first_name: 'x' }, ['email', 'last_name']],
    [{ employees: [NEW, { ...NEW, email: 'zoe' }] }, ['employees.1.email']],
    [{ employees: [] }, ['employees']],
    [{ employees: Array.from({ length: 201 }, () => NEW) }, ['employees']],
  ])('invalid input of a create is refused at the field, and nobody is created', async (body, fields) => {
    const desk = startDesk()
    const answer = await (await desk.signIn()).json('POST', create, { body })
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid'])
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(fields)
    expect(await listPeople(desk.service, EMPTY_PROJECT.id)).toEqual([])
  })

  test('a brief conflict while numbers are assigned is retried, and one employee is made', async () => {
    const desk = startDesk()
    await desk.service.fault({
      method: 'POST',
      answer: { kind: 'status', status: 409, body: { message: 'Again.' } },
    })
    const answer = await (await desk.signIn()).json('POST', create, { body: NEW })
    expect(answer).toMatchObject({ status: 201, body: { data: NEW } })
    expect(await methodsOf(desk)).toEqual(['POST', 'POST'])
    expect(await listPeople(desk.service, EMPTY_PROJECT.id)).toHaveLength(1)
  })
})

describe('a create that meets a 409', () => {
  const create = `/api/v1/projects/${EMPTY_PROJECT.id}/employees`
  const refuse = async (body: unknown) => {
    const desk = startDesk()
    await desk.service.fault({ method: 'POST', times: 9, answer: { kind: 'status', status: 409, body } })
    const answer = await (await desk.signIn()).json('POST', create, { body: NEW })
    return { answer, calls: await methodsOf(desk) }
  }

  test('a 409 with reasons is refused at once, with the status and the reasons of the service', async () => {
    const errors = { email: ['The email has already been taken.'] }
    const { answer, calls } = await refuse({ message: 'Conflict', errors })
    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid', message: 'Conflict', errors } })
    expect(calls).toEqual(['POST'])
  })

  test('a 409 with a code for a taken e-mail is refused at once', async () => {
    const { answer, calls } = await refuse({ error: { code: 'email_taken', message: 'Taken.' } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid', errors: { email: ['Taken.'] } } })
    expect(calls).toEqual(['POST'])
  })

  test('a 409 with a sentence alone is retried, and the sentence is shown when nothing helps', async () => {
    const { answer, calls } = await refuse({ message: 'Numbering is closed.' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', said: 'Numbering is closed.' } })
    expect(calls).toEqual(Array.from({ length: 5 }, () => 'POST'))
  })
})

describe('a create whose answer got lost', () => {
  const create = `/api/v1/projects/${EMPTY_PROJECT.id}/employees`
  const lose = (desk: Desk, phase: 'before' | 'after') =>
    desk.service.fault({ method: 'POST', answer: { kind: 'drop', phase } })

  test('a create whose answer got lost is looked up by e-mail, without a second create', async () => {
    const desk = startDesk()
    await lose(desk, 'after')
    const { status, body } = await (await desk.signIn()).json('POST', create, { body: NEW })
    expect(status).toBe(201)
    expect([body.data]).toEqual((await listPeople(desk.service, EMPTY_PROJECT.id)).map(toMirrored))
    expect(await methodsOf(desk)).toEqual(['POST', 'GET'])
  })

  test('a batch whose answer got lost is reported in the order sent', async () => {
    const desk = startDesk()
    await lose(desk, 'after')
    const employees = ['c', 'a', 'b'].map(name => ({ ...NEW, email: `${name}@example.com` }))
    const { body } = await (await desk.signIn()).json<EmployeePage>('POST', create, { body: { employees } })
    expect(body.data.map(({ email }) => email)).toEqual(employees.map(({ email }) => email))
    expect(await methodsOf(desk)).toEqual(['POST', 'GET'])
  })

  test('a create whose answer got lost is retried when the look-up shows that it was not done', async () => {
    const desk = startDesk()
    await lose(desk, 'before')
    expect((await (await desk.signIn()).json('POST', create, { body: NEW })).status).toBe(201)
    expect(await methodsOf(desk)).toEqual(['POST', 'GET', 'POST'])
    expect(await listPeople(desk.service, EMPTY_PROJECT.id)).toHaveLength(1)
  })

  test('a create of nobody is reported as the failure that it is', async () => {
    const desk = startDesk()
    const [editor, admin] = [await desk.signIn(), await desk.signIn('admin')]
    await desk.service.fault({ method: 'POST', times: 9, answer: { kind: 'status', status: 500 } })
    const answer = await editor.json('POST', create, { body: { employees: [] } })
    expect(answer).toMatchObject({ status: 502, body: { code: 'service_unreachable' } })
    const { body } = await admin.json<{ data: { action: string; outcome: string }[] }>('GET', '/api/activity')
    const entries = body.data.filter(({ action }) => action === 'employees_created')
    expect(entries.map(({ outcome }) => outcome)).not.toContain('done')
  })

  test('a lost create is outcome_unknown when the look-up fails too, and nothing is sent again', async () => {
    const desk = startDesk()
    await lose(desk, 'after')
    await desk.service.fault({ method: 'GET', times: 3, answer: { kind: 'drop' } })
    const answer = await (await desk.signIn()).json('POST', create, { body: NEW })
    expect(answer).toMatchObject({ status: 502, body: { code: 'outcome_unknown' } })
    expect((await methodsOf(desk)).filter(method => method === 'POST')).toHaveLength(1)
    expect(await listPeople(desk.service, EMPTY_PROJECT.id)).toHaveLength(1)
  })
})

async function methodsOf(desk: Desk): Promise<string[]> {
  return (await desk.service.journal()).map(({ method }) => method)
}
