import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Archive, planArchive } from '#lib/exports/archive/archive.ts'
import { entryOf, MORE_THAN_4_GIB, PIECE_OF_ZEROS } from '#tests/support/archive-entries.ts'
import { listZipReaders } from '#tests/support/other-zip-readers.ts'

const MODIFIED = new Date('2026-11-20T10:11:12Z')

const pathOf = (name: string) => join(inject('tempRoot'), name)

/**
 * Saves an archive without its zeros: the file has a hole there, which every program reads as zeros, so that no disk
 * needs 4 GiB.
 */
async function saveWithHoles(archive: Archive, name: string): Promise<void> {
  await using file = await open(pathOf(name), 'w')
  let at = 0
  for await (const chunk of archive.write()) {
    if (!PIECE_OF_ZEROS.subarray(0, chunk.length).equals(chunk)) await file.write(chunk, 0, chunk.length, at)
    at += chunk.length
  }
  await file.truncate(at)
}

beforeAll(
  () =>
    saveWithHoles(
      planArchive(
        [entryOf('before.txt', 'before'), MORE_THAN_4_GIB, entryOf('after.txt', 'after')],
        MODIFIED,
      ),
      'large.zip',
    ),
  120_000,
)

test.each(listZipReaders().map(reader => [reader.program, reader] as const))(
  'a file over 4 GiB and the next one are read right by %s',
  (_, reader) => {
    expect(reader.read(pathOf('large.zip')).map(({ name, size }) => [name, size])).toEqual([
      ['before.txt', 6],
      ['zeros.png', MORE_THAN_4_GIB.size],
      ['after.txt', 5],
    ])
  },
  120_000,
)
