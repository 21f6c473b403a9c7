import { describe, expect, test } from 'vitest'
import { toServiceError } from '#lib/portrait-api/service-errors.ts'

const NO_HEADERS = new Headers()
const codeOf = (status: number, body?: unknown) => toServiceError(status, NO_HEADERS, body).code

test.each([
  [401, undefined, 'key_rejected'],
  [403, { message: 'x' }, 'no_api_access'],
  [404, undefined, 'not_found'],
  [404, { code: 'not_available' }, 'not_available'],
  [404, { code: 'unknown_size', message: 'x' }, 'unknown_size'],
  [404, { code: 'something_new' }, 'not_found'],
  [404, '<html>', 'not_found'],
  [409, { code: 'not_approved' }, 'not_approved'],
  [409, undefined, 'conflict'],
  [409, { code: 'signed_out' }, 'conflict'],
  [400, {}, 'bad_service_answer'],
  [418, {}, 'bad_service_answer'],
  [304, undefined, 'bad_service_answer'],
  [500, {}, 'service_unreachable'],
  [503, '<html>', 'service_unreachable'],
])('%i %j is %s', (status, body, code) => expect(codeOf(status, body)).toBe(code))

describe('422', () => {
  test('passes its message and its reasons by field through', () => {
    const body = { message: 'Invalid.', errors: { 'employees.1.email': ['Taken.', 'Really.'] } }
    expect(toServiceError(422, NO_HEADERS, body)).toMatchObject({ code: 'invalid', status: 422, ...body })
  })

  test.each([undefined, {}, { message: 'x' }, { message: 'x', errors: { email: 'Taken.' } }, []])(
    'without the body of the specification (%j) is not believed',
    body => expect(codeOf(422, body)).toBe('bad_service_answer'),
  )
})

test('429 carries the time that the service names', () => {
  const error = toServiceError(429, new Headers({ 'retry-after': '17' }), {})
  expect(error).toMatchObject({ code: 'busy', status: 429, retryAfterSeconds: 17 })
})

test('no text of the service but a 422 reaches a person', () => {
  for (const status of [401, 403, 404, 409, 400, 500, 429])
    expect(toServiceError(status, NO_HEADERS, { message: 'pk_canary' }).message).not.toContain('pk_canary')
})
