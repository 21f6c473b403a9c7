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

/** A sweep makes some room, so that the next photo does not cause the next sweep. */
const FILL_AFTER_SWEEP = 0.9
/** Old photos leave also when nothing new comes in. */
const SWEEP_EVERY_MS = 60 * 60_000
/** In a folder that several desks share others add to it as well: each counts anew so often what is there. */
const COUNT_SHARED_EVERY_MS = 5 * 60_000
/** When all that is too much is needed by somebody, looking again with each new photo would find the same. */
const SWEEP_AGAIN_MS = 10_000
/** A partial file that nobody has written to for so long was left by a process that died. */
const ABANDONED_MS = 10 * 60_000

type Bounds = Pick<Env, 'photoStoreMaxBytes' | 'photoStoreMs'> & Partial<Pick<Env, 'photoStoreDir'>>
type File = { path: string; bytes: number; usedAt: number }
/** `bytes` is null before the first sweep, `left` what the last one had to leave; times are of the monotonic clock. */
type Shelf = { bytes: number | null; left: number; sweptAt: number; sweeping: Promise<void> | null }

/** What the store holds, in bytes. Looked for in the folder when nobody has yet. */
export async function measureStore(folder: string): Promise<number> {
  await noteAdded(folder, 0)
  return getShelf().bytes ?? 0
}

/** Tells the store that it has grown; sweeps when it is too large, when the last sweep is long ago, or at first. */
export async function noteAdded(folder: string, bytes: number): Promise<void> {
  const shelf = getShelf()
  if (shelf.bytes !== null) shelf.bytes += bytes
  if (!isDue(shelf)) return
  shelf.sweeping ??= sweep(folder, getEnv())
    .then(left => {
      shelf.bytes = left
      shelf.left = left
    })
    // Whoever has just stored a photo has it all the same.
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
 * Removes what is too old, then what was unused longest, until the folder is within its bound. What an export still
 * needs stays. Returns the bytes that are left. Throws what the disk says of a folder that is there and cannot be read.
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
    // Not awaited: between the look for pins and the removal nobody may be told that the file is there.
    rmSync(file.path, { force: true })
    await immediately()
    bytes -= file.bytes
  }
  return bytes
}

/** Whether another desk may need it. */
function isOthers({ path }: File): boolean {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts !== undefined && Date.now() - facts.mtimeMs < OTHERS_PIN_MS
}

/** Folder by folder: one that is removed meanwhile takes only its own files from the list. */
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
