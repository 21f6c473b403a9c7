import { crc32 } from 'node:zlib'
import type { Archive, ArchiveEntry } from '#lib/exports/archive/archive.ts'

/** An entry whose bytes are in memory, read in pieces. */
export function entryOf(name: string, content: string | Uint8Array, pieceBytes = 7): ArchiveEntry {
  const bytes = Buffer.from(content)
  return {
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    },
  }
}

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function toBytes(archive: Archive): Promise<Buffer> {
  return collect(archive.write())
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** 16 MiB of zeros: a run of them is a hole in a file, which takes no space on the disk. */
export const PIECE_OF_ZEROS = Buffer.alloc(16 * 1024 * 1024)

/** 257 of these pieces: just over 4 GiB, with the CRC-32 from zlib. */
export const MORE_THAN_4_GIB: ArchiveEntry = {
  name: 'zeros.png',
  size: 257 * PIECE_OF_ZEROS.length,
  crc32: 1_152_334_754,
  async *open() {
    for (let piece = 0; piece < 257; piece += 1) yield PIECE_OF_ZEROS
  },
}
