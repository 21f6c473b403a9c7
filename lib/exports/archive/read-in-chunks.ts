import 'server-only'
import { open } from 'node:fs/promises'
import { singleton } from '#lib/singleton.ts'

/** Larger ones are not faster, and smaller ones ask the system too often (measured in docs/benchmarks.md). */
const CHUNK_BYTES = 256 * 1024
/** Beyond these, memory that was given back goes to whoever wants it. */
const SPARE_MAX = 16

/**
 * A file from its first byte to its last; closed also when the reader stops early. New memory for each chunk costs more than
 * reading it: whoever is done with one hands it to `giveBack`, and does not look at it again.
 */
export async function* readInChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
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
    await file.close()
  }
}

/** What was read somewhere else is left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  const { lent, spare } = chunks()
  if (lent.delete(buffer) && spare.length < SPARE_MAX) spare.push(buffer)
}

function takeChunk(): Buffer {
  const { lent, spare } = chunks()
  const buffer = spare.pop() ?? new ArrayBuffer(CHUNK_BYTES)
  lent.add(buffer)
  return Buffer.from(buffer)
}

function chunks(): { lent: WeakSet<ArrayBufferLike>; spare: ArrayBufferLike[] } {
  return singleton('archive-chunks', () => ({ lent: new WeakSet(), spare: [] }))
}
