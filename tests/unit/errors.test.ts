import { describe, expect, test, vi } from 'vitest'
import { parseErrorBody } from '#lib/desk-api/parse-error-body.ts'
import { ERROR_STATUS, isErrorCode, toStatus } from '#lib/error-codes.ts'
import { DeskError, type ErrorCode, isLastWord, toDeskError, toErrorBody } from '#lib/errors.ts'
import messages from '#lib/i18n/en.json' with { type: 'json' }

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[]

test('every code has a sentence for people, and no sentence is without a code', () => {
  expect(Object.keys(messages.errors).sort()).toEqual(CODES.toSorted())
})

describe.each(CODES)('%s', code => {
  test('an error carries its own status, or the one of the service', () => {
    expect(toStatus(new DeskError(code))).toBe(ERROR_STATUS[code])
    expect(toStatus(new DeskError(code, { status: 409 }))).toBe(409)
  })

  test('an error survives the way to the browser', () => {
    const body: unknown = JSON.parse(JSON.stringify(toErrorBody(new DeskError(code), messages.errors[code])))
    expect(parseErrorBody(body)).toMatchObject({ code, sentence: undefined })
  })
})

test.each([
  ['invalid_json', 400],
  ['foreign_origin', 403],
  ['not_approved', 409],
  ['conflict', 409],
  ['body_too_large', 413],
  ['invalid', 422],
  ['internal', 500],
  ['not_recorded', 500],
  ['activity_unwritable', 503],
  ['budget_unreachable', 503],
  ['database_unavailable', 503],
] as const)('the error %s has the status %i', (code, status) =>
  expect(toStatus(new DeskError(code))).toBe(status),
)

describe('the body of an error', () => {
  test('an error body has message and code, and the reasons by field if there are some', () => {
    const errors = { 'employees.1.email': ['Taken.'] }
    expect(
      toErrorBody(new DeskError('busy', { retryAfterSeconds: 3, cause: 'secret' }), messages.errors.busy),
    ).toEqual({
      message: messages.errors.busy,
      code: 'busy',
    })
    const invalid = toErrorBody(
      new DeskError('invalid', { sentence: 'No.', errors }),
      messages.errors.invalid,
    )
    expect(invalid).toEqual({ message: 'No.', said: 'No.', code: 'invalid', errors })
    expect(parseErrorBody(invalid)).toMatchObject({ code: 'invalid', sentence: 'No.', errors })
    const values = { max: 3, oldest: 'a.csv' }
    const full = toErrorBody(new DeskError('too_many_drafts', { values }), '3 lists')
    expect(parseErrorBody(full)).toMatchObject({ code: 'too_many_drafts', values })
  })

  test.each([
    undefined,
    null,
    '<html>',
    {},
    { message: 'x' },
    { code: 'busy' },
    { message: 'x', code: 'toString' },
    { message: 'x', code: 'new' },
  ])('a foreign error body (%j) means that the desk was not reached', body =>
    expect(parseErrorBody(body).code).toBe('desk_unreachable'),
  )
})

test('an unexpected error becomes internal, and its text stays inside', () => {
  const error = toDeskError(new TypeError('pk_canary'))
  expect(error.code).toBe('internal')
  expect(JSON.stringify(toErrorBody(error, messages.errors.internal))).not.toContain('pk_canary')
  expect(toDeskError('text').code).toBe('internal')
})

test('a DeskError of another module instance is recognised, and nothing else is', async () => {
  vi.resetModules()
  const other = await import('#lib/errors.ts')
  expect(other.DeskError).not.toBe(DeskError)
  const error = new other.DeskError('busy', { retryAfterSeconds: 3 })
  expect(toDeskError(error)).toBe(error)
  expect(error).toBeInstanceOf(DeskError)
  class Narrower extends DeskError {}
  expect(error).not.toBeInstanceOf(Narrower)
  expect(new Narrower('busy')).toBeInstanceOf(Narrower)
  expect(new Error('busy')).not.toBeInstanceOf(DeskError)
})

test('a DeskError stays the same', () => {
  const error = new DeskError('busy')
  expect(toDeskError(error)).toBe(error)
})

test.each(['__proto__', 'constructor', '', 'BUSY'])('%j is no code', code =>
  expect(isErrorCode(code)).toBe(false),
)

describe('errors after which a follower retries', () => {
  test.each([
    'busy',
    'service_unreachable',
    'gateway_answered',
    'no_api_access',
    'desk_unreachable',
    'unavailable',
    'database_unavailable',
    'internal',
    'bad_service_answer',
  ] as const)('a follower retries after %s', code => expect(isLastWord(new DeskError(code))).toBe(false))

  test.each(['signed_out', 'other_account', 'forbidden', 'not_found', 'not_connected'] as const)(
    'a follower does not retry after %s',
    code => expect(isLastWord(new DeskError(code))).toBe(true),
  )

  test('a follower retries after a failure that is not an answer of the desk', () => {
    expect(isLastWord(new TypeError('Failed to fetch'))).toBe(false)
    expect(isLastWord(null)).toBe(false)
  })
})
