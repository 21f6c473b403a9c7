import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, type ReadStream, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ArchiveEntry, planArchive } from '#lib/exports/archive/archive.ts'
import { ArchiveError } from '#lib/exports/archive/archive-error.ts'
import { destroyArchiveStreams, toArchiveStream } from '#lib/exports/archive/archive-stream.ts'
import { readInChunks } from '#lib/exports/archive/read-in-chunks.ts'
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

/** Returns an entry, and the files opened for it, one for each time that it is in an archive. */
function openedEntry(size: number) {
  const content = Buffer.alloc(size, 'x')
  const path = join(createTempFolder(), 'photo.jpg')
  writeFileSync(path, content)
  const opened: ReadStream[] = []
  const open = () => {
    const file = createReadStream(path, { highWaterMark: 1024 })
    opened.push(file)
    return file
  }
  return { opened, entry: { name: 'photo.jpg', size: content.length, crc32: crc32(content), open } }
}

test('cancelling the stream closes the open file', async () => {
  const { opened, entry } = openedEntry(1024 * 1024)
  const reader = toArchiveStream(planArchive([entry, { ...entry, name: 'next.jpg' }], MODIFIED).write(), {
    onError: vi.fn(),
  }).getReader()
  for (let chunk = 0; chunk < 3; chunk += 1) await reader.read()
  expect(opened.map(({ closed }) => closed)).toEqual([false])
  await reader.cancel()
  await until('the file is closed', () => opened[0]?.closed)
  expect(opened).toHaveLength(1)
})

test('a few small files are opened in advance, and closed when the stream is cancelled', async () => {
  const { opened, entry } = openedEntry(8 * 1024)
  const entries = Array.from({ length: 20 }, (_, index) => ({ ...entry, name: `${index}.jpg` }))
  const reader = toArchiveStream(planArchive(entries, MODIFIED).write(), { onError: vi.fn() }).getReader()
  for (let chunk = 0; chunk < 3; chunk += 1) await reader.read()
  expect(opened.map(({ closed }) => closed)).toEqual(Array(9).fill(false))
  await reader.cancel()
  await until('all are closed', () => opened.every(({ closed }) => closed))
  expect(opened).toHaveLength(9)
})

test('no file is read before the stream is read', async () => {
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

  test('the end of a stream is reported exactly once: read to the last byte', async () => {
    const { stream, onEnd } = openStream()
    await collect(stream)
    expect(onEnd).toHaveBeenCalledOnce()
    expect(destroyArchiveStreams(new Error('over'))).toBe(0)
  })

  test('the end of a stream is reported exactly once: cancelled by its reader', async () => {
    const { stream, onEnd } = openStream()
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(onEnd).toHaveBeenCalledOnce()
    expect(destroyArchiveStreams(new Error('over'))).toBe(0)
  })

  test('the end of a stream is reported exactly once: the desk stops and the download breaks off', async () => {
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

describe('an archive written into an open answer', () => {
  /** Starts a server that answers with an archive as the framework does: headers first, then the piped stream. */
  async function serve(entries: ArchiveEntry[]) {
    const archive = planArchive(entries, MODIFIED)
    const onEnd = vi.fn()
    const onError = vi.fn()
    const server = createServer((_, answer) => {
      const stream = toArchiveStream(archive.write(), { onError, onEnd, answer })
      answer.setHeader('content-length', archive.size)
      const closed = new AbortController()
      answer.once('close', () => closed.abort())
      const writer = new WritableStream({
        write: () => expect.unreachable('Nothing goes through the stream itself.'),
        close: () => void answer.end(),
        abort: () => void answer.destroy(),
      })
      void stream.pipeTo(writer, { signal: closed.signal }).catch(() => {})
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return { archive, onEnd, onError, url: `http://127.0.0.1:${port}/` }
  }

  /** Creates files of several chunks with unique bytes. */
  function filesOf(count: number): ArchiveEntry[] {
    const folder = createTempFolder()
    return Array.from({ length: count }, (_, index) => {
      const content = randomBytes(700_000 + index)
      const path = join(folder, String(index))
      writeFileSync(path, content)
      const name = `${index}.jpg`
      return { name, size: content.length, crc32: crc32(content), open: () => readInChunks(path) }
    })
  }

  test('parallel downloads get the bytes of the archive, although buffers are reused', async () => {
    const { archive, onEnd, onError, url } = await serve(filesOf(12))
    const whole = await toBytes(archive)
    const downloads = Array.from({ length: 5 }, async () =>
      Buffer.from(await (await fetch(url)).arrayBuffer()),
    )
    for (const bytes of await Promise.all(downloads)) expect(bytes.equals(whole)).toBe(true)
    expect(onEnd).toHaveBeenCalledTimes(5)
    expect(onError).not.toHaveBeenCalled()
  })

  test('small files are sent together, but no more of them than the answer has room for', async () => {
    const taken: (() => void)[] = []
    const room = 16 * 1024
    const answer = new Writable({
      highWaterMark: room,
      write: (_piece, _encoding, done) => void taken.push(done),
    })
    const entries = Array.from({ length: 100 }, (_, index) => entryOf(`${index}.txt`, 'x'.repeat(1000)))
    const onEnd = vi.fn()
    const archive = planArchive(entries, MODIFIED)
    const reader = toArchiveStream(archive.write(), { onError: vi.fn(), onEnd, answer }).getReader()
    const read = reader.read()
    await until('the answer is full', () => answer.writableNeedDrain)
    await new Promise(resolve => setImmediate(resolve))
    expect(taken).toHaveLength(1)
    expect(answer.writableLength).toBeGreaterThanOrEqual(room)
    expect(answer.writableLength).toBeLessThan(room + 1100)
    while (taken.length > 0 || onEnd.mock.calls.length === 0) {
      taken.shift()?.()
      await new Promise(resolve => setImmediate(resolve))
    }
    expect((await read).done).toBe(true)
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(archive.size)
  })

  test('a client that disconnects ends the reading, without an error of the archive', async () => {
    const { onEnd, onError, url } = await serve(filesOf(40))
    const answer = await fetch(url)
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await until('the reading has ended', () => onEnd.mock.calls.length > 0)
    expect(onEnd).toHaveBeenCalledOnce()
    expect(onError).not.toHaveBeenCalled()
    expect(destroyArchiveStreams(new Error('over'))).toBe(0)
  })

  test('a damaged file ends the answer before its last piece', async () => {
    const [good, bad] = filesOf(2) as [ArchiveEntry, ArchiveEntry]
    const { onEnd, onError, url } = await serve([good, { ...bad, crc32: (bad.crc32 ^ 1) >>> 0 }])
    const answer = await fetch(url)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(ArchiveError))
    expect(onEnd).toHaveBeenCalledOnce()
  })
})
