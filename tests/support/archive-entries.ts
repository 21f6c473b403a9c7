import { crc32 } from 'node:zlib'
import type { Archive } from '#lib/exports/archive/archive.ts'
import type { ArchiveEntry } from '#lib/exports/archive/archive-entry.ts'

/** An entry whose bytes are at hand, handed out in pieces. */
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
