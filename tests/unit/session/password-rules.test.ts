import { describe, expect, test } from 'vitest'
import { newPasswordSchema } from '#lib/contracts/accounts.ts'
import { findPasswordProblem } from '#lib/session/password/password-rules.ts'

const NAMES = ['anna.muster@example.com', 'Portrait Desk']
const problemOf = (password: string) => findPasswordProblem(password, NAMES)
const reasonOf = (password: string) => newPasswordSchema.safeParse(password).error?.issues[0]?.message

describe('common passwords', () => {
  test.each([
    ['pattern', 'aaaaaaaaaaaaaaa'],
    ['pattern', '123456789012345'],
    ['pattern', 'abcdefghijklmnopqrstuvwxyz'],
    ['pattern', 'zyxwvutsrqponmlk'],
    ['pattern', 'passwordpassword'],
    ['pattern', 'abc123abc123abc123!'],
    ['pattern', 'qwertyuiopasdfgh'],
    ['pattern', 'Qwertzuiopasdfg1!'],
    ['common', '1qaz2wsx3edc4rfv'],
    ['common', 'qwerty123456789'],
    ['names', 'anna.muster@example.com'],
    ['names', 'AnnaMuster20261'],
    ['names', 'password2026!!!'],
    ['names', 'Portrait-Desk-1'],
    ['names', 'Willkommen12345'],
  ])('the common password %s is refused: %s', (problem, password) =>
    expect(problemOf(password)).toBe(problem),
  )
})

test.each([
  'correct horse battery staple',
  'Drei Tassen Kaffee vor acht',
  'kW3vX9qLm2Zr8Tb',
  '🌻🐝🌧️ im Garten von Oma',
  'a password that mentions anna but is long',
  '   spaces are characters   ',
])('the password %j is accepted', password => expect(problemOf(password)).toBeNull())

test('a password needs fifteen characters of any kind, and may have sixty-four', () => {
  expect(reasonOf('x'.repeat(14))).toBe('too_short')
  expect(reasonOf('🌻'.repeat(14))).toBe('too_short')
  expect(reasonOf('🌻'.repeat(15))).toBeUndefined()
  expect(reasonOf('Ü'.repeat(15))).toBeUndefined()
  expect(reasonOf('x y'.repeat(22))).toBeUndefined()
  expect(reasonOf('x'.repeat(256))).toBeUndefined()
  expect(reasonOf('x'.repeat(257))).toBe('too_long')
}) // A10
