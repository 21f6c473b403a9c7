import 'server-only'
import { open } from 'node:fs/promises'

/** Large enough that the work per chunk does not count, small enough that a hundred slow downloads fit in memory. */
const CHUNK_BYTES = 512 * 1024

/** A file from its first byte to its last; closed also when the reader stops early. */
export async function* readInChunks(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  for (let at = 0; at < size; ) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
