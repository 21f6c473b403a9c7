import { expect, test } from 'vitest'
import { planArchive } from '#lib/exports/archive/archive.ts'
import { entryOf, MORE_THAN_4_GIB, once, toBytes } from '#tests/support/archive-entries.ts'
import { readZip } from '#tests/support/zip-reader.ts'

const MODIFIED = new Date('2026-11-20T10:11:12Z')
const GIB = 2 ** 30

test.each([65_534, 65_535, 70_000])('an archive of %i files is read back whole', async count => {
  const files = Array.from({ length: count }, (_, index) => entryOf(`${index}.txt`, String(index)))
  const archive = planArchive(files, MODIFIED)
  const bytes = await toBytes(archive)
  expect(bytes.length).toBe(archive.size)
  const read = await readZip(once(bytes))
  expect(read.entries).toHaveLength(count)
  expect(read.zip64).toBe(count >= 65_535)
})

test('a file over 4 GiB and the next one are where the archive says, with little memory', async () => {
  const archive = planArchive(
    [entryOf('before.txt', 'before'), MORE_THAN_4_GIB, entryOf('after.txt', 'after')],
    MODIFIED,
  )
  const after: Buffer[] = []
  const before = process.memoryUsage().rss
  let peak = before
  const read = await readZip(archive.write(), ({ name }, chunk) => {
    if (name === 'after.txt') after.push(Buffer.from(chunk))
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  expect(read.bytes).toBe(archive.size)
  expect(read.zip64).toBe(true)
  expect(read.entries.map(({ name, size, zip64 }) => ({ name, size, zip64 }))).toEqual([
    { name: 'before.txt', size: 6, zip64: false },
    { name: 'zeros.png', size: MORE_THAN_4_GIB.size, zip64: true },
    { name: 'after.txt', size: 5, zip64: true },
  ])
  expect(read.entries[2]?.offset).toBeGreaterThan(4 * GIB)
  expect(Buffer.concat(after).toString()).toBe('after')
  expect(peak - before).toBeLessThan(150 * 1024 * 1024)
}, 60_000)
