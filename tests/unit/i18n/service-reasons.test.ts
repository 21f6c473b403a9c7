import { describe, expect, test } from 'vitest'
import { parseServiceReason } from '#lib/i18n/service-reasons.ts'
import { employeeInput } from '#sandbox/state/employee-input.ts'
import { findTaken } from '#sandbox/state/find-taken.ts'

const key = (reason: string | undefined, field = 'email') => parseServiceReason(reason ?? '', field)?.key

describe('a reason of the service', () => {
  test.each([
    ['The email has already been taken.', 'email', 'emailTaken'],
    ['The employees.1.email has already been taken.', 'employees.1.email', 'emailTaken'],
    ['The mitarbeiternummer has already been taken.', 'mitarbeiternummer', 'numberTaken'],
    ['The first name has already been taken.', 'first_name', 'taken'],
    ['This email address already exists in the project.', 'employees.12.email', 'emailTaken'],
    ['The last name field is required.', 'last_name', 'required'],
    ['The email field must be a valid email address.', 'email', 'email'],
    ['The email must be a valid email address.', 'email', 'email'],
    ['The first name must be a string.', 'first_name', 'text'],
    ['This holds a mask in the place of a secret.', 'last_name', 'masked'],
    ['The selected locale is invalid.', 'locale', 'locale'],
    ['The selected employees.0.locale is invalid.', 'employees.0.locale', 'locale'],
  ])('the reason %s is known', (reason, field, expected) => expect(key(reason, field)).toBe(expected))

  test.each([
    'The first name must not be greater than 100 characters.',
    'The first name field must not be greater than 100 characters.',
    'The first name may not be greater than 100 characters.',
    'This must not be longer than 100 characters.',
  ])('the reason %s keeps its number', reason => {
    expect(parseServiceReason(reason, 'first_name')).toEqual({ key: 'tooLong', max: 100 })
  })

  test.each([
    '',
    'No.',
    'The email has already been taken by somebody who left.',
    'Note: the email has already been taken.',
    'The domain example.com is blocked.',
    'The first name must not be greater than 99999999999 characters.',
  ])('the reason %j stays in the words of the service', reason =>
    expect(parseServiceReason(reason, 'email')).toBeNull(),
  )
})

describe('reasons of practice mode for fields', () => {
  const GOOD = { first_name: 'Erika', last_name: 'Muster', email: 'erika@example.com' }
  const reasonsFor = (change: object) =>
    employeeInput.safeParse({ ...GOOD, ...change }).error?.issues.map(({ message }) => message) ?? []

  test.each([
    [{ first_name: '' }, 'required'],
    [{ last_name: undefined }, 'required'],
    [{ first_name: 7 }, 'text'],
    [{ first_name: 'x'.repeat(101) }, 'tooLong'],
    [{ email: 'erika' }, 'email'],
    [{ locale: 'fr' }, 'locale'],
  ])('the reason %j is known', (change, expected) => {
    const reasons = reasonsFor(change)
    expect(reasons.map(reason => key(reason))).toEqual([expected])
  })

  test('the reasons for taken addresses and numbers are known', () => {
    const claim = { email: 'erika@example.com', mitarbeiternummer: '7' }
    const errors = findTaken([], [claim, claim], {
      toKey: (index, field) => `employees.${index}.${field}`,
    })
    expect(Object.entries(errors).map(([field, [reason]]) => key(reason, field))).toEqual([
      'emailTaken',
      'numberTaken',
    ])
  })
})
