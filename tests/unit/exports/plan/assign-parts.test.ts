import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planArchive } from '#lib/exports/archive/archive.ts'
import { assignParts } from '#lib/exports/plan/assign-parts.ts'

const item = (bytes: number, files = 1) => ({ files, bytes })

describe('parts', () => {
  test('an export without limits has one part', () => {
    const limits = { photos: null, bytes: null }
    expect(assignParts([item(9e9), item(9e9), item(1)], limits)).toEqual([1, 1, 1])
    expect(assignParts([], limits)).toEqual([])
  })

  test('parts hold as many files as allowed, and never split a person', () => {
    const items = [item(1), item(1), item(1), item(1, 2), item(1, 2)]
    expect(assignParts(items, { photos: 3, bytes: null })).toEqual([1, 1, 1, 2, 3])
  })

  test('parts leave room for their files beside the photos', () => {
    const limits = { photos: null, bytes: 1_000_000 }
    const items = [item(400_000), item(400_000), item(150_000)]
    expect(assignParts(items, limits)).toEqual([1, 1, 1])
    expect(assignParts(items, limits, { reserved: 100_000 })).toEqual([1, 1, 2])
  })

  test('a photo that is too large gets a part of its own', () => {
    expect(assignParts([item(5e6), item(5e6), item(1)], { photos: null, bytes: 1e6 })).toEqual([1, 2, 3])
  })

  test('existing parts keep their photos, and never become fewer', () => {
    const limits = { photos: 2, bytes: null }
    const was = (part: number) => ({ ...item(1), part })
    expect(assignParts([was(1), was(2), was(2)], limits, { settled: 3 })).toEqual([1, 2, 2])
    expect(assignParts([was(1), was(0), was(2)], limits, { settled: 3 })).toEqual([1, 3, 2])
    expect(assignParts([was(0), was(3), was(3)], limits, { settled: 3 })).toEqual([4, 3, 3])
    // An older desk: a part that never had a photo.
    expect(assignParts([was(9), was(1)], limits, { settled: 1 })).toEqual([1, 1])
  })

  test('a photo that would break the limit of its part moves to a further part', () => {
    const limits = { photos: null, bytes: 1_000_000 }
    const items = [700_000, 400_000, 900_000].map((bytes, index) => ({
      ...item(bytes),
      part: index < 2 ? 1 : 2,
    }))
    expect(assignParts(items, limits, { settled: 2 })).toEqual([1, 3, 2])
  })
})

test('an archive of a part is never larger than the limit', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter(name => Buffer.byteLength(name) <= 255)
  const files = fc.array(fc.record({ name, bytes: fc.nat(600_000) }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(files, files => {
      const limits = { photos: null, bytes: 1_000_000 }
      const parts = assignParts(
        files.map(({ bytes }) => item(bytes)),
        limits,
      )
      for (const part of new Set(parts)) {
        const entries = files
          .filter((_, index) => parts[index] === part)
          .map(({ name, bytes }, index) => ({ name: `${index}-${name}`, size: bytes }))
        const { size } = planArchive(
          entries.map(entry => ({ ...entry, crc32: 0, sha256: '', open: async function* () {} })),
          new Date(0),
        )
        expect(size).toBeLessThanOrEqual(limits.bytes)
      }
      expect(parts).toEqual(parts.toSorted((a, b) => a - b))
    }),
  )
})

test('an archive of thousands of small files is never larger than the limit', () => {
  const limits = { photos: null, bytes: 1_000_000 }
  const parts = assignParts(
    Array.from({ length: 4000 }, () => item(400)),
    limits,
  )
  const first = parts.filter(part => part === 1).map((_, index) => String(index).padEnd(255, 'x'))
  const { size } = planArchive(
    first.map(name => ({ name, size: 400, crc32: 0, open: async function* () {} })),
    new Date(0),
  )
  expect(size).toBeLessThanOrEqual(limits.bytes)
  expect(size).toBeGreaterThan(limits.bytes * 0.9)
})
