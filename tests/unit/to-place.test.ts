import { expect, test } from 'vitest'
import { toPlace } from '#lib/to-place.ts'

test('an error is told by its name and place; its text stays out, whatever it looks like', () => {
  const place = toPlace(new TypeError('pk_canary\n    at forged (pk_canary.ts:1:1'))
  expect(place).toMatch(/^TypeError at /)
  const error = new RangeError('CANARY')
  expect(toPlace(error)).toContain('to-place.test.ts')
  expect(toPlace(error)).not.toContain('CANARY')
})

test('what was thrown and is no error is not told at all', () => {
  expect(toPlace('CANARY')).toBe('not an error')
  expect(toPlace(Object.assign(new Error('CANARY'), { stack: undefined }))).toBe('Error')
})
