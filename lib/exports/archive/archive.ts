import { crc32 as updateCrc32 } from 'node:zlib'
import { centralHeader, endRecords, localHeader, type ZipEntryFacts } from './records.ts'

/** A file whose size and checksum are known before its first byte is read. */
export type ArchiveEntry = {
  /** File name as it appears in the archive; must be safe already. */
  name: string
  size: number
  crc32: number
  open(): AsyncIterable<Uint8Array>
}

export type Archive = {
  /** Exact length in bytes. */
  size: number
  /** The bytes from the first to the last. Throws ArchiveError when a file is not what the plan said. */
  write(): AsyncGenerator<Uint8Array, void>
}

/** The archive cannot be completed. Its stream must be destroyed, never ended. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** Plans a ZIP of stored entries. Nothing is read yet; every offset is known, so nothing can shift later. */
export function planArchive(entries: ArchiveEntry[], modified: Date): Archive {
  const facts: ZipEntryFacts[] = []
  let offset = 0
  for (const { name, size, crc32 } of entries) {
    const fact = { name: Buffer.from(name, 'utf8'), size, crc32, modified, offset }
    facts.push(fact)
    offset += localHeader(fact).length + size
  }
  const directorySize = facts.reduce((sum, fact) => sum + centralHeader(fact).length, 0)
  const end = endRecords({ entries: facts.length, size: directorySize, offset })
  return {
    size: offset + directorySize + end.length,
    async *write() {
      for (const [index, fact] of facts.entries()) {
        yield localHeader(fact)
        yield* readChecked(entries[index], fact)
      }
      for (const fact of facts) yield centralHeader(fact)
      yield end
    },
  }
}

/** The entry's bytes; its last one is held back until its length and checksum have proven right. */
async function* readChecked(
  entry: ArchiveEntry | undefined,
  fact: ZipEntryFacts,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let crc = 0
  let held: Uint8Array | undefined
  for await (const chunk of entry?.open() ?? []) {
    size += chunk.byteLength
    crc = updateCrc32(chunk, crc)
    if (size > fact.size) break
    if (held) yield held
    held = chunk
  }
  if (size !== fact.size || crc !== fact.crc32)
    throw new ArchiveError(`An entry of ${fact.size} bytes is damaged on disk.`)
  if (held) yield held
}
