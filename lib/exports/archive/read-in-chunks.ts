import 'server-only'
import { open } from 'node:fs/promises'

/**
 * Measured on 8 MB photos: 128 KiB gave 1,500 MB/s, 64 KiB 880, 512 KiB 600, where each chunk is new memory that the
 * system must hand out first.
 */
const CHUNK_BYTES = 128 * 1024

/** A file from its first byte to its last; closed also when the reader stops early. */
export async function* readInChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    for (let at = 0; at < size; ) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
