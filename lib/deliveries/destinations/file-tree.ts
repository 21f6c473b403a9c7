import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import {
  type DeliveredPhoto,
  type DeliveryFile,
  DestinationError,
  type Found,
  type OpenDestination,
  type Receipt,
} from './destination.ts'
import { findListed, fold, type ListedFile, listFolders, toFolder } from './file-listing.ts'
import { type Lying, ofFiles, toLying, toReceipt } from './file-receipts.ts'

const { basename } = posix

/** List of our files for programs. It is written last, so a program that waits for it finds all files. */
export const MANIFEST = 'portraits.csv'
/** Columns by which the desk recognizes its own list. */
export const MANIFEST_COLUMNS = ['file', 'edited_at'] as const
const MANIFEST_HEAD = /^\ufeff?"?file"?[,;\t]"?edited_at\b/
const MANIFEST_HEAD_BYTES = 64

/** Maximum size of a photo. A larger file is not ours, and is not read. */
const READ_MAX_BYTES = 256 * 1024 * 1024

/** Temporary files of the desk. They are left when it is killed or disconnected while it writes. */
const TEMPORARY = /^\.portrait-desk-[0-9a-f]{12}\.part$/
/** Age (ms) of temporary files that are deleted: a file that has not grown for this long grows no more. */
const LEFT_OVER_MS = 15 * 60_000

/** Returns the temporary name of a file. It is always the same, so the next try replaces a partial file. */
export function toTemporary(path: string): string {
  const name = hashBytes(Buffer.from(path)).slice(0, 12)
  return posix.join(posix.dirname(path), `.portrait-desk-${name}.part`)
}

/** A folder somewhere. Names are relative to it, with `/` between folders, and never lead out of it. */
export type FileTree = {
  /** Its address, as users see it. */
  where: string
  /** Writes the whole file or nothing: first under a temporary name that nothing takes for a photo. */
  write(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /** Reads not much more than `bytes`, whatever length the server states; null when there is no such file. */
  read(name: string, bytes: number, signal: AbortSignal): Promise<Buffer | null>
  /**
   * Returns SHA-256 in hex of this many bytes and one more, so that a longer file has another hash. Null when there is
   * no such file.
   */
  hash(name: string, bytes: number, signal: AbortSignal): Promise<string | null>
  /** Returns the size in bytes; null when the name is free, -1 when it is no file. */
  size(name: string, signal: AbortSignal): Promise<number | null>
  /** Deletes a file. A missing file is no error. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Lists the files of a folder, without those of its subfolders; `''` is the folder itself. */
  list(folder: string, signal: AbortSignal): Promise<ListedFile[]>
  close(): Promise<void>
}

/**
 * A folder as a destination: a photo is one file for each rendition, under the names of its system. Others may have
 * files there, too. If the list there is not ours (`list_there`), nothing is delivered, but our files are still
 * removed.
 */
export async function toDestination(
  tree: FileTree,
  atOnce: number,
  signal: AbortSignal,
): Promise<OpenDestination> {
  const ownsList = await isOwnList(tree, signal)
  const sweep = createSweep(tree)
  /** Changes of file names run one after another: two files that swap names would delete each other. */
  let moves: Promise<unknown> = Promise.resolve()

  function requireOwnList(): void {
    if (!ownsList) throw new DestinationError('list_there')
  }

  async function put(photo: DeliveredPhoto, signal: AbortSignal): Promise<Receipt> {
    const { files, before } = photo
    requireOwnList()
    // Our own file may be deleted while it is read (a withdrawn approval): that is no error of the destination.
    const photos = await Promise.all(files.map(({ path }) => readFile(path)))
    const written: DeliveryFile[] = []
    try {
      for (const [index, file] of files.entries()) {
        await sweep(toPath(file.name), signal)
        await tree.write(toPath(file.name), photos[index] ?? Buffer.alloc(0), signal)
        written.push(file)
      }
      // Earlier files that are left stay in our receipt.
      const left = before ? await giveUpOthers(before, photo, signal) : []
      return toReceipt([...ofFiles(files), ...left])
    } catch (cause) {
      if (written.length === 0 || !(cause instanceof DestinationError)) throw cause
      const { code, message, retryAfterMs } = cause
      const left = toReceipt([...ofFiles(written), ...(before ? without(before, written) : [])])
      throw new DestinationError(code, { message, retryAfterMs, left, cause })
    }
  }

  /**
   * Deletes earlier files with other names. Returns those that now hold something else, and may still show the person.
   */
  async function giveUpOthers(
    before: Receipt,
    { files, isOfOther }: DeliveredPhoto,
    signal: AbortSignal,
  ): Promise<Lying[]> {
    const left: Lying[] = []
    for (const old of without(before, files)) {
      if (isOfOther?.(old.place) || !(await isAnotherFile(tree, old.place, files, signal))) continue
      if ((await removeOurs(tree, old, signal)) === 'other') left.push(old)
    }
    return left
  }

  return {
    atOnce,
    close: () => tree.close(),

    async test(signal) {
      requireOwnList()
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
      requireOwnList()
      const listed = await listFolders(tree.list, names, signal)
      return new Set(names.filter(name => findListed(listed, name) !== null))
    },

    async requireFree(files, known, signal) {
      for (const { name, sha256, bytes } of files) {
        const size = await tree.size(toPath(name), signal)
        if (size === null) continue
        // A file with a length that none of ours has is not worth reading.
        const mayBeOurs = size === bytes || known.lengths.has(size) || known.lengths.has(null)
        const there = mayBeOurs ? await hashOf(tree, { name, size }, signal) : null
        if (there === null || (there !== sha256 && !known.contents.has(there)))
          throw new DestinationError('file_there')
      }
    },

    async put(photo, signal) {
      if (!photo.before || without(photo.before, photo.files).length === 0) return put(photo, signal)
      const moved = moves.then(() => put(photo, signal))
      moves = moved.catch(() => {})
      return moved
    },

    async remove(receipt, signal) {
      const found: Found[] = []
      for (const lying of toLying(receipt)) found.push(await removeOurs(tree, lying, signal))
      if (found.includes('other')) throw new DestinationError('changed_there')
      return found.includes('gone') ? 'gone' : 'removed'
    },

    async check(receipts, signal) {
      const lying = receipts.map(toLying)
      const names = lying.flat().map(({ place }) => place)
      const listed = await listFolders(tree.list, names, signal)
      return lying.map(files => {
        const found = files.map(({ place, bytes }) => {
          const size = findListed(listed, place)
          if (size === undefined) return null
          if (size === null) return 'gone'
          return bytes === null || size === bytes ? 'there' : 'other'
        })
        if (found.includes('gone')) return 'gone'
        return found.includes('other') ? 'other' : found.includes(null) ? null : 'there'
      })
    },

    async has({ files, before }, signal) {
      // The photo may still be there under its earlier name.
      if (before && without(before, files).length > 0) return 'no'
      for (const { name, bytes, sha256 } of files) {
        const size = await tree.size(toPath(name), signal)
        if (size !== bytes || (await hashOf(tree, { name, size }, signal)) !== sha256) return 'no'
      }
      return toReceipt(ofFiles(files))
    },

    async finish(manifest, signal) {
      requireOwnList()
      await sweep(MANIFEST, signal)
      await tree.write(MANIFEST, manifest, signal)
    },

    async leave(signal) {
      if (ownsList) await tree.remove(MANIFEST, signal)
    },
  }
}

/** Deletes partial files in a folder before the first file is written there: they are photos of people. */
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

/** Returns earlier files whose name is no longer used. */
function without(before: Receipt, files: readonly DeliveryFile[]): Lying[] {
  return toLying(before).filter(({ place }) => !files.some(({ name }) => name === place))
}

/** True when the earlier name is another file. On a share that ignores case, it may be the new file. */
async function isAnotherFile(
  tree: FileTree,
  old: string,
  files: readonly DeliveryFile[],
  signal: AbortSignal,
): Promise<boolean> {
  const like = files.find(({ name }) => fold(name) === fold(old))
  if (!like) return true
  const there = await listFolders(tree.list, [old, like.name], signal)
  return [old, like.name].every(name => there.get(toFolder(name))?.some(file => file.name === basename(name)))
}

/** Deletes a file if it is ours. Returns what was found. */
async function removeOurs(
  tree: FileTree,
  { place, sha256, bytes }: Lying,
  signal: AbortSignal,
): Promise<Found> {
  const size = await tree.size(place, signal)
  if (size === null) return 'gone'
  if (bytes !== null && size !== bytes) return 'other'
  if ((await hashOf(tree, { name: place, size }, signal)) !== sha256) return 'other'
  await tree.remove(place, signal)
  if ((await tree.size(place, signal)) !== null) throw new DestinationError('still_there')
  return 'there'
}

/** Returns SHA-256 in hex; null for a file that cannot be a photo, or has disappeared. */
async function hashOf(
  tree: FileTree,
  { name, size }: { name: string; size: number },
  signal: AbortSignal,
): Promise<string | null> {
  if (size < 0 || size > READ_MAX_BYTES) return null
  return tree.hash(name, size, signal)
}

/** True when the list is ours, or missing. A spreadsheet changes its quotes and separators when it saves the list. */
async function isOwnList(tree: FileTree, signal: AbortSignal): Promise<boolean> {
  const size = await tree.size(MANIFEST, signal)
  if (size === null || size === 0) return true
  const list = size < 0 ? null : await tree.read(MANIFEST, MANIFEST_HEAD_BYTES, signal)
  return list !== null && MANIFEST_HEAD.test(list.toString('utf8'))
}

/** Names come from people's data. A name that leads out of the folder is refused, whatever its origin. */
function toPath(name: string): string {
  requireInside(name)
  if (name === MANIFEST) throw new DestinationError('refused', { message: 'The list of files is called so.' })
  return name
}

/** Throws `refused` for anything but a plain path below a folder. */
export function requireInside(name: string): void {
  const parts = name.split('/')
  if (parts.some(part => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new DestinationError('refused', { message: 'A file cannot be called so.' })
}

/** SHA-256 in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
