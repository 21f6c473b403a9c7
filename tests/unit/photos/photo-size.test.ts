import { expect, test } from 'vitest'
import { isAsPromised, sizeKey, unlistedSize } from '#lib/photo-store/photo-size.ts'

const WEB = { index: 0, label: 'Web', width: 600, height: 800 }

test.each([
  { ...WEB, index: 1 },
  { ...WEB, label: 'Badge' },
  { ...WEB, width: 601 },
  { ...WEB, height: 0 },
  unlistedSize(0),
  null,
])('a size is another one when any part of it differs: %j', other => {
  expect(sizeKey(other)).not.toBe(sizeKey(WEB))
  expect(sizeKey({ ...WEB })).toBe(sizeKey(WEB))
})

test('the key of any size is a plain part of a file name', () => {
  expect(sizeKey({ ...WEB, label: '../../x\0\u202e' })).toMatch(/^0-600x800-[0-9a-f]{12}$/)
})

test.each([
  [WEB, { width: 600, height: 800 }, true],
  [WEB, { width: 800, height: 600 }, false],
  [WEB, { width: 600, height: 799 }, false],
  [{ ...WEB, height: 0 }, { width: 600, height: 1 }, true],
  [{ ...WEB, height: 0 }, { width: 601, height: 1 }, false],
  [{ ...WEB, width: 0 }, { width: 1, height: 800 }, true],
  [unlistedSize(7), { width: 1, height: 1 }, true],
  [null, { width: 1, height: 1 }, true],
])('the size %j with the pixels %j is as promised: %j', (size, pixels, yes) => {
  expect(isAsPromised(size, pixels)).toBe(yes)
})
