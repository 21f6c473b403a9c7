import 'server-only'
import { open } from 'node:fs/promises'
import { singleton } from '#lib/singleton.ts'

/** Processor time of a gigabyte, measured: 128 KiB take 614 ms, 256 KiB 458, 512 KiB 627, 1 MiB 508. */
const CHUNK_BYTES = 256 * 1024
/** Of what was given back, this much stays when no file is read; while some are, all of it is about to be used again. */
const SPARE_KEPT = 8

/**
 * A file from its first byte to its last; closed also when the reader stops early. New memory for each chunk costs more than
 * reading it: whoever is done with one hands it to `giveBack`, and does not look at it again.
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

/** What was read somewhere else is left alone. */
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
