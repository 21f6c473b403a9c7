import { expect, test } from 'vitest'
import { chooseSize, needsSizes } from '#lib/exports/plan/source-size.ts'

const sizeOf = (index: number, width: number, height: number) => ({ index, label: '', width, height })
const SIZES = [sizeOf(0, 2000, 2500), sizeOf(1, 900, 1200), sizeOf(2, 1100, 1100), sizeOf(3, 120, 160)]
const boxes = (...sides: [number, number][]) =>
  sides.map(([width, height]) => ({
    suffix: '',
    rendering: { width, height, fit: 'cover' as const, format: 'jpeg' as const },
  }))

test.each([
  ['a size in the same proportions, though a smaller one would suffice', boxes([648, 648]), 2],
  ['the smallest of those in the same proportions', boxes([96, 128]), 3],
  ['the smallest that suffices when none has the same proportions', boxes([100, 150]), 3],
  ['one that suffices for all renditions', boxes([480, 640], [960, 1280]), 0],
  ['the full photo when no size suffices', boxes([480, 640], [2400, 3200]), null],
  ['the full photo when nothing is rendered', [], null],
])('the source is %s', (_, renditions, index) => {
  const size = index === null ? null : SIZES[index]
  expect(chooseSize('auto', renditions, SIZES)).toBe(size)
  expect(chooseSize('auto', renditions, SIZES.toReversed())).toBe(size)
})

test('a chosen size stays', () => {
  expect(chooseSize(3, boxes([648, 648]), SIZES)).toBe(SIZES[3])
  expect(chooseSize(null, boxes([96, 96]), SIZES)).toBeNull()
})

test('a size that the service does not offer is unknown_size', () => {
  expect(() => chooseSize(4, [], SIZES)).toThrow(expect.objectContaining({ code: 'unknown_size' }))
})

test.each([
  [0, [], true],
  ['auto', boxes([96, 96]), true],
  ['auto', [], false],
  [null, boxes([96, 96]), false],
] as const)('the sizes must be known only when one of them is wanted: %j', (wanted, renditions, needed) => {
  expect(needsSizes(wanted, { renditions: [...renditions] })).toBe(needed)
})
