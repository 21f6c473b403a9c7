import { createReadStream, type ReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { planArchive } from '#lib/exports/archive/archive.ts'
import { ArchiveError } from '#lib/exports/archive/archive-error.ts'
import { destroyArchiveStreams, toArchiveStream } from '#lib/exports/archive/archive-stream.ts'
import { collect, entryOf, toBytes } from '#tests/support/archive-entries.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const MODIFIED = new Date('2026-11-20T10:11:12Z')

test('the stream gives exactly the bytes of the archive and then ends', async () => {
  const archive = planArchive([entryOf('a.txt', 'a'.repeat(99)), entryOf('b.txt', 'b')], MODIFIED)
  const onError = vi.fn()
  expect(await collect(toArchiveStream(archive.write(), { onError }))).toEqual(await toBytes(archive))
  expect(onError).not.toHaveBeenCalled()
})

test('a reader who turns away closes the file that was open', async () => {
  const content = Buffer.alloc(1024 * 1024, 'x')
  const path = join(createTempFolder(), 'photo.jpg')
  writeFileSync(path, content)
  const opened: ReadStream[] = []
  const open = () => {
    const file = createReadStream(path, { highWaterMark: 1024 })
    opened.push(file)
    return file
  }
  const entry = { name: 'photo.jpg', size: content.length, crc32: crc32(content), open }
  const reader = toArchiveStream(planArchive([entry, entry], MODIFIED).write(), {
    onError: vi.fn(),
  }).getReader()
  for (let chunk = 0; chunk < 3; chunk += 1) await reader.read()
  expect(opened.map(({ closed }) => closed)).toEqual([false])
  await reader.cancel()
  await until('the file is closed', () => opened[0]?.closed)
  expect(opened).toHaveLength(1)
})

test('nothing is read before somebody wants it', async () => {
  const open = vi.fn(entryOf('a.txt', 'a').open)
  const stream = toArchiveStream(planArchive([{ ...entryOf('a.txt', 'a'), open }], MODIFIED).write(), {
    onError: vi.fn(),
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(open).not.toHaveBeenCalled()
  await stream.cancel()
})

test('an archive that cannot be completed errors the stream and never ends it', async () => {
  const damaged = { ...entryOf('a.txt', 'right'), open: entryOf('a.txt', 'wrong').open }
  const onError = vi.fn()
  const reader = toArchiveStream(planArchive([damaged], MODIFIED).write(), { onError }).getReader()
  const readAll = async () => {
    while (!(await reader.read()).done);
  }
  await expect(readAll()).rejects.toThrow(ArchiveError)
  await expect(reader.closed).rejects.toThrow(ArchiveError)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(ArchiveError))
})

describe('every end of a stream', () => {
  const openStream = () => {
    const onEnd = vi.fn()
    const onError = vi.fn()
    const archive = planArchive([entryOf('a.txt', 'a'.repeat(99))], MODIFIED)
    return { onEnd, onError, stream: toArchiveStream(archive.write(), { onError, onEnd }) }
  }

  test('is told exactly once: read to the last byte', async () => {
    const { stream, onEnd } = openStream()
    await collect(stream)
    expect(onEnd).toHaveBeenCalledOnce()
    expect(destroyArchiveStreams(new Error('over'))).toBe(0)
  })

  test('is told exactly once: the reader turned away', async () => {
    const { stream, onEnd } = openStream()
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(onEnd).toHaveBeenCalledOnce()
    expect(destroyArchiveStreams(new Error('over'))).toBe(0)
  })

  test('is told exactly once: the desk stops, and the reader sees a broken download', async () => {
    const { stream, onEnd, onError } = openStream()
    const reader = stream.getReader()
    await reader.read()
    expect(destroyArchiveStreams(new Error('the desk stops'))).toBe(1)
    await expect(reader.read()).rejects.toThrow('the desk stops')
    expect(onEnd).toHaveBeenCalledOnce()
    expect(onError).not.toHaveBeenCalled()
    expect(destroyArchiveStreams(new Error('again'))).toBe(0)
  })
})
