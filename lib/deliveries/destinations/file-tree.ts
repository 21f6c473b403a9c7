import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import {
  type DeliveredPhoto,
  type DeliveryFile,
  DestinationError,
  type OpenDestination,
  type Receipt,
} from './destination.ts'

/** What programs read to know what lies there; it comes last, so whoever waits for it finds all files. */
export const MANIFEST = 'portraits.csv'

/** No photo is larger: what is, is somebody else's, and is not read. */
const READ_MAX_BYTES = 256 * 1024 * 1024

/** Of ours, and left by a desk that was killed, or whose connection was cut, while it wrote. */
const TEMPORARY = /^\.portrait-desk-[0-9a-f]{12}\.part$/
/** A file that has not grown for so long does not grow any more. */
const LEFT_OVER_MS = 15 * 60_000

/** Under this name a file comes, always the same one: what was left in the middle is replaced when it is sent again. */
export function toTemporary(path: string): string {
  const name = hashBytes(Buffer.from(path)).slice(0, 12)
  return posix.join(posix.dirname(path), `.portrait-desk-${name}.part`)
}

/** A folder somewhere. Names are relative to it, with `/` between folders, and never lead out of it. */
export type FileTree = {
  /** Its address, for people. */
  where: string
  /** Whole or not at all: under another name first, which nobody takes for a photo. */
  write(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /** Not much more than `bytes`, whatever it says of its length; null when there is no such file. */
  read(name: string, bytes: number, signal: AbortSignal): Promise<Buffer | null>
  /** In bytes; null when there is no such file. */
  size(name: string, signal: AbortSignal): Promise<number | null>
  /** What is not there is no error. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** The files of a folder, not counting those in its folders; `''` is the folder itself. */
  list(folder: string, signal: AbortSignal): Promise<{ name: string; writtenAt: Date }[]>
  close(): Promise<void>
}

/** A folder as a destination: a photo is one file for each rendition, under the names of its system. */
export function toDestination(tree: FileTree, atOnce: number): OpenDestination {
  const sweep = createSweep(tree)
  /** Files that change their names do so one after another: two that swap them would take each other away. */
  let moves: Promise<unknown> = Promise.resolve()

  async function put({ files, before }: DeliveredPhoto, signal: AbortSignal): Promise<Receipt> {
    // Ours may vanish while it is read (a withdrawn approval): that is no error of the destination.
    const photos = await Promise.all(files.map(({ path }) => readFile(path)))
    for (const [index, { name }] of files.entries()) {
      await sweep(toPath(name), signal)
      await tree.write(toPath(name), photos[index] ?? Buffer.alloc(0), signal)
    }
    const receipt = toReceipt(files)
    if (before) await removeAll(tree, without(before, receipt), signal)
    return receipt
  }

  return {
    atOnce,
    close: () => tree.close(),

    async test(signal) {
      const name = `portrait-desk-test-${randomBytes(6).toString('hex')}.txt`
      const bytes = Buffer.from('Portrait Desk tries whether it can write here. This file may be removed.\n')
      await tree.write(name, bytes, signal)
      const read = await tree.read(name, bytes.length, signal)
      await tree.remove(name, signal)
      if (!read?.equals(bytes)) throw new DestinationError('refused', { message: 'It reads back otherwise.' })
      if ((await tree.size(name, signal)) !== null)
        throw new DestinationError('not_allowed', { message: 'Files cannot be removed.' })
      const values = { where: tree.where, count: (await tree.list('', signal)).length }
      return [{ code: 'folder', values }]
    },

    async put(photo, signal) {
      if (!photo.before || without(photo.before, toReceipt(photo.files)).places.length === 0)
        return put(photo, signal)
      const moved = moves.then(() => put(photo, signal))
      moves = moved.catch(() => {})
      return moved
    },

    remove: (receipt, signal) => removeAll(tree, receipt, signal),

    async has({ files, before }, signal) {
      // What it lay under before may lie there still.
      if (before && without(before, toReceipt(files)).places.length > 0) return 'no'
      for (const { name, bytes, sha256 } of files) {
        if ((await tree.size(toPath(name), signal)) !== bytes) return 'no'
        const there = await tree.read(toPath(name), bytes, signal)
        if (!there || hashBytes(there) !== sha256) return 'no'
      }
      return toReceipt(files)
    },

    async finish(manifest, signal) {
      await sweep(MANIFEST, signal)
      await tree.write(MANIFEST, manifest, signal)
    },
  }
}

/** Before the first file comes into a folder, half files that were left there go: they are photos of somebody. */
function createSweep(tree: FileTree): (name: string, signal: AbortSignal) => Promise<void> {
  const swept = new Map<string, Promise<void>>()

  async function sweepFolder(folder: string, signal: AbortSignal): Promise<void> {
    const there = await tree.list(folder, signal).catch(() => [])
    for (const { name, writtenAt } of there)
      if (TEMPORARY.test(name) && Date.now() - writtenAt.getTime() > LEFT_OVER_MS)
        await tree.remove(posix.join(folder, name), signal).catch(() => {})
  }

  return async (name, signal) => {
    const folder = name.includes('/') ? posix.dirname(name) : ''
    const sweeping = swept.get(folder) ?? sweepFolder(folder, signal)
    swept.set(folder, sweeping)
    await sweeping
  }
}

/** The version says what lay in each file, in the order of the places. */
function toReceipt(files: readonly DeliveryFile[]): Receipt {
  return {
    places: files.map(({ name }) => toPath(name)),
    version: files.map(({ sha256 }) => sha256).join(' '),
  }
}

/** Of what was delivered before, what now lies under another name or not at all. */
function without({ places, version }: Receipt, now: Receipt): Receipt {
  const hashes = version?.split(' ') ?? []
  const left = places.flatMap((place, index) =>
    now.places.includes(place) ? [] : [{ place, hash: hashes[index] ?? '' }],
  )
  return { places: left.map(({ place }) => place), version: left.map(({ hash }) => hash).join(' ') }
}

/** A file that holds something else by now is somebody else's. */
async function removeAll(tree: FileTree, { places, version }: Receipt, signal: AbortSignal): Promise<void> {
  const hashes = version?.split(' ') ?? []
  for (const [index, place] of places.entries()) {
    const size = await tree.size(place, signal)
    if (size === null || size > READ_MAX_BYTES) continue
    const there = await tree.read(place, size, signal)
    if (there && hashBytes(there) === hashes[index]) await tree.remove(place, signal)
  }
}

/** Names come from people's data. What would lead out of the folder is refused, whatever made it. */
function toPath(name: string): string {
  requireInside(name)
  if (name === MANIFEST) throw new DestinationError('refused', { message: 'The list of files is called so.' })
  return name
}

/** Throws `refused` for what is no plain path below a folder. */
export function requireInside(name: string): void {
  const parts = name.split('/')
  if (parts.some(part => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new DestinationError('refused', { message: 'A file cannot be called so.' })
}

/** SHA-256 in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
