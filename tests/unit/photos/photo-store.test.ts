import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DeskError } from '#lib/errors.ts'
import type { PhotoRef } from '#lib/photo-store/photo-file.ts'
import type { PhotoDownload } from '#lib/portrait-api/client.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { downloadOf, fakeClient } from '#tests/support/fake-client.ts'
import { smallJpeg, smallPng } from '#tests/support/images.ts'
import { until } from '#tests/support/until.ts'

const REF: PhotoRef = {
  employeeId: 7,
  variant: 'standard',
  size: null,
  editedAt: '2026-10-07T14:03:00+02:00',
}
const PHOTO = smallJpeg('Jörg')
const LARGE_JPEG = await sharp({
  create: {
    width: 200,
    height: 300,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .jpeg()
  .toBuffer()
const CUT = downloadOf(PHOTO.subarray(0, 9), { contentLength: null })

let dataDir: string
beforeEach(() => {
  dataDir = applySettings().dataDir
})

/** Opens the store with a service that gives these downloads in sequence. */
async function open(...downloads: (() => PhotoDownload | Promise<PhotoDownload>)[]) {
  const queue = downloads.values()
  const downloadPhoto = vi.fn(async () => {
    const next = queue.next()
    if (next.done) throw new Error('The test expected no further download.')
    return next.value()
  })
  const client = fakeClient({ downloadPhoto })
  const store = await import('#lib/photo-store/photo-store.ts')
  // The class of the freshly loaded store.
  const { DeskError } = await import('#lib/errors.ts')
  return {
    client,
    downloadPhoto,
    fail: (code: ConstructorParameters<typeof DeskError>[0]) => new DeskError(code),
    fetchPhoto: (ref = REF, signal?: AbortSignal) =>
      store.fetchPhoto(client, ref, { ...(signal && { signal }) }),
    /** Takes as long as the check of the disk with which every fetch begins. */
    findPhoto: () => store.findPhoto(client.keyFingerprint, REF),
    files: () => {
      const folder = store.personFolder(client.keyFingerprint, 7)
      return existsSync(folder) ? readdirSync(folder) : []
    },
  }
}

const whole = () => downloadOf(PHOTO)

test('a nearly full disk stops batch fetches, while an interactive fetch may use the reserve', async () => {
  vi.doMock('#lib/process/disk-room.ts', () => ({
    requireDiskRoom: async () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    },
  }))
  onTestFinished(() => void vi.doUnmock('#lib/process/disk-room.ts'))
  const { client, downloadPhoto, fetchPhoto } = await open(whole)
  const { fetchPhoto: fetch } = await import('#lib/photo-store/photo-store.ts')
  for (const lane of ['background', 'idle'] as const)
    await expect(fetch(client, REF, { lane })).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(downloadPhoto).not.toHaveBeenCalled()
  expect((await fetchPhoto()).bytes).toBe(PHOTO.length)
})

describe('a photo', () => {
  test('a photo is fetched once, and read from the disk from then on', async () => {
    const { fetchPhoto, downloadPhoto } = await open(whole)
    const first = await fetchPhoto()
    expect(readFileSync(first.path)).toEqual(PHOTO)
    expect(await fetchPhoto()).toEqual(first)
    expect(downloadPhoto).toHaveBeenCalledOnce()
  })

  test('a used photo gets the time of its use, and keeps it when used again at once', async () => {
    const { fetchPhoto } = await open(whole)
    const { path } = await fetchPhoto()
    const hourAgo = new Date(Date.now() - 60 * 60_000)
    utimesSync(path, hourAgo, hourAgo)
    await fetchPhoto()
    const used = statSync(path).mtimeMs
    expect(used).toBeGreaterThan(hourAgo.getTime() + 59 * 60_000)
    await fetchPhoto()
    expect(statSync(path).mtimeMs).toBe(used)
  })

  test('a photo is returned with its length, its CRC-32 and its SHA-256', async () => {
    const { fetchPhoto } = await open(whole)
    expect(await fetchPhoto()).toMatchObject({
      bytes: PHOTO.length,
      crc32: crc32(PHOTO),
      sha256: createHash('sha256').update(PHOTO).digest('hex'),
    })
  })

  test('a photo is in a folder of its key that only its owner may read', async () => {
    const { fetchPhoto, client } = await open(whole)
    const { path } = await fetchPhoto()
    expect(path.startsWith(join(dataDir, 'photos', client.keyFingerprint, '7'))).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  })

  test('a photo after a retake is a new photo', async () => {
    const { fetchPhoto, downloadPhoto } = await open(whole, () => downloadOf(smallJpeg('new')))
    await fetchPhoto()
    const retake = await fetchPhoto({ ...REF, editedAt: '2026-10-09T08:00:00+02:00' })
    expect(readFileSync(retake.path)).toEqual(smallJpeg('new'))
    expect(downloadPhoto).toHaveBeenCalledTimes(2)
  })

  test('a photo is the same one in any notation of its time of editing', async () => {
    const { fetchPhoto, downloadPhoto } = await open(whole)
    const first = await fetchPhoto()
    for (const editedAt of ['2026-10-07T12:03:00Z', '2026-10-07T12:03:00.000000Z'])
      expect(await fetchPhoto({ ...REF, editedAt })).toEqual(first)
    expect(downloadPhoto).toHaveBeenCalledOnce()
  })

  test('a photo named by an earlier version of the desk moves to its current place', async () => {
    const { fetchPhoto, downloadPhoto } = await open(whole)
    const first = await fetchPhoto()
    const named = basename(first.path).replace('2026-10-07T120300Z', '2026-10-07T140300+0200')
    expect(named).not.toBe(basename(first.path))
    renameSync(first.path, join(dirname(first.path), named))
    expect(await fetchPhoto({ ...REF, editedAt: '2026-10-07T12:03:00.0Z' })).toEqual(first)
    expect(readFileSync(first.path)).toEqual(PHOTO)
    expect(downloadPhoto).toHaveBeenCalledOnce()
  })

  test('a photo whose version differs by a microsecond is another photo', async () => {
    const { fetchPhoto, downloadPhoto } = await open(whole, () => downloadOf(smallJpeg('new')))
    await fetchPhoto()
    const other = await fetchPhoto({ ...REF, editedAt: '2026-10-07T14:03:00.000001+02:00' })
    expect(readFileSync(other.path)).toEqual(smallJpeg('new'))
    expect(downloadPhoto).toHaveBeenCalledTimes(2)
  })

  test('a photo of another key is fetched with that key', async () => {
    const { fetchPhoto } = await open(whole)
    await fetchPhoto()
    const other = {
      ...fakeClient({ downloadPhoto: vi.fn(async () => whole()) }),
      keyFingerprint: '0'.repeat(32),
    }
    const { fetchPhoto: fetch } = await import('#lib/photo-store/photo-store.ts')
    await fetch(other, REF, {})
    expect(other.downloadPhoto).toHaveBeenCalledOnce()
  })

  test('a photo whose file was truncated on disk is fetched again', async () => {
    const { fetchPhoto, files } = await open(whole, whole)
    const { path } = await fetchPhoto()
    truncateSync(path, 5)
    expect(readFileSync((await fetchPhoto()).path)).toEqual(PHOTO)
    expect(files()).toHaveLength(1)
  })
})

describe('bodies that are not whole', () => {
  const broken = {
    'breaks off': () => downloadOf(PHOTO.subarray(0, 9), { contentLength: PHOTO.length }),
    'merely ends early': () => CUT,
    'is no image': () => downloadOf(Buffer.from('<!doctype html>'), { contentLength: null }),
    'is of the other kind': () => ({ ...downloadOf(smallPng()), contentType: 'image/jpeg' as const }),
    'is no picture between its ends': () =>
      downloadOf(Buffer.concat([PHOTO.subarray(0, 3), Buffer.alloc(200, 7), PHOTO.subarray(-2)])),
    'is a picture that is damaged inside': () => {
      const png = smallPng()
      png.fill(7, png.indexOf('IDAT') + 4, png.indexOf('IDAT') + 12)
      return downloadOf(png)
    },
    'is a JPEG of which the middle is missing': () => {
      const middle = LARGE_JPEG.length >> 1
      return downloadOf(Buffer.concat([LARGE_JPEG.subarray(0, middle), LARGE_JPEG.subarray(middle + 500)]), {
        contentLength: null,
      })
    },
    'is longer than announced': () => downloadOf(PHOTO, { contentLength: 3 }),
  }

  test.each(Object.entries(broken))(
    'a body that %s is fetched again and leaves nothing behind',
    async (_, download) => {
      const { fetchPhoto, files, downloadPhoto } = await open(download, whole)
      const { path } = await fetchPhoto()
      expect(readFileSync(path)).toEqual(PHOTO)
      expect(files()).toHaveLength(1)
      expect(downloadPhoto).toHaveBeenCalledTimes(2)
    },
  )

  test('a body that is incomplete three times fails, and leaves no file', async () => {
    const refuse = vi.fn((error: DeskError) => error)
    const cut = () => ({ ...downloadOf(PHOTO.subarray(0, 9), { contentLength: null }), refuse })
    const { fetchPhoto, files, downloadPhoto } = await open(cut, cut, cut)
    await expect(fetchPhoto()).rejects.toMatchObject({ code: 'photo_damaged' })
    expect(files()).toEqual([])
    // Each download has its line in the log.
    expect(refuse).toHaveBeenCalledTimes(3)
    expect(downloadPhoto).toHaveBeenCalledTimes(3)
  })

  test('a body whose connection was lost is fetched again', async () => {
    const { fetchPhoto, fail, files } = await open(
      () => downloadOf(PHOTO.subarray(0, 9), { breaksWith: fail('service_unreachable') }),
      whole,
    )
    await fetchPhoto()
    expect(files()).toHaveLength(1)
  })
})

test.each([
  ['JPEG', PHOTO],
  ['PNG', smallPng()],
])('a %s with a line end and a zero behind it is kept unchanged, and fetched once', async (_, picture) => {
  const bytes = Buffer.concat([picture, Buffer.from('\n\0')])
  const { fetchPhoto, downloadPhoto } = await open(() => downloadOf(bytes))
  const { path } = await fetchPhoto()
  expect(readFileSync(path)).toEqual(bytes)
  expect(downloadPhoto).toHaveBeenCalledOnce()
})

test.each([
  ['p06-padded-3-nul.jpg', 'image/jpeg'],
  ['p07-trailing-newline.jpg', 'image/jpeg'],
  ['p10-motion-photo.jpg', 'image/jpeg'],
  ['q08-trailing-bytes.png', 'image/png'],
] as const)('the file %s is stored unchanged', async (name, contentType) => {
  const bytes = readFileSync(`tests/fixtures/cases/${name}`)
  const { fetchPhoto, downloadPhoto } = await open(() => ({ ...downloadOf(bytes), contentType }))
  const { path } = await fetchPhoto()
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(downloadPhoto).toHaveBeenCalledOnce()
})

describe('an unavailable photo', () => {
  test.each([
    'not_approved',
    'not_available',
    'key_rejected',
    'service_unreachable',
    'bad_service_answer',
  ] as const)(
    'an unavailable photo is not fetched again here, as the transport has retried: %s',
    async code => {
      const store = await open(() => {
        throw store.fail(code)
      })
      await expect(store.fetchPhoto()).rejects.toMatchObject({ code })
      expect(store.downloadPhoto).toHaveBeenCalledOnce()
    },
  )
})

describe('the final name of a photo', () => {
  test('a file has its final name only once it is whole', async () => {
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>()
    const { fetchPhoto, files } = await open(() => {
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(Uint8Array.from(PHOTO.subarray(0, 9)))
          await rest
          controller.enqueue(Uint8Array.from(PHOTO.subarray(9)))
          controller.close()
        },
      })
      return { contentType: 'image/jpeg', contentLength: PHOTO.length, body, refuse: error => error }
    })
    const photo = fetchPhoto()
    await until('the download has begun', () => files().length > 0)
    expect(files()).toEqual([expect.stringMatching(/\.partial$/)])
    sendRest()
    const { path } = await photo
    expect(files().map(name => join(path, '..', name))).toEqual([path])
  })

  test('a temporary file of a crash is ignored', async () => {
    const { fetchPhoto, files, client } = await open(whole, whole)
    const { path } = await fetchPhoto()
    writeFileSync(join(path, '..', 'crash.partial'), 'half')
    await fetchPhoto({ ...REF, size: { index: 1, label: 'Web', width: 8, height: 8 } })
    expect(client.downloadPhoto).toHaveBeenCalledTimes(2)
    expect(files()).toContain('crash.partial')
  })
})

describe('concurrent callers for one photo', () => {
  test('two callers at once share one download', async () => {
    const { fetchPhoto, downloadPhoto } = await open(whole)
    const [one, other] = await Promise.all([fetchPhoto(), fetchPhoto()])
    expect(one).toEqual(other)
    expect(downloadPhoto).toHaveBeenCalledOnce()
  })

  test('a shared download continues for the second caller when the first one leaves', async () => {
    const { promise: download, resolve: arrive } = Promise.withResolvers<PhotoDownload>()
    const { fetchPhoto, downloadPhoto } = await open(() => download)
    const caller = new AbortController()
    const first = fetchPhoto(REF, caller.signal)
    const second = fetchPhoto()
    await until('the download has begun', () => downloadPhoto.mock.calls.length === 1)
    caller.abort(new Error('left'))
    await expect(first).rejects.toThrow('left')
    arrive(whole())
    expect(readFileSync((await second).path)).toEqual(PHOTO)
    expect(downloadPhoto).toHaveBeenCalledOnce()
  })

  test('an interactive caller does not wait for the download of an export', async () => {
    const { client, downloadPhoto, fetchPhoto } = await open(() => new Promise(() => {}), whole)
    const store = await import('#lib/photo-store/photo-store.ts')
    void store.fetchPhoto(client, REF, { lane: 'background' })
    await until('the export waits', () => downloadPhoto.mock.calls.length === 1)
    expect(readFileSync((await fetchPhoto()).path)).toEqual(PHOTO)
  })
})

describe('the pixels of a photo', () => {
  const SIZE = { index: 0, label: 'Web', width: 8, height: 4 }
  const BADGE = { ...SIZE, label: 'Badge', width: 8, height: 8 }
  const imageOf = (width: number, height: number, orientation = 1) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer()

  /** Fetches the photo of a size from a service that now has these sizes. */
  async function fetchSized(photo: Buffer, sizes: (typeof SIZE)[]) {
    const { client, fetchPhoto, files } = await open(() => downloadOf(photo))
    const listImageSizes = vi.mocked(client.listImageSizes).mockResolvedValue(sizes)
    return { files, listImageSizes, photo: fetchPhoto({ ...REF, size: SIZE }) }
  }

  test.each([
    ['stands', 8, 4, 1],
    ['lies and is turned by whoever shows it', 4, 8, 6],
  ])(
    'the pixels are those of the size when the photo %s, without a call',
    async (_, width, height, orientation) => {
      const { photo, listImageSizes } = await fetchSized(await imageOf(width, height, orientation), [])
      expect((await photo).pixels).toEqual({ width: 8, height: 4 })
      expect(listImageSizes).not.toHaveBeenCalled()
    },
  )

  test('other pixels in the same size are taken from the photo itself', async () => {
    const { photo } = await fetchSized(await imageOf(8, 8), [SIZE])
    expect(await photo).toMatchObject({ pixels: { width: 8, height: 8 } })
    expect((await photo).path).toContain('_8x8_')
  })

  test.each([
    ['size_changed', [BADGE]],
    ['unknown_size', []],
  ])('other pixels because of another size leave no file: %s', async (code, sizes) => {
    const { photo, files } = await fetchSized(await imageOf(8, 8), sizes)
    await expect(photo).rejects.toMatchObject({ code })
    expect(files()).toEqual([])
  })

  test('a photo stored for a size by its index alone is not handed out', async () => {
    const { client, fetchPhoto, downloadPhoto } = await open(() => downloadOf(PHOTO))
    const { personFolder } = await import('#lib/photo-store/photo-store.ts')
    const folder = personFolder(client.keyFingerprint, 7)
    mkdirSync(folder, { recursive: true })
    const old = smallJpeg('of before')
    const facts = [
      old.length,
      crc32(old).toString(16).padStart(8, '0'),
      createHash('sha256').update(old).digest('hex'),
    ]
    writeFileSync(join(folder, `standard-0-${REF.editedAt.replaceAll(':', '')}_${facts.join('_')}.jpg`), old)
    const { path } = await fetchPhoto({ ...REF, size: { ...SIZE, height: 8 } })
    expect(readFileSync(path)).toEqual(PHOTO)
    expect(downloadPhoto).toHaveBeenCalledOnce()
  })
})
