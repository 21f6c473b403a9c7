import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { collect } from '#tests/support/archive-entries.ts'
import { smallJpeg } from '#tests/support/images.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { createServiceClient } from '#tests/support/service-client.ts'

const JPEG = smallJpeg('x'.repeat(5000))

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation(line => void lines.push(String(line)))
})

/** Downloads a photo that the service sends in this way. */
async function download(headers: Record<string, string>, { status = 200, bytes = JPEG } = {}) {
  const server = await startServer(response => response.writeHead(status, headers).end(bytes))
  const client = createServiceClient(server.origin)
  return client.downloadPhoto(1, { variant: 'standard', size: null })
}

describe('a photo', () => {
  test.each([
    'image/jpeg',
    'Image/JPEG; charset=binary',
    'image/jpg',
    'image/pjpeg',
    'image/png',
    'application/octet-stream',
    'BINARY/Octet-Stream',
    '',
  ])('a photo may have the type %j, because its bytes decide what it is', async type => {
    const photo = await download(type ? { 'content-type': type } : {})
    expect(photo.contentType).toBe('image/jpeg')
    expect((await collect(photo.body)).equals(JPEG)).toBe(true)
    expect(lines).toEqual([])
  })

  test('a photo may be compressed, and then has no announced length', async () => {
    const bytes = gzipSync(JPEG)
    const headers = { 'content-type': 'image/jpeg', 'content-encoding': 'gzip' }
    const photo = await download({ ...headers, 'content-length': String(bytes.length) }, { bytes })
    expect(photo.contentLength).toBeNull()
    expect((await collect(photo.body)).equals(JPEG)).toBe(true)
  })

  test('a photo may come with its length, uncompressed, or in chunks without a length', async () => {
    const headers = { 'content-type': 'image/jpeg', 'content-length': String(JPEG.length) }
    for (const sent of [headers, { ...headers, 'content-encoding': 'Identity' }]) {
      const photo = await download(sent)
      expect([photo.contentLength, (await collect(photo.body)).length]).toEqual([JPEG.length, JPEG.length])
    }
    const chunked = await download({ 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' })
    expect([chunked.contentLength, (await collect(chunked.body)).length]).toEqual([null, JPEG.length])
  })

  test.each([
    ['a page', { 'content-type': 'text/html' }, 200],
    ['data', { 'content-type': 'application/json' }, 202],
    ['a part that nobody asked for', { 'content-type': 'image/jpeg', 'content-range': 'bytes 0-9/99' }, 206],
  ])('a photo is not %s, and the log has a line', async (_, headers, status) => {
    await expect(download(headers, { status })).rejects.toMatchObject({ code: 'bad_service_answer' })
    expect(lines.map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({
        event: 'service_trouble',
        call: 'GET employees/{id}/photo',
        status,
        type: headers['content-type'],
      }),
    ])
  })

  test('a photo that turns out not to be one is logged under the reference that users see', async () => {
    const { DeskError } = await import('#lib/errors.ts')
    const photo = await download({ 'content-type': 'application/octet-stream' })
    await photo.body.cancel()
    const error = photo.refuse(new DeskError('bad_service_answer'))
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'service_trouble', request: error.requestId })
  })
})
