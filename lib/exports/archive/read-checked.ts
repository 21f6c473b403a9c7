import { crc32 as updateCrc32 } from 'node:zlib'
import type { ArchiveEntry } from './archive-entry.ts'
import { ArchiveError } from './archive-error.ts'
import { type ByteRange, overlap } from './byte-range.ts'

/**
 * The wanted bytes of an entry. The whole entry is read also when a range wants a part of it, because only the whole
 * proves its length and checksum; the last wanted chunk is held back until they have proven right, so that nobody can
 * take a damaged file for a good one.
 */
export async function* readChecked(
  entry: ArchiveEntry | undefined,
  { size: expectedSize, crc32: expectedCrc }: { size: number; crc32: number },
  wanted: ByteRange,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let crc = 0
  let held: Uint8Array | undefined
  for await (const chunk of entry?.open() ?? []) {
    const at = size
    size += chunk.byteLength
    crc = updateCrc32(chunk, crc)
    if (size > expectedSize) break
    const part = overlap(wanted, at, size)
    if (!part) continue
    if (held) yield held
    held = chunk.subarray(part.first - at, part.end - at)
  }
  if (size !== expectedSize || crc !== expectedCrc)
    throw new ArchiveError(`An entry of ${expectedSize} bytes is damaged on disk.`, entry?.name ?? '')
  if (held) yield held
}
