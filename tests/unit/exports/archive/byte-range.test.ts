import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planArchive } from '#lib/exports/archive/archive.ts'
import { ArchiveError } from '#lib/exports/archive/archive-error.ts'
import { overlap, parseRange } from '#lib/exports/archive/byte-range.ts'
import { collect, entryOf, toBytes } from '#tests/support/archive-entries.ts'
import { runs } from '#tests/support/night.ts'

const MODIFIED = new Date('2026-11-20T10:11:12Z')

describe('a Range header', () => {
  test.each([
    ['bytes=0-0', { first: 0, end: 1 }],
    ['bytes=0-', { first: 0, end: 100 }],
    ['bytes=99-', { first: 99, end: 100 }],
    ['bytes=10-19', { first: 10, end: 20 }],
    ['bytes=10-999999', { first: 10, end: 100 }],
    ['bytes=-1', { first: 99, end: 100 }],
    ['bytes=-100', { first: 0, end: 100 }],
    ['bytes=-101', { first: 0, end: 100 }],
    ['Bytes= 5 - 6 ', { first: 5, end: 7 }],
  ])('the Range header %s of 100 bytes is a single range', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range)
  })

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])(
    'the Range header %s of 100 bytes cannot be served',
    header => {
      expect(parseRange(header, 100)).toBe('unsatisfiable')
    },
  )

  test.each([
    null,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'items=0-1',
    'bytes=a-b',
    'bytes=1-2x',
  ])('the Range header %s is ignored, as RFC 9110 allows', header =>
    expect(parseRange(header, 100)).toBeNull(),
  )

  test('no Range header yields more than the archive has', () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/))
    fc.assert(
      fc.property(header, fc.nat(10_000), (header, size) => {
        const range = parseRange(header, size)
        if (range === null || range === 'unsatisfiable') return
        expect(range.first).toBeGreaterThanOrEqual(0)
        expect(range.first).toBeLessThan(range.end)
        expect(range.end).toBeLessThanOrEqual(size)
      }),
      runs(2000),
    )
  })
})

test('two ranges overlap in their common bytes', () => {
  expect(overlap({ first: 2, end: 6 }, 4, 9)).toEqual({ first: 4, end: 6 })
  expect(overlap({ first: 2, end: 4 }, 4, 9)).toBeNull()
  expect(overlap({ first: 2, end: 4 }, 3, 3)).toBeNull()
})

const file = fc.record({
  name: fc.stringMatching(/^[a-zä🌻]{1,8}$/u),
  bytes: fc.uint8Array({ maxLength: 200 }),
  piece: fc.integer({ min: 1, max: 80 }),
})
const files = fc.uniqueArray(file, { maxLength: 6, selector: ({ name }) => name })
const planOf = (files: { name: string; bytes: Uint8Array; piece: number }[]) =>
  planArchive(
    files.map(({ name, bytes, piece }) => entryOf(name, bytes, piece)),
    MODIFIED,
  )

test('a download rejoins to the archive, wherever and however often it is cut', async () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(files, cuts, async (files, cuts) => {
      const archive = planOf(files)
      const places = [0, ...cuts.map(cut => Math.floor(cut * archive.size)), archive.size]
      places.sort((a, b) => a - b)
      const pieces = await Promise.all(
        places.slice(1).map((end, index) => collect(archive.write({ first: places[index] ?? 0, end }))),
      )
      expect(Buffer.concat(pieces).equals(await toBytes(archive))).toBe(true)
    }),
    runs(500),
  )
})

test('every single byte of an archive can be read alone: headers, data, directory and end', async () => {
  const archive = planOf([
    { name: 'a', bytes: Buffer.from('first'), piece: 2 },
    { name: 'ä', bytes: Buffer.alloc(0), piece: 1 },
    { name: 'b', bytes: Buffer.from('last'), piece: 9 },
  ])
  const whole = await toBytes(archive)
  for (const [at, byte] of whole.entries())
    expect([...(await collect(archive.write({ first: at, end: at + 1 })))], `byte ${at}`).toEqual([byte])
})

describe('a range of a damaged file', () => {
  const right = 'x'.repeat(40) + 'y'.repeat(60)
  const damaged = {
    ...entryOf('photo.jpg', right),
    open: entryOf('photo.jpg', `${right.slice(0, 99)}z`).open,
  }
  const archive = planArchive([entryOf('a.jpg', 'a'), damaged, entryOf('b.jpg', 'b')], MODIFIED)
  const start = 30 + 5 + 1 + 30 + 9

  test('a range of a damaged file is refused although the range itself holds only good bytes', async () => {
    const range = { first: start + 10, end: start + 20 }
    await expect(collect(archive.write(range))).rejects.toThrow(ArchiveError)
  })

  test('a refused range names the damaged file', async () => {
    await expect(collect(archive.write())).rejects.toMatchObject({ fileName: 'photo.jpg' })
  })

  test('a damaged file does not affect ranges of other files', async () => {
    expect((await collect(archive.write({ first: 35, end: 36 }))).toString()).toBe('a')
    expect(archive.entriesOf({ first: 35, end: 36 })).toEqual([0])
    expect(archive.entriesOf({ first: 35, end: start + 1 })).toEqual([0, 1])
    expect(archive.entriesOf({ first: archive.size - 1, end: archive.size })).toEqual([])
  })
})

describe('the tag of an archive', () => {
  const tagOf = (name: string, content: string, modified = MODIFIED) =>
    planArchive([entryOf('a.jpg', 'a'), entryOf(name, content)], modified).etag

  test('the tag of an archive is strong, and the same for the same files', () => {
    expect(tagOf('b.jpg', 'b')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(tagOf('b.jpg', 'b')).toBe(tagOf('b.jpg', 'b'))
  })

  test.each([
    ['name', tagOf('c.jpg', 'b')],
    ['byte', tagOf('b.jpg', 'c')],
    ['length', tagOf('b.jpg', 'bb')],
    ['time', tagOf('b.jpg', 'b', new Date('2026-11-20T10:11:14Z'))],
  ])('the tag of an archive changes with another %s', (_, other) =>
    expect(other).not.toBe(tagOf('b.jpg', 'b')),
  )
})
