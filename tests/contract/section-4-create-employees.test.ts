import { describe, expect, test } from 'vitest'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { employeeBatchResponse, employeeResponse } from './support/specification.ts'
import { startSandbox, type TestSandbox } from './support/start-sandbox.ts'
import { listAll, newEmployee, toRefusal } from './support/walk.ts'

const PATH = `/projects/${EMPTY_PROJECT.id}/employees`

function create({ api }: TestSandbox, body: unknown): Promise<Response> {
  return api('POST', PATH, { body })
}

test('section 4, POST employees: a single create is 201 with its input and a default locale', async () => {
  const input = newEmployee({ mitarbeiternummer: '00815', first_name: 'Zoë' })
  const answer = await create(startSandbox(), input)
  expect(answer.status).toBe(201)
  expect(employeeResponse.parse(await answer.json()).data).toMatchObject({ ...input, locale: 'de' })
})

test('section 4, POST employees: a batch is 201 in the order sent, with rising ids', async () => {
  const employees = Array.from({ length: 200 }, (_, index) =>
    newEmployee({ mitarbeiternummer: `N${999 - index}` }),
  )
  const answer = await create(startSandbox(), { employees })
  expect(answer.status).toBe(201)
  const { data } = employeeBatchResponse.parse(await answer.json())
  expect(data.map(({ email }) => email)).toEqual(employees.map(({ email }) => email))
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => a - b))
})

test('section 2, EmployeeInput: a missing number becomes the next free MA--NNN of the project', async () => {
  const sandbox = startSandbox()
  const employees = [newEmployee(), newEmployee({ mitarbeiternummer: 'MA--002' }), newEmployee()]
  const { data } = employeeBatchResponse.parse(await (await create(sandbox, { employees })).json())
  expect(data.map(({ mitarbeiternummer }) => mitarbeiternummer)).toEqual(['MA--001', 'MA--002', 'MA--003'])
  const next = employeeResponse.parse(await (await create(sandbox, newEmployee())).json())
  expect(next.data.mitarbeiternummer).toBe('MA--004')
})

describe('section 2, EmployeeInput: constraints', () => {
  const tooLong = 'x'.repeat(101)
  test.each<[string, Record<string, unknown>, string[]]>([
    ['no first name', { first_name: undefined }, ['first_name']],
    ['a blank last name', { last_name: '  ' }, ['last_name']],
    ['no email', { email: undefined }, ['email']],
    ['no address', { email: 'not an address' }, ['email']],
    ['an email of 256 characters', { email: `${'x'.repeat(240)}@example.example` }, ['email']],
    ['names of 101 characters', { first_name: tooLong, last_name: tooLong }, ['first_name', 'last_name']],
    ['a number of 101 characters', { mitarbeiternummer: tooLong }, ['mitarbeiternummer']],
    ['a number that is no text', { mitarbeiternummer: 42 }, ['mitarbeiternummer']],
    ['an empty number', { mitarbeiternummer: '' }, ['mitarbeiternummer']],
    ['another language', { locale: 'fr' }, ['locale']],
  ])('section 2, EmployeeInput: %s is a 422 that names its field', async (_, fields, refused) => {
    const sandbox = startSandbox()
    expect(await toRefusal(await create(sandbox, newEmployee(fields)))).toEqual({
      status: 422,
      fields: refused,
    })
    expect(await listAll(sandbox, EMPTY_PROJECT.id)).toEqual([])
  })
})

test('section 8: lengths count characters, so a name may have 100 emoji but not 101', async () => {
  const sandbox = startSandbox()
  expect((await create(sandbox, newEmployee({ first_name: '🌻'.repeat(100) }))).status).toBe(201)
  expect((await create(sandbox, newEmployee({ first_name: '🌻'.repeat(101) }))).status).toBe(422)
})

test('section 4, POST employees: one invalid entry stops the batch, and its key is named', async () => {
  const sandbox = startSandbox()
  const employees = [newEmployee(), newEmployee({ email: 'wrong' }), newEmployee({ last_name: '' })]
  expect(await toRefusal(await create(sandbox, { employees }))).toEqual({
    status: 422,
    fields: ['employees.1.email', 'employees.2.last_name'],
  })
  expect(await listAll(sandbox, EMPTY_PROJECT.id)).toEqual([])
})

test('section 4, POST employees: an existing email is refused in any letter case', async () => {
  const sandbox = startSandbox()
  const known = newEmployee({ email: 'Erika.Muster@musterwerk.example', mitarbeiternummer: 'A1' })
  await create(sandbox, known)
  const again = newEmployee({ email: 'erika.muster@MUSTERWERK.example', mitarbeiternummer: 'A1' })
  expect((await toRefusal(await create(sandbox, again))).fields).toEqual(['email', 'mitarbeiternummer'])
  const batch = await create(sandbox, { employees: [newEmployee(), again] })
  expect((await toRefusal(batch)).fields).toEqual(['employees.1.email', 'employees.1.mitarbeiternummer'])
  expect(await listAll(sandbox, EMPTY_PROJECT.id)).toHaveLength(1)
})

test('section 1: two entries of one call may not share an email or a number', async () => {
  const sandbox = startSandbox()
  const twin = newEmployee({ mitarbeiternummer: 'A1' })
  const answer = await create(sandbox, { employees: [twin, twin] })
  expect((await toRefusal(answer)).fields).toEqual(['employees.1.email', 'employees.1.mitarbeiternummer'])
})

test('section 1: another project may have the same email and number; numbers differ by case', async () => {
  const sandbox = startSandbox()
  const body = newEmployee({ mitarbeiternummer: 'q-1' })
  expect((await create(sandbox, body)).status).toBe(201)
  expect((await sandbox.api('POST', `/projects/${MIXED_PROJECT.id}/employees`, { body })).status).toBe(201)
  expect((await create(sandbox, newEmployee({ mitarbeiternummer: 'Q-1' }))).status).toBe(201)
})

test('section 8: a call creates 1 to 200 employees', async () => {
  const sandbox = startSandbox()
  const tooMany = Array.from({ length: 201 }, () => newEmployee())
  for (const employees of [[], tooMany, {}, null]) {
    expect(await toRefusal(await create(sandbox, { employees }))).toEqual({
      status: 422,
      fields: ['employees'],
    })
  }
})

test('section 7: a body that is no JSON object is a 422', async () => {
  const sandbox = startSandbox()
  for (const body of ['{"first_name":', '[]', '"text"', 'null']) {
    expect((await create(sandbox, body)).status).toBe(422)
  }
  const headers = { 'content-type': 'text/csv' }
  expect((await sandbox.api('POST', PATH, { body: newEmployee(), headers })).status).toBe(422)
})

test('section 4, POST employees: parallel calls without numbers get distinct numbers', async () => {
  const sandbox = startSandbox()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(sandbox, newEmployee())))
  const numbers = await Promise.all(answers.map(async answer => (await answer.json()).data.mitarbeiternummer))
  expect(new Set(numbers).size).toBe(20)
})
