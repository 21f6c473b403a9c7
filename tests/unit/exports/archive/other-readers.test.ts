import { createHash } from 'node:crypto'
import { createWriteStream, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Archive, planArchive } from '#lib/exports/archive/archive.ts'
import { entryOf } from '#tests/support/archive-entries.ts'
import { ARCHIVE_NAMES } from '#tests/support/archive-names.ts'
import { listZipReaders, type ZipReader } from '#tests/support/other-zip-readers.ts'

const MODIFIED = new Date('2026-11-20T10:11:12Z')

const FILES = ARCHIVE_NAMES.map((name, index) => ({
  name,
  bytes: Buffer.from(`${name} `.repeat(index * 40)),
}))

const READERS = listZipReaders()
const pathOf = (name: string) => join(inject('tempRoot'), name)

async function save(archive: Archive, name: string): Promise<void> {
  await pipeline(Readable.from(archive.write()), createWriteStream(pathOf(name)))
}

beforeAll(async () => {
  const entries = FILES.map(({ name, bytes }) => entryOf(name, bytes))
  await save(planArchive(entries, MODIFIED), 'names.zip')
  const many = Array.from({ length: 66_000 }, (_, index) => entryOf(`${index}.txt`, String(index)))
  await save(planArchive(many, MODIFIED), 'many.zip')
}, 60_000)

describe.each(READERS.map(reader => [reader.program, reader] as const))('%s', (_, reader) => {
  test('every byte of every file is read under exactly its name, whatever its script', () => {
    const seen = reader.read(pathOf('names.zip'))
    expect(seen.map(({ name, size }) => [name, size])).toEqual(
      FILES.map(({ name, bytes }) => [name, bytes.length]),
    )
    for (const [index, { sha256 }] of seen.entries())
      if (sha256 !== null) expect(sha256).toBe(sha256Of(FILES[index]?.bytes))
  })

  test('more than 65,535 files are read', () => {
    const seen = reader.read(pathOf('many.zip'))
    expect(seen).toHaveLength(66_000)
    expect(seen.at(-1)).toMatchObject({ name: '65999.txt', size: 5 })
  }, 60_000)

  test('an archive without its end is refused', async () => {
    const path = pathOf(`cut-${reader.program}.zip`)
    await save(
      planArchive(
        FILES.map(({ name, bytes }) => entryOf(name, bytes)),
        MODIFIED,
      ),
      `cut-${reader.program}.zip`,
    )
    truncateSync(path, 4000)
    expect(() => readWhole(reader, path)).toThrow()
  })
})

/** Fails when files are missing: a streaming reader cannot detect a missing end, but must not see all files. */
function readWhole(reader: ZipReader, path: string): void {
  if (reader.read(path).length < FILES.length) throw new Error('Some files are missing.')
}

function sha256Of(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
}
