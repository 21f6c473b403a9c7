import 'server-only'
import { open } from 'node:fs/promises'
import { singleton } from '#lib/singleton.ts'

/** Measured processor time per gigabyte: 614 ms with 128 KiB, 458 with 256 KiB, 627 with 512 KiB, 508 with 1 MiB. */
const CHUNK_BYTES = 256 * 1024
/** Number of returned chunks kept while no file is being read; while one is, all are kept for reuse. */
const SPARE_KEPT = 8

/**
 * Reads a file from start to end, and closes it also when the reader stops early. Allocating each chunk costs more than
 * reading it. A consumer therefore passes a chunk to `giveBack` when done, and must not use it afterwards.
 */
export async function* readInChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  const memory = chunks()
  memory.readers += 1
  try {
    const { size } = await file.stat()
    for (let at = 0; at < size; ) {
      const chunk = takeChunk()
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - at), at)
      if (bytesRead === 0) return
      at += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    memory.readers -= 1
    if (memory.readers === 0) memory.spare.splice(SPARE_KEPT)
    await file.close()
  }
}

/** Returns a chunk for reuse. Ignores memory that was not lent by `readInChunks`. */
export function giveBack({ buffer }: Uint8Array): void {
  const { lent, spare, readers } = chunks()
  if (lent.delete(buffer) && (readers > 0 || spare.length < SPARE_KEPT)) spare.push(buffer)
}

function takeChunk(): Buffer {
  const { lent, spare } = chunks()
  const buffer = spare.pop() ?? new ArrayBuffer(CHUNK_BYTES)
  lent.add(buffer)
  return Buffer.from(buffer)
}

type Chunks = { lent: WeakSet<ArrayBufferLike>; spare: ArrayBufferLike[]; readers: number }

function chunks(): Chunks {
  return singleton('archive-chunks', () => ({ lent: new WeakSet(), spare: [], readers: 0 }))
}
