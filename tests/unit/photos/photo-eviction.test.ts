import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { until } from '#tests/support/until.ts'

type Readdir = (path: string, options?: { recursive?: boolean }) => Promise<unknown>
const realReaddir = vi.importActual<{ readdir: Readdir }>('node:fs/promises').then(({ readdir }) => readdir)
/** The real function, unless a test removes files in the middle. */
const readdirHere = vi.hoisted(() => vi.fn<Readdir>())
vi.mock('node:fs/promises', async original => ({ ...(await original<object>()), readdir: readdirHere }))

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const BOUNDS = { photoStoreMaxBytes: 1000, photoStoreMs: 3 * DAY_MS }

let folder: string
beforeEach(() => {
  readdirHere.mockImplementation(async (path, options) => (await realReaddir)(path, options))
  folder = join(applySettings({ PHOTO_STORE_MAX_MB: '16' }).dataDir, 'photos')
  mkdirSync(join(folder, 'key', '7'), { recursive: true })
})

/** Stores a file that was last used `unusedMs` ago. */
function store(name: string, { bytes = 100, unusedMs = 0 }: { bytes?: number; unusedMs?: number } = {}) {
  const path = join(folder, 'key', '7', name)
  writeFileSync(path, Buffer.alloc(bytes))
  const usedAt = new Date(Date.now() - unusedMs)
  utimesSync(path, usedAt, usedAt)
  return path
}

const left = () => readdirSync(join(folder, 'key', '7')).sort()
const open = () => import('#lib/photo-store/photo-eviction.ts')

describe('the eviction', () => {
  test('the eviction leaves a store alone that is within its limits', async () => {
    store('a.jpg', { bytes: 1000, unusedMs: 3 * DAY_MS - MINUTE_MS })
    expect(await (await open()).sweep(folder, BOUNDS)).toBe(1000)
    expect(left()).toEqual(['a.jpg'])
  })

  test('the eviction of a store that is too large takes the least recently used photos', async () => {
    const ages = [3, 11, 7, 1, 9, 2, 8, 5, 10, 4, 6]
    for (const age of ages) store(`${age}.jpg`, { unusedMs: age * MINUTE_MS })
    expect(await (await open()).sweep(folder, BOUNDS)).toBe(900)
    expect(left()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(age => `${age}.jpg`))
  })

  test('the eviction takes photos unused for the days of the setting, even with room left', async () => {
    store('old.jpg', { unusedMs: 3 * DAY_MS + MINUTE_MS })
    store('used.jpg')
    expect(await (await open()).sweep(folder, BOUNDS)).toBe(100)
    expect(left()).toEqual(['used.jpg'])
  })

  test('the eviction keeps pinned photos, however old and however full', async () => {
    const { pinPhoto } = await import('#lib/photo-store/photo-pins.ts')
    const unpin = pinPhoto(store('needed.jpg', { bytes: 2000, unusedMs: 9 * DAY_MS }))
    store('other.jpg', { unusedMs: MINUTE_MS })
    const { sweep } = await open()
    expect(await sweep(folder, BOUNDS)).toBe(2000)
    expect(left()).toEqual(['needed.jpg'])
    unpin()
    expect(await sweep(folder, BOUNDS)).toBe(0)
  })

  test('the eviction in a shared folder keeps photos that other desks may have pinned', async () => {
    const shared = join(folder, '..')
    applySettings({ PHOTO_STORE_DIR: shared, PORTRAIT_API_URL: 'https://portraits.example.com/api/v1' })
    const { sweep } = await open()
    const bounds = { ...BOUNDS, photoStoreDir: shared }
    store('lately.jpg', { bytes: 2000, unusedMs: 14 * MINUTE_MS })
    store('unused.jpg', { bytes: 500, unusedMs: 16 * MINUTE_MS })
    const mine = store('mine.jpg', { bytes: 500, unusedMs: 20 * MINUTE_MS })
    const { pinPhoto } = await import('#lib/photo-store/photo-pins.ts')
    onTestFinished(pinPhoto(mine))
    await until('its time says that it is used', () => Date.now() - statSync(mine).mtimeMs < MINUTE_MS)
    expect(await sweep(folder, bounds)).toBe(2500)
    expect(left()).toEqual(['lately.jpg', 'mine.jpg'])
  })

  test('the eviction takes abandoned partial files, and none that is being written', async () => {
    store('dead.partial', { unusedMs: 11 * MINUTE_MS })
    store('alive.partial', { bytes: 5000, unusedMs: 9 * MINUTE_MS })
    await (await open()).sweep(folder, BOUNDS)
    expect(left()).toEqual(['alive.partial'])
  })

  test('the eviction takes no photo that is being written or was just handed out', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { saveWhole } = await import('#lib/photo-store/save-file.ts')
    const { sweep } = await open()
    const sweepLater = () => {
      vi.setSystemTime(Date.now() + 9 * DAY_MS)
      return sweep(folder, { photoStoreMaxBytes: 0, photoStoreMs: 0 })
    }
    const { path } = await saveWhole(join(folder, 'key', '7'), async partial => {
      writeFileSync(partial, 'whole')
      await sweepLater()
      return { path: join(folder, 'key', '7', 'new.jpg') }
    })
    await sweepLater()
    expect(readFileSync(path, 'utf8')).toBe('whole')
    vi.advanceTimersByTime(MINUTE_MS)
    await sweepLater()
    expect(left()).toEqual([])
  })

  test('the eviction takes no photo that was just found, however old and however full', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { findPhoto } = await import('#lib/photo-store/photo-store.ts')
    const { toFileName } = await import('#lib/photo-store/photo-file.ts')
    const ref = { employeeId: 7, variant: 'standard', size: null, editedAt: '2026-10-07' } as const
    const name = toFileName(ref, { bytes: 100, crc32: 1, sha256: '0'.repeat(64), pixels: null })
    store(name, { unusedMs: 9 * DAY_MS })
    const { sweep } = await open()
    expect((await findPhoto('key', ref))?.bytes).toBe(100)
    await sweep(folder, { photoStoreMaxBytes: 0, photoStoreMs: 0 })
    expect(left()).toEqual([name])
    vi.advanceTimersByTime(MINUTE_MS)
    await sweep(folder, { photoStoreMaxBytes: 0, photoStoreMs: 0 })
    expect(left()).toEqual([])
  })

  test('the eviction counts all other photos while a folder is being removed', async () => {
    store('a.jpg')
    const going = join(folder, 'key', '8')
    mkdirSync(going)
    readdirHere.mockImplementation(async (path, options) => {
      // A recursive read of Node fails for a folder that was deleted in the middle.
      if (path === going || options?.recursive) rmSync(going, { recursive: true, force: true })
      if (options?.recursive) throw Object.assign(new Error('gone'), { code: 'ENOENT' })
      return (await realReaddir)(path, options)
    })
    expect(await (await open()).sweep(folder, BOUNDS)).toBe(100)
    expect(existsSync(going)).toBe(false)
  })

  test('the eviction reports a store that cannot be read, instead of taking it for empty', async () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in its place')
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { sweep, noteAdded } = await open()
    await expect(sweep(folder, BOUNDS)).rejects.toMatchObject({ code: 'ENOTDIR' })
    // One line for many photos in sequence.
    await noteAdded(folder, 1)
    await noteAdded(folder, 1)
    expect(said.mock.calls.filter(([line]) => String(line).includes('"photos_not_counted"'))).toHaveLength(1)
  })

  test('the eviction of a store that was never used removes nothing', async () => {
    expect(await (await open()).sweep(join(folder, 'nowhere'), BOUNDS)).toBe(0)
  })
})

describe('a growing store', () => {
  const MAX = 16 * 1024 * 1024

  test('a growing store is swept at first, because its earlier size is unknown', async () => {
    store('old.jpg', { unusedMs: 3 * DAY_MS + MINUTE_MS })
    await (await open()).noteAdded(folder, 1)
    expect(left()).toEqual([])
  })

  test('a growing store is swept again as soon as it passes its limit, and not before', async () => {
    const { noteAdded } = await open()
    await noteAdded(folder, 1)
    store('1.jpg', { bytes: MAX, unusedMs: 2 * MINUTE_MS })
    await noteAdded(folder, MAX)
    expect(left()).toEqual(['1.jpg'])
    store('2.jpg', { bytes: 1, unusedMs: MINUTE_MS })
    await noteAdded(folder, 1)
    expect(left()).toEqual(['2.jpg'])
  })

  test('a store that exceeds its limit with pinned photos is searched now and then only', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { pinPhoto } = await import('#lib/photo-store/photo-pins.ts')
    const { noteAdded } = await open()
    const unpin = pinPhoto(store('needed.jpg', { bytes: 2 * MAX }))
    await noteAdded(folder, 1)
    unpin()
    await noteAdded(folder, 1)
    expect(left()).toEqual(['needed.jpg'])
    vi.advanceTimersByTime(11_000)
    await noteAdded(folder, 1)
    expect(left()).toEqual([])
  })
})
