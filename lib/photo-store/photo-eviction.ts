import 'server-only'
import { rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as immediately } from 'node:timers/promises'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { type Env, getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { isPinned, OTHERS_PIN_MS } from './photo-pins.ts'

/** Share of the bound that is left after a sweep, so that the next photo does not cause the next sweep. */
const FILL_AFTER_SWEEP = 0.9
/** Interval of sweeps when no photo is added: old photos are deleted too. */
const SWEEP_EVERY_MS = 60 * 60_000
/** Interval of counting in a shared folder, because other desks add files as well. */
const COUNT_SHARED_EVERY_MS = 5 * 60_000
/**
 * Minimum interval of sweeps that cannot free enough space: if all files are pinned, each new photo would cause another
 * one.
 */
const SWEEP_AGAIN_MS = 10_000
/** Age after which a partial file counts as left by a process that died. */
const ABANDONED_MS = 10 * 60_000

type Bounds = Pick<Env, 'photoStoreMaxBytes' | 'photoStoreMs'> & Partial<Pick<Env, 'photoStoreDir'>>
type File = { path: string; bytes: number; usedAt: number }
/**
 * `bytes` is null before the first sweep; `left` is what the last one had to keep. Times are of the monotonic clock.
 */
type Shelf = { bytes: number | null; left: number; sweptAt: number; sweeping: Promise<void> | null }

/** Returns the size of the store in bytes. Counts the files in the folder at the first call. */
export async function measureStore(folder: string): Promise<number> {
  await noteAdded(folder, 0)
  return getShelf().bytes ?? 0
}

/** Adds to the store's size. Sweeps when it is too large, when the last sweep is long ago, and at first. */
export async function noteAdded(folder: string, bytes: number): Promise<void> {
  const shelf = getShelf()
  if (shelf.bytes !== null) shelf.bytes += bytes
  if (!isDue(shelf)) return
  shelf.sweeping ??= sweep(folder, getEnv())
    .then(left => {
      shelf.bytes = left
      shelf.left = left
    })
    // The photo was stored all the same, so the caller must not fail.
    .catch(error => log('error', 'photos_not_counted', { ...describeError(error) }))
    .finally(() => {
      shelf.sweptAt = performance.now()
      shelf.sweeping = null
    })
  await shelf.sweeping
}

function getShelf(): Shelf {
  return singleton('photo-shelf', () => ({
    bytes: null,
    left: 0,
    sweptAt: Number.NEGATIVE_INFINITY,
    sweeping: null,
  }))
}

function isDue({ bytes, left, sweptAt }: Shelf): boolean {
  const sinceMs = performance.now() - sweptAt
  if (bytes === null) return sinceMs > SWEEP_AGAIN_MS
  const { photoStoreMaxBytes, photoStoreDir } = getEnv()
  if (sinceMs > (photoStoreDir === null ? SWEEP_EVERY_MS : COUNT_SHARED_EVERY_MS)) return true
  return bytes > photoStoreMaxBytes && (left <= photoStoreMaxBytes || sinceMs > SWEEP_AGAIN_MS)
}

/**
 * Deletes old files, then the least recently used, until the folder is within its bound. Files that an export still
 * needs are kept. Returns the bytes left. Throws the disk's error for an existing folder that cannot be read.
 */
export async function sweep(
  folder: string,
  { photoStoreMaxBytes, photoStoreMs, photoStoreDir = null }: Bounds,
): Promise<number> {
  const files: File[] = []
  for await (const file of listFiles(folder)) files.push(file)
  files.sort((a, b) => a.usedAt - b.usedAt)
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const bound = bytes > photoStoreMaxBytes ? photoStoreMaxBytes * FILL_AFTER_SWEEP : photoStoreMaxBytes
  for (const file of files) {
    const unusedMs = Date.now() - file.usedAt
    const partial = file.path.endsWith('.partial')
    if (partial ? unusedMs < ABANDONED_MS : unusedMs < photoStoreMs && bytes <= bound) continue
    if (isPinned(file.path) || (photoStoreDir !== null && isOthers(file))) continue
    // Not awaited: between the check of pins and the deletion, no caller may find the file.
    rmSync(file.path, { force: true })
    await immediately()
    bytes -= file.bytes
  }
  return bytes
}

/** True when another desk may need the file. */
function isOthers({ path }: File): boolean {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts !== undefined && Date.now() - facts.mtimeMs < OTHERS_PIN_MS
}

/** Lists files folder by folder; a folder deleted meanwhile leaves out only its own files. */
async function* listFiles(folder: string): AsyncGenerator<File> {
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    if (!entry.isFile()) continue
    const facts = await unlessGone(stat(path))
    if (facts) yield { path, bytes: facts.size, usedAt: facts.mtimeMs }
  }
}

async function unlessGone<Found>(looking: Promise<Found>): Promise<Found | null> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
