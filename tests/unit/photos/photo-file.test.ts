import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PhotoRef, parseFileName, toFileName } from '#lib/photo-store/photo-file.ts'
import { extensionOf } from '#lib/portrait-api/portrait-status.ts'
import { runs } from '#tests/support/night.ts'

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
const editedAt = fc
  .tuple(
    fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    fc.constantFrom('Z', '+02:00', '-11:30'),
  )
  .map(([date, offset]) => date.toISOString().replace('Z', offset))
const ref: fc.Arbitrary<PhotoRef> = fc.record({
  employeeId: fc.constant(7),
  variant: fc.constantFrom('standard', 'transparent'),
  size: fc.option(fc.record({ index: fc.nat(3), label: fc.string(), width: fc.nat(2), height: fc.nat(2) })),
  editedAt,
})
const checksums = fc.record({
  bytes: fc.integer({ min: 1 }),
  crc32: fc.nat({ max: 0xffffffff }),
  sha256: hex(64),
  pixels: fc.option(fc.record({ width: fc.integer({ min: 1 }), height: fc.integer({ min: 1 }) })),
})

describe('the name of a stored photo', () => {
  test('the name of a stored photo contains its pixels and checksums, and is read back', () => {
    fc.assert(
      fc.property(ref, checksums, (ref, checksums) => {
        expect(parseFileName(ref, toFileName(ref, checksums))).toEqual(checksums)
      }),
      runs(1000),
    )
  })

  test('the name of a stored photo is unique for its variant, size and edit', () => {
    fc.assert(
      fc.property(ref, ref, checksums, (one, other, checksums) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        expect(parseFileName(other, toFileName(one, checksums))).toBeNull()
      }),
      runs(1000),
    )
  })

  test('the name of a stored photo is a plain file name on every system', () => {
    fc.assert(
      fc.property(ref, checksums, (ref, checksums) => {
        expect(toFileName(ref, checksums)).toMatch(/^[0-9A-Za-z.+_-]{1,255}$/)
      }),
    )
  })

  test('the name of a stored photo cannot leave its folder, whatever edited_at says', () => {
    fc.assert(
      fc.property(fc.string(), checksums, (editedAt, checksums) => {
        const name = toFileName({ employeeId: 7, variant: 'standard', size: null, editedAt }, checksums)
        expect(name).not.toMatch(/[/\\\0]/)
      }),
    )
  })
})

test.each(['', 'standard-full-', 'standard-full-x_1_2_3.jpg', 'thumbnail-standard-full-x.webp', 'x.partial'])(
  'the file %j is not a photo',
  name =>
    expect(parseFileName({ employeeId: 7, variant: 'standard', size: null, editedAt: 'x' }, name)).toBeNull(),
)

test('a cut-out is stored as PNG, and the other variant as JPEG', () => {
  expect([extensionOf('standard'), extensionOf('transparent')]).toEqual(['jpg', 'png'])
})
