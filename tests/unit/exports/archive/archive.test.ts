import fc from 'fast-check'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { planArchive } from '#lib/exports/archive/archive.ts'
import { ArchiveError } from '#lib/exports/archive/archive-error.ts'
import { collect, entryOf, once, toBytes } from '#tests/support/archive-entries.ts'
import { ARCHIVE_NAMES } from '#tests/support/archive-names.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { readZip } from '#tests/support/zip-reader.ts'

const MODIFIED = new Date('2026-11-20T10:11:12Z')
const DATA_DESCRIPTOR = 0x0008
const UTF8_NAME = 0x0800

describe('a whole archive', () => {
  const files = ARCHIVE_NAMES.map((name, index) => ({
    name,
    bytes: Buffer.from(`${name} `.repeat(index * 40)),
  }))
  const plan = () =>
    planArchive(
      files.map(({ name, bytes }) => entryOf(name, bytes)),
      MODIFIED,
    )

  test('JSZip reads a whole archive byte for byte, whatever script its names are in', async () => {
    expect(await readWithJsZip(await toBytes(plan()))).toEqual(files)
  })

  test('an archive declares its names as UTF-8 and has no data descriptors', async () => {
    const { entries } = await readZip(plan().write())
    expect(entries.map(({ name }) => name)).toEqual(ARCHIVE_NAMES)
    for (const { flags } of entries) {
      expect(flags & UTF8_NAME).toBe(UTF8_NAME)
      expect(flags & DATA_DESCRIPTOR).toBe(0)
    }
  })

  test('an archive contains the time of the export, in UTC', async () => {
    const { files } = await JSZip.loadAsync(toBytes(plan()))
    expect(files[ARCHIVE_NAMES[0] ?? '']?.date).toEqual(MODIFIED)
  })

  test('an archive has the same bytes for the same input', async () => {
    expect(await toBytes(plan())).toEqual(await toBytes(plan()))
  })

  test('an archive may be written twice at once from one plan', async () => {
    const archive = plan()
    const [first, second] = await Promise.all([toBytes(archive), toBytes(archive)])
    expect(first).toEqual(second)
  })

  test('an archive has no two files of one name, as unpacking would lose one', () => {
    const [first] = files
    const twice = [first, first].map(file => entryOf(file?.name ?? '', file?.bytes ?? Buffer.alloc(0)))
    expect(() => planArchive(twice, MODIFIED)).toThrow(ArchiveError)
  })

  test('an archive may be empty', async () => {
    const archive = planArchive([], MODIFIED)
    expect(archive.size).toBe(22)
    expect(await readWithJsZip(await toBytes(archive))).toEqual([])
  })
})

test('any archive has exactly the announced size, and every reader gets every byte', async () => {
  const file = fc.record({
    name: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map(name => `f${name.replaceAll(/[/\\\0]/g, '_')}`),
    bytes: fc.uint8Array({ maxLength: 300 }),
    piece: fc.integer({ min: 1, max: 120 }),
  })
  const files = fc.uniqueArray(file, { maxLength: 8, selector: ({ name }) => name.normalize('NFC') })
  await fc.assert(
    fc.asyncProperty(files, async files => {
      const archive = planArchive(
        files.map(({ name, bytes, piece }) => entryOf(name, bytes, piece)),
        MODIFIED,
      )
      const bytes = await toBytes(archive)
      expect(bytes.length).toBe(archive.size)
      expect((await readZip(once(bytes))).entries.map(({ name }) => name)).toEqual(
        files.map(({ name }) => name),
      )
      const read = new Map((await readWithJsZip(bytes)).map(({ name, bytes }) => [name, bytes]))
      for (const { name, bytes } of files) expect(read.get(name)).toEqual(Buffer.from(bytes))
    }),
    { numRuns: 200 },
  )
})

describe('a damaged file', () => {
  const good = entryOf('good.jpg', 'x'.repeat(50))
  const honest = entryOf('photo.jpg', 'y'.repeat(50))
  const damages = {
    'one byte differs': `${'y'.repeat(49)}z`,
    'the last byte is missing': 'y'.repeat(49),
    'nothing is left': '',
    'one byte is too many': 'y'.repeat(51),
    'twice as much': 'y'.repeat(100),
  }

  test.each(Object.entries(damages))(
    'a damaged file ends the archive before it is complete: %s',
    async (_, content) => {
      const damaged = { ...honest, open: entryOf('photo.jpg', content).open }
      const written: Uint8Array[] = []
      const archive = planArchive([good, damaged, { ...good, name: 'also-good.jpg' }], MODIFIED)
      const write = async () => {
        for await (const chunk of archive.write()) written.push(chunk)
      }
      await expect(write()).rejects.toThrow(ArchiveError)
      const bytes = Buffer.concat(written)
      expect(bytes.includes(Buffer.from('PK\x05\x06'))).toBe(false)
      expect(bytes.includes(Buffer.from('PK\x01\x02'))).toBe(false)
      await expect(readWithJsZip(bytes)).rejects.toThrow()
    },
  )

  test('a damaged file is never sent to its last byte, so that no reader takes it for whole', async () => {
    const last = 'z'.repeat(7)
    const damaged = { ...honest, size: 56, open: entryOf('photo.jpg', 'y'.repeat(49) + last).open }
    const written: Uint8Array[] = []
    const write = async () => {
      for await (const chunk of planArchive([damaged], MODIFIED).write()) written.push(chunk)
    }
    await expect(write()).rejects.toThrow(ArchiveError)
    expect(Buffer.concat(written).includes('yyy')).toBe(true)
    expect(Buffer.concat(written).includes('z')).toBe(false)
  })

  test('a file that cannot be opened breaks the archive with the reason', async () => {
    const open = () => {
      throw new Error('ENOENT')
    }
    await expect(collect(planArchive([{ ...honest, open }], MODIFIED).write())).rejects.toThrow('ENOENT')
  })
})
