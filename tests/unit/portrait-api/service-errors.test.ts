import { describe, expect, test } from 'vitest'
import { type BodyForm, toServiceError } from '#lib/portrait-api/service-errors.ts'

const READ = 'GET employees/{id}'
const CREATE = 'POST projects/{id}/employees'
const CHANGE = 'PATCH employees/{id}'
const PHOTO = 'GET employees/{id}/photo'

const errorOf = (status: number, body: unknown, { call = READ, form = 'data' as BodyForm } = {}) =>
  toServiceError({ call, status, form, body })

test.each([
  [401, undefined, 'key_rejected'],
  [403, { message: 'x' }, 'no_api_access'],
  [404, undefined, 'not_found'],
  [404, { code: 'not_available' }, 'not_available'],
  [404, { error: 'not_available' }, 'not_available'],
  [404, { error: { code: 'unknown_size' } }, 'unknown_size'],
  [404, { code: 'unknown_size', message: 'x' }, 'unknown_size'],
  [404, { code: 'something_new' }, 'not_found'],
  [409, { code: 'not_approved' }, 'not_approved'],
  [400, {}, 'bad_service_answer'],
  [418, { message: 'x' }, 'bad_service_answer'],
  [304, undefined, 'bad_service_answer'],
  [302, undefined, 'service_moved'],
  [308, undefined, 'service_moved'],
  [500, {}, 'service_unreachable'],
  [503, {}, 'service_unreachable'],
])('an answer of %i %j is %s', (status, body, code) => expect(errorOf(status, body).code).toBe(code))

test('a 404 of the project list means a wrong address', () => {
  expect(errorOf(404, {}, { call: 'GET projects' }).code).toBe('service_moved')
  expect(errorOf(404, {}, { call: 'GET image-sizes' }).code).toBe('not_found')
})

describe('an answer of something between desk and service', () => {
  test.each<[number, BodyForm, string]>([
    [401, 'html', 'bad_service_answer'],
    [401, 'text', 'key_rejected'],
    [401, 'nothing', 'key_rejected'],
    [403, 'html', 'bad_service_answer'],
    [403, 'text', 'no_api_access'],
    [404, 'html', 'bad_service_answer'],
    [407, 'nothing', 'bad_service_answer'],
    [511, 'data', 'gateway_answered'],
    [500, 'html', 'service_unreachable'],
    [502, 'html', 'gateway_answered'],
    [503, 'html', 'gateway_answered'],
    [504, 'text', 'gateway_answered'],
    [522, 'html', 'gateway_answered'],
    [502, 'data', 'service_unreachable'],
    [503, 'nothing', 'service_unreachable'],
    [422, 'html', 'invalid'],
  ])('a foreign answer of %i with %s is %s', (status, form, code) =>
    expect(errorOf(status, undefined, { form }).code).toBe(code),
  )
})

describe('422', () => {
  test('a 422 passes on its message and its reasons by field', () => {
    const body = { message: 'Invalid.', errors: { 'employees.1.email': ['Taken.', 'Really.'] } }
    expect(errorOf(422, body)).toMatchObject({
      code: 'invalid',
      status: 422,
      sentence: 'Invalid.',
      errors: body.errors,
    })
  })

  const EMAIL = { email: ['Taken.'] }
  test.each([
    ['no errors', { message: 'No.' }, 'No.', undefined],
    ['an empty list', { message: 'No.', errors: [] }, 'No.', undefined],
    ['a text for a list', { message: 'No.', errors: { email: 'Taken.' } }, 'No.', EMAIL],
    [
      'objects for texts',
      { message: 'No.', errors: { email: [{ message: 'Taken.', id: 3 }] } },
      'No.',
      EMAIL,
    ],
    ['one object', { message: 'No.', errors: { email: { reason: 'Taken.' } } }, 'No.', EMAIL],
    ['entries with fields', { errors: [{ field: 'email', message: 'Taken.' }] }, 'Taken.', EMAIL],
    ['RFC 9457', { title: 'No.', errors: [{ pointer: '#/email', detail: 'Taken.' }] }, 'No.', EMAIL],
    [
      'a list of texts',
      { message: 'No.', errors: ['Taken.', 'Taken too.'] },
      'No. Taken. Taken too.',
      undefined,
    ],
    ['a text', { errors: 'Taken.' }, 'Taken.', undefined],
    ['reasons without a message', { errors: EMAIL }, 'Taken.', EMAIL],
    ['nested fields', { errors: { employees: { 1: EMAIL } } }, 'Taken.', { 'employees.1.email': ['Taken.'] }],
    ['nested lists', { errors: { employees: [null, EMAIL] } }, 'Taken.', { 'employees.1.email': ['Taken.'] }],
    [
      'brackets',
      { errors: { 'employees[1][email]': ['Taken.'] } },
      'Taken.',
      { 'employees.1.email': ['Taken.'] },
    ],
    [
      'pointers',
      { errors: { '/employees/1/email': ['Taken.'] } },
      'Taken.',
      { 'employees.1.email': ['Taken.'] },
    ],
    ['error', { error: 'No.' }, 'No.', undefined],
    ['error with a message', { error: { message: 'No.', code: 7 } }, 'No.', undefined],
    ['error with errors', { error: { errors: EMAIL } }, 'Taken.', EMAIL],
    ['detail', { title: 'Bad', detail: 'No.' }, 'No.', undefined],
    ['a sentence', 'No.', 'No.', undefined],
    ['an odd message', { message: ['No.'], errors: { email: [null, 'Taken.', {}] } }, 'Taken.', EMAIL],
    [
      'a name of an object',
      { errors: JSON.parse('{"__proto__":["Taken."]}') },
      'Taken.',
      JSON.parse('{"__proto__":["Taken."]}'),
    ],
    ['nothing', {}, undefined, undefined],
    ['no body', undefined, undefined, undefined],
  ])('a 422 keeps its text: %s', (_, body, sentence, errors) => {
    const error = errorOf(422, body)
    expect([error.code, error.sentence]).toEqual(['invalid', sentence])
    expect(error.errors).toEqual(errors)
  })

  test('a 422 is limited in texts, reasons, fields and depth', () => {
    const long = 'x'.repeat(20_000)
    const names = Array.from({ length: 3000 }, (_, index) => `${index}${'x'.repeat(200)}`)
    const error = errorOf(422, {
      message: long,
      errors: Object.fromEntries(names.map(name => [name, [long]])),
    })
    expect(error.sentence).toHaveLength(500)
    expect(Object.keys(error.errors ?? {})).toHaveLength(1000)
    expect(JSON.stringify(error.errors).length).toBeLessThan(700_000)
    const many = errorOf(422, { errors: { email: Array.from({ length: 5000 }, () => long) } })
    expect(many.errors?.email?.every(reason => reason.length <= 500)).toBe(true)
    expect(many.errors?.email).toHaveLength(5)
    for (const levels of [20, 5000]) {
      const deep = JSON.parse(`${'{"a":'.repeat(levels)}["Taken."]${'}'.repeat(levels)}`)
      expect(errorOf(422, { message: 'No.', errors: deep }).errors).toBeUndefined()
    }
  })
})

describe('409 on a create', () => {
  const conflict = (body: unknown) => errorOf(409, body, { call: CREATE })

  test.each([
    undefined,
    {},
    { message: 'Conflict' },
    { title: 'Conflict', detail: 'Try again.' },
    { code: 'number_conflict', message: 'x' },
    { message: 'x', errors: {} },
  ])('a 409 without reasons is the brief conflict: %j', body =>
    expect(conflict(body)).toMatchObject({ code: 'conflict', answered: true }),
  )

  test('a 409 keeps its sentence for when a repetition has not helped', () =>
    expect(conflict({ message: 'Still busy.' }).sentence).toBe('Still busy.'))

  test.each([
    [{ message: 'No.', errors: { email: ['Taken.'] } }, 'No.', { email: ['Taken.'] }],
    [{ errors: { 'employees.0.email': 'Taken.' } }, 'Taken.', { 'employees.0.email': ['Taken.'] }],
    [{ errors: ['Taken.'] }, 'Taken.', undefined],
    [{ code: 'email_taken', message: 'Taken.' }, 'Taken.', { email: ['Taken.'] }],
    [{ error: { code: 'EMAIL_CONFLICT' } }, undefined, { email: ['EMAIL_CONFLICT'] }],
    [{ code: 'number_taken', message: 'Taken.' }, 'Taken.', { mitarbeiternummer: ['Taken.'] }],
    [{ code: 'duplicate_entry', message: 'Taken.' }, 'Taken.', undefined],
  ])('a 409 with reasons is a refusal with the status of the service: %j', (body, sentence, errors) => {
    const error = conflict(body)
    expect([error.code, error.status, error.errors]).toEqual(['invalid', 409, errors])
    expect(error.sentence).toBe(sentence ?? Object.values(errors ?? {})[0]?.[0])
  })
})

test('a 409 on another call is a refused change, or a photo that is not approved yet', () => {
  expect(errorOf(409, { message: 'Taken.' }, { call: CHANGE })).toMatchObject({
    code: 'invalid',
    status: 409,
    sentence: 'Taken.',
  })
  expect(errorOf(409, undefined, { call: PHOTO }).code).toBe('not_approved')
})

test('a 400 with a reason is a refusal', () =>
  expect(errorOf(400, { detail: 'No.' })).toMatchObject({ code: 'invalid', status: 400, sentence: 'No.' }))

test('no text of the service but that of a refusal reaches a person', () => {
  for (const status of [401, 403, 404, 418, 500, 502])
    expect(errorOf(status, { message: 'pk_canary', errors: { a: ['pk_canary'] } })).toMatchObject({
      sentence: undefined,
      errors: undefined,
    })
})
