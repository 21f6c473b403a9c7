import { describe, expect, test } from 'vitest'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import { createSeed } from '#sandbox/seed/create-seed.ts'
import { MIXED_PROJECT, OTHER_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { askJson, findPerson, toMirrored } from '#tests/support/mirror.ts'

const read = async (desk: Desk, id: number) =>
  (await askJson<{ data: Employee }>(desk.service, `/employees/${id}`)).data
const invited = (desk: Desk) =>
  findPerson(
    desk.service,
    MIXED_PROJECT.id,
    ({ invited_at, uploaded_at }) => invited_at !== null && uploaded_at === null,
  )
const approved = (desk: Desk) => findPerson(desk.service, MIXED_PROJECT.id, ({ photo }) => photo.approved)

const lose = (desk: Desk, method: string, phase: 'before' | 'after') =>
  desk.service.fault({ method, answer: { kind: 'drop', phase } })
/** A change of a person unknown to the desk begins with a read, because the activity log keeps the old values. */
const methodsOf = async (desk: Desk) => (await desk.service.journal()).map(({ method }) => method)

/** Ids that this customer cannot see: another customer's, a missing one, and two that are no ids. */
const OTHERS = createSeed('x').employees.find(({ project_id }) => project_id === OTHER_PROJECT.id)
const UNKNOWN = [OTHERS?.id ?? 0, 999_999, 'x', '01']

describe('GET /api/v1/employees/{employeeId}', () => {
  test('GET of an employee answers as the service does, except for the addresses of the photos', async () => {
    const desk = startDesk()
    const { id } = await approved(desk)
    const answer = await (await desk.signIn('viewer')).json('GET', `/api/v1/employees/${id}`)
    expect(answer).toEqual({ status: 200, body: { data: toMirrored(await read(desk, id)) } })
  })

  test.each(UNKNOWN)('GET of an employee: %s is unknown', async id => {
    const answer = await (await startDesk().signIn()).json('GET', `/api/v1/employees/${id}`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('PATCH /api/v1/employees/{employeeId}', () => {
  test('PATCH of an employee changes what was sent and nothing else', async () => {
    const desk = startDesk()
    const before = await approved(desk)
    const change = { last_name: 'Müller-Lüdenscheidt', locale: null }
    const answer = await (await desk.signIn()).json('PATCH', `/api/v1/employees/${before.id}`, {
      body: change,
    })
    expect(answer).toEqual({
      status: 200,
      body: { data: toMirrored({ ...before, ...change }), meta: { invitation_resent: false } },
    })
    expect(await read(desk, before.id)).toEqual({ ...before, ...change })
  })

  test('PATCH of an employee reports that a new invitation went out, and it did', async () => {
    const desk = startDesk()
    const { id } = await invited(desk)
    const email = 'new.address@example.com'
    const { body } = await (await desk.signIn()).json<UpdatedEmployee>('PATCH', `/api/v1/employees/${id}`, {
      body: { email },
    })
    expect(body.meta).toEqual({ invitation_resent: true })
    expect(await desk.service.portal('GET', '/outbox')).toEqual([
      expect.objectContaining({ employee_id: id, to: email, kind: 'invitation' }),
    ])
  })

  test("PATCH of an employee passes the service's reasons on at their fields", async () => {
    const desk = startDesk()
    const [one, other] = [await invited(desk), await approved(desk)]
    const body = { email: other.email, mitarbeiternummer: other.mitarbeiternummer }
    const answer = await (await desk.signIn()).json('PATCH', `/api/v1/employees/${one.id}`, { body })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        errors: {
          email: ['This email address already exists in the project.'],
          mitarbeiternummer: ['This number already exists in the project.'],
        },
      },
    })
    expect(await read(desk, one.id)).toEqual(one)
  })

  test.each([{ email: 'x' }, { first_name: '' }, { locale: 'fr' }])(
    'PATCH of an employee with %j is refused by the service, and nothing is changed',
    async body => {
      const desk = startDesk()
      const before = await approved(desk)
      const answer = await (await desk.signIn()).json('PATCH', `/api/v1/employees/${before.id}`, { body })
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, Object.keys(body)])
      expect(await read(desk, before.id)).toEqual(before)
    },
  )

  test.each([{ status: 'edited' }, { firstname: 'x' }])(
    'PATCH of an employee with %j changes nothing, as at the service',
    async body => {
      const desk = startDesk()
      const before = await approved(desk)
      const answer = await (await desk.signIn()).json('PATCH', `/api/v1/employees/${before.id}`, { body })
      expect(answer).toMatchObject({ status: 200, body: { data: toMirrored(before) } })
    },
  )

  test.each(UNKNOWN)('PATCH of an employee: %s is unknown', async id => {
    const answer = await (await startDesk().signIn()).json('PATCH', `/api/v1/employees/${id}`, {
      body: { locale: 'de' },
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('a PATCH whose answer got lost is checked with a GET, and reported as done when it was', async () => {
    const desk = startDesk()
    const { id } = await invited(desk)
    await lose(desk, 'PATCH', 'after')
    const body = { email: 'new.address@example.com' }
    const answer = await (await desk.signIn()).json('PATCH', `/api/v1/employees/${id}`, { body })
    const data = toMirrored(await read(desk, id))
    expect(answer).toEqual({ status: 200, body: { data, meta: { invitation_resent: true } } })
    expect(data.email).toBe(body.email)
    expect(await methodsOf(desk)).toEqual(['GET', 'PATCH', 'GET'])
  })

  test('a PATCH that was not done is reported as failed, and is not sent again', async () => {
    const desk = startDesk()
    const before = await approved(desk)
    await lose(desk, 'PATCH', 'before')
    const body = { last_name: 'Müller-Lüdenscheidt' }
    const answer = await (await desk.signIn()).json('PATCH', `/api/v1/employees/${before.id}`, { body })
    expect(answer).toMatchObject({ status: 502, body: { code: 'service_unreachable' } })
    expect(await methodsOf(desk)).toEqual(['GET', 'PATCH', 'GET'])
    expect(await read(desk, before.id)).toEqual(before)
  })
})

describe('DELETE /api/v1/employees/{employeeId}', () => {
  test('DELETE of an employee removes them at the service, with an empty answer', async () => {
    const desk = startDesk()
    const { id } = await approved(desk)
    const editor = await desk.signIn()
    expect(await editor.json('DELETE', `/api/v1/employees/${id}`)).toEqual({ status: 204, body: undefined })
    expect((await desk.service.ask(`/employees/${id}`)).status).toBe(404)
    expect(await editor.json('DELETE', `/api/v1/employees/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})

describe('a DELETE whose answer got lost', () => {
  test('a DELETE whose answer got lost is checked with a GET, and reported as done when it was', async () => {
    const desk = startDesk()
    const { id } = await approved(desk)
    await lose(desk, 'DELETE', 'after')
    expect((await (await desk.signIn()).json('DELETE', `/api/v1/employees/${id}`)).status).toBe(204)
    expect((await desk.service.ask(`/employees/${id}`)).status).toBe(404)
    // GET before and after the DELETE. Two more confirm that the service itself answers: its projects, and the person
    // again.
    expect(await methodsOf(desk)).toEqual(['GET', 'DELETE', 'GET', 'GET', 'GET'])
  })

  test('a DELETE that was not done is reported as failed, and is not sent again', async () => {
    const desk = startDesk()
    const before = await approved(desk)
    await lose(desk, 'DELETE', 'before')
    const answer = await (await desk.signIn()).json('DELETE', `/api/v1/employees/${before.id}`)
    expect(answer).toMatchObject({ status: 502, body: { code: 'service_unreachable' } })
    expect(await methodsOf(desk)).toEqual(['GET', 'DELETE', 'GET'])
    expect(await read(desk, before.id)).toEqual(before)
  })
})

test.each([
  ['PATCH', { last_name: 'Müller-Lüdenscheidt' }],
  ['DELETE', undefined],
])('a lost %s is outcome_unknown when the look-up fails too, and is not sent again', async (method, body) => {
  const desk = startDesk()
  const [{ id }, editor] = [await approved(desk), await desk.signIn()]
  await editor.json('GET', `/api/v1/employees/${id}`)
  await lose(desk, method, 'after')
  await desk.service.fault({ method: 'GET', times: 3, answer: { kind: 'drop' } })
  const answer = await editor.json(method, `/api/v1/employees/${id}`, { body })
  expect(answer).toMatchObject({ status: 502, body: { code: 'outcome_unknown' } })
  expect((await methodsOf(desk)).filter(sent => sent === method)).toHaveLength(1)
})

describe('a viewer', () => {
  test.each([
    ['PATCH', { locale: 'de' }],
    ['DELETE', undefined],
  ])('a viewer may not %s, and the service is not asked', async (method, body) => {
    const desk = startDesk()
    const { id } = await approved(desk)
    const answer = await (await desk.signIn('viewer')).json(method, `/api/v1/employees/${id}`, { body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await desk.service.journal()).toEqual([])
  })

  test('a viewer may not create', async () => {
    const desk = startDesk()
    const body = { first_name: 'x', last_name: 'y', email: 'x@example.com' }
    const answer = await (await desk.signIn('viewer')).json(
      'POST',
      `/api/v1/projects/${MIXED_PROJECT.id}/employees`,
      { body },
    )
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await desk.service.journal()).toEqual([])
  })
})
