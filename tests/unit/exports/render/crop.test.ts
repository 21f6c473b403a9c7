import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropTo } from '#lib/exports/render/render-photo.ts'

const box = (width: number, height: number) => ({ width, height })

test.each([
  [box(900, 1200), box(648, 648), { left: 0, top: 100, width: 900, height: 900 }],
  [box(1200, 900), box(648, 648), { left: 150, top: 0, width: 900, height: 900 }],
  [box(900, 1200), box(180, 240), { left: 0, top: 0, width: 900, height: 1200 }],
  [box(10, 10), box(200, 300), { left: 1, top: 0, width: 7, height: 10 }],
  [box(1, 1000), box(96, 96), { left: 0, top: 333, width: 1, height: 1 }],
])('a crop of %o for %o is centred across, and towards the top down', (picture, wanted, section) => {
  expect(cropTo(picture, wanted)).toEqual(section)
})

test('a crop lies inside the picture and touches two of its sides', () => {
  const side = fc.integer({ min: 1, max: 8000 })
  fc.assert(
    fc.property(side, side, side, side, (width, height, wide, high) => {
      const section = cropTo(box(width, height), box(wide, high))
      expect(section.left).toBeGreaterThanOrEqual(0)
      expect(section.top).toBeGreaterThanOrEqual(0)
      expect(section.left + section.width).toBeLessThanOrEqual(width)
      expect(section.top + section.height).toBeLessThanOrEqual(height)
      expect(section.width === width || section.height === height).toBe(true)
    }),
  )
})
