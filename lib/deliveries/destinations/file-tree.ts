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
/** By them the desk knows its own list again. */
export const MANIFEST_COLUMNS = ['file', 'edited_at'] as const
const MANIFEST_MAX_BYTES = 64 * 1024 * 1024

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

/**
 * A folder as a destination: a photo is one file for each rendition, under the names of its system. Others may have files there,
 * too: none of them is replaced unasked, nor taken away. Throws `list_there` where somebody else's list has the name of ours.
 */
export async function toDestination(
  tree: FileTree,
  atOnce: number,
  signal: AbortSignal,
): Promise<OpenDestination> {
  await requireOwnList(tree, signal)
  const sweep = createSweep(tree)
  /** Files that change their names do so one after another: two that swap them would take each other away. */
  let moves: Promise<unknown> = Promise.resolve()

  async function put({ files, before, mayReplace }: DeliveredPhoto, signal: AbortSignal): Promise<Receipt> {
    // Ours may vanish while it is read (a withdrawn approval): that is no error of the destination.
    const photos = await Promise.all(files.map(({ path }) => readFile(path)))
    for (const file of files)
      if (!before?.places.includes(file.name) && !mayReplace?.(file.name))
        await requireFree(tree, file, signal)
    for (const [index, { name }] of files.entries()) {
      await sweep(toPath(name), signal)
      await tree.write(toPath(name), photos[index] ?? Buffer.alloc(0), signal)
    }
    const receipt = toReceipt(files)
    // What another one lies under by now is as good as gone.
    for (const old of before ? without(before, receipt) : [])
      if (await isAnotherFile(tree, old.place, receipt.places, signal)) await removeOurs(tree, old, signal)
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

    async findTaken(names, signal) {
      const there = new Set<string>()
      for (const folder of new Set(names.map(toFolder)))
        for (const { name } of await listOrNone(tree, folder, signal)) there.add(posix.join(folder, name))
      return new Set(names.filter(name => there.has(name)))
    },

    async put(photo, signal) {
      if (!photo.before || without(photo.before, toReceipt(photo.files)).length === 0)
        return put(photo, signal)
      const moved = moves.then(() => put(photo, signal))
      moves = moved.catch(() => {})
      return moved
    },

    async remove(receipt, signal) {
      let isChanged = false
      for (const lying of toLying(receipt)) if (!(await removeOurs(tree, lying, signal))) isChanged = true
      if (isChanged) throw new DestinationError('changed_there')
    },

    async check(receipt, signal) {
      let is: 'there' | 'other' = 'there'
      for (const { place, sha256, bytes } of toLying(receipt)) {
        const size = await tree.size(place, signal)
        if (size === null) return 'gone'
        if (bytes === null ? !(await holds(tree, { place, sha256, size }, signal)) : size !== bytes)
          is = 'other'
      }
      return is
    },

    async has({ files, before }, signal) {
      // What it lay under before may lie there still.
      if (before && without(before, toReceipt(files)).length > 0) return 'no'
      for (const file of files) if ((await findThere(tree, file, signal)) !== 'same') return 'no'
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
    const folder = toFolder(name)
    const sweeping = swept.get(folder) ?? sweepFolder(folder, signal)
    swept.set(folder, sweeping)
    await sweeping
  }
}

/** One file of a receipt; `bytes` is null in those of earlier versions. */
type Lying = { place: string; sha256: string; bytes: number | null }

/** The version says what lay in each file, in the order of the places. */
function toReceipt(files: readonly DeliveryFile[]): Receipt {
  return {
    places: files.map(({ name }) => toPath(name)),
    version: files.map(({ sha256, bytes }) => `${sha256}/${bytes}`).join(' '),
  }
}

function toLying({ places, version }: Receipt): Lying[] {
  const contents = version?.split(' ') ?? []
  return places.map((place, index) => {
    const [sha256 = '', bytes] = contents[index]?.split('/') ?? []
    return { place, sha256, bytes: bytes === undefined ? null : Number(bytes) }
  })
}

/** Of what was delivered before, what now lies under another name or not at all. */
function without(before: Receipt, now: Receipt): Lying[] {
  return toLying(before).filter(({ place }) => !now.places.includes(place))
}

/** On a share that does not tell capitals apart, the old name of a file is its new one. */
async function isAnotherFile(
  tree: FileTree,
  old: string,
  now: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const like = now.find(place => fold(place) === fold(old))
  if (like === undefined) return true
  const there = (await listOrNone(tree, toFolder(old), signal)).map(({ name }) => name)
  return [old, like].every(place => there.includes(posix.basename(place)))
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** False when it holds something else by now, and is somebody else's. */
async function removeOurs(tree: FileTree, { place, sha256 }: Lying, signal: AbortSignal): Promise<boolean> {
  const size = await tree.size(place, signal)
  if (size === null) return true
  if (!(await holds(tree, { place, sha256, size }, signal))) return false
  await tree.remove(place, signal)
  return true
}

async function holds(
  tree: FileTree,
  { place, sha256, size }: { place: string; sha256: string; size: number },
  signal: AbortSignal,
): Promise<boolean> {
  if (size > READ_MAX_BYTES) return false
  const there = await tree.read(place, size, signal)
  return there !== null && hashBytes(there) === sha256
}

/** What lies under the name of a file: nothing, the same, or something else. */
async function findThere(
  tree: FileTree,
  { name, bytes, sha256 }: DeliveryFile,
  signal: AbortSignal,
): Promise<'nothing' | 'same' | 'other'> {
  const place = toPath(name)
  const size = await tree.size(place, signal)
  if (size === null) return 'nothing'
  return size === bytes && (await holds(tree, { place, sha256, size }, signal)) ? 'same' : 'other'
}

async function requireFree(tree: FileTree, file: DeliveryFile, signal: AbortSignal): Promise<void> {
  if ((await findThere(tree, file, signal)) === 'other') throw new DestinationError('file_there')
}

async function requireOwnList(tree: FileTree, signal: AbortSignal): Promise<void> {
  const size = await tree.size(MANIFEST, signal)
  if (size === null || size === 0) return
  const list = size > MANIFEST_MAX_BYTES ? null : await tree.read(MANIFEST, size, signal)
  const ours = MANIFEST_COLUMNS.map(name => `"${name}"`).join(',')
  if (!list?.toString('utf8').startsWith(ours)) throw new DestinationError('list_there')
}

async function listOrNone(tree: FileTree, folder: string, signal: AbortSignal) {
  return tree.list(folder, signal).catch((thrown: unknown) => {
    if (thrown instanceof DestinationError && thrown.code === 'no_such_place') return []
    throw thrown
  })
}

/** Of a file, below the tree's own, which is `''`. */
function toFolder(name: string): string {
  return name.includes('/') ? posix.dirname(name) : ''
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
