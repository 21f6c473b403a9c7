import { posix } from 'node:path'
import { DestinationError } from './destination.ts'

export type ListedFile = { name: string; bytes: number; writtenAt: Date }

/** Files by folder; null for a folder that cannot be read. */
type Listed = ReadonlyMap<string, readonly ListedFile[] | null>

/** Lists the files of all folders of these names. A folder that cannot be read is null, and stops no other. */
export async function listFolders(
  list: (folder: string, signal: AbortSignal) => Promise<ListedFile[]>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Listed> {
  const listed = new Map<string, readonly ListedFile[] | null>()
  for (const folder of new Set(names.map(toFolder))) {
    const files = await list(folder, signal).catch((thrown: unknown) => {
      if (!(thrown instanceof DestinationError)) throw thrown
      if (folder !== '' && thrown.code === 'no_such_place') return []
      if (folder !== '' && (thrown.isOfOnePerson || thrown.code === 'not_allowed')) return null
      throw thrown
    })
    listed.set(folder, files)
  }
  return listed
}

/**
 * Returns the size in bytes; null when the file is missing, undefined when that is unknown. Shares may spell a name in
 * their own way.
 */
export function findListed(listed: Listed, name: string): number | null | undefined {
  const files = listed.get(toFolder(name))
  if (!files) return undefined
  const wanted = posix.basename(name)
  const file = files.find(one => one.name === wanted) ?? files.find(one => fold(one.name) === fold(wanted))
  return file ? file.bytes : null
}

export function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Returns the folder of a file, below the folder of the tree, which is `''`. */
export function toFolder(name: string): string {
  return name.includes('/') ? posix.dirname(name) : ''
}
