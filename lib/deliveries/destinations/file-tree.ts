import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type DeliveryFile, DestinationError, type OpenDestination, type Receipt } from './destination.ts'

/** What programs read to know what lies there; it comes last, so whoever waits for it finds all files. */
export const MANIFEST = 'portraits.csv'

/** A folder somewhere. Names are relative to it, with `/` between folders, and never lead out of it. */
export type FileTree = {
  /** Its address, for people. */
  where: string
  /** Whole or not at all: under another name first, which nobody takes for a photo. */
  write(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /** Null when there is no such file. */
  read(name: string, signal: AbortSignal): Promise<Buffer | null>
  /** In bytes; null when there is no such file. */
  size(name: string, signal: AbortSignal): Promise<number | null>
  /** What is not there is no error. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** How many files lie in it, not counting those in folders. */
  count(signal: AbortSignal): Promise<number>
  close(): Promise<void>
}

/** A folder as a destination: a photo is one file for each rendition, under the names of its system. */
export function toDestination(tree: FileTree, atOnce: number): OpenDestination {
  return {
    atOnce,
    close: () => tree.close(),

    async test(signal) {
      const name = `portrait-desk-test-${randomBytes(6).toString('hex')}.txt`
      const bytes = Buffer.from('Portrait Desk tries whether it can write here. This file may be removed.\n')
      await tree.write(name, bytes, signal)
      const read = await tree.read(name, signal)
      await tree.remove(name, signal)
      if (!read?.equals(bytes)) throw new DestinationError('refused', { message: 'It reads back otherwise.' })
      if ((await tree.size(name, signal)) !== null)
        throw new DestinationError('not_allowed', { message: 'Files cannot be removed.' })
      const values = { where: tree.where, count: await tree.count(signal) }
      return [{ code: 'folder', values }]
    },

    async put({ files, before }, signal) {
      // Ours may vanish while it is read (a withdrawn approval): that is no error of the destination.
      const photos = await Promise.all(files.map(({ path }) => readFile(path)))
      for (const [index, { name }] of files.entries())
        await tree.write(toPath(name), photos[index] ?? Buffer.alloc(0), signal)
      const receipt = toReceipt(files)
      if (before) await removeAll(tree, without(before, new Set(receipt.places)), signal)
      return receipt
    },

    remove: (receipt, signal) => removeAll(tree, receipt, signal),

    async has({ files }, signal) {
      for (const { name, bytes, sha256 } of files) {
        if ((await tree.size(toPath(name), signal)) !== bytes) return 'no'
        const there = await tree.read(toPath(name), signal)
        if (!there || hashBytes(there) !== sha256) return 'no'
      }
      return toReceipt(files)
    },

    finish: (manifest, signal) => tree.write(MANIFEST, manifest, signal),
  }
}

/** The version says what lay in each file, in the order of the places. */
function toReceipt(files: readonly DeliveryFile[]): Receipt {
  return {
    places: files.map(({ name }) => toPath(name)),
    version: files.map(({ sha256 }) => sha256).join(' '),
  }
}

function without({ places, version }: Receipt, kept: ReadonlySet<string>): Receipt {
  const hashes = version?.split(' ') ?? []
  const left = places.flatMap((place, index) =>
    kept.has(place) ? [] : [{ place, hash: hashes[index] ?? '' }],
  )
  return { places: left.map(({ place }) => place), version: left.map(({ hash }) => hash).join(' ') }
}

/** A file that holds something else by now is somebody else's. */
async function removeAll(tree: FileTree, { places, version }: Receipt, signal: AbortSignal): Promise<void> {
  const hashes = version?.split(' ') ?? []
  for (const [index, place] of places.entries()) {
    const there = await tree.read(place, signal)
    if (there && hashBytes(there) === hashes[index]) await tree.remove(place, signal)
  }
}

/** Names come from people's data. What would lead out of the folder is refused, whatever made it. */
function toPath(name: string): string {
  const parts = name.split('/')
  if (parts.some(part => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new DestinationError('refused', { message: 'A file cannot be called so.' })
  if (name === MANIFEST) throw new DestinationError('refused', { message: 'The list of files is called so.' })
  return name
}

/** SHA-256 in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
