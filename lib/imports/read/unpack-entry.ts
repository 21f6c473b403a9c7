import type { ZipEntry } from './list-zip-entries.ts'
import { ReadError } from './read-error.ts'

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const LOCAL = 0x04034b50
const LOCAL_BYTES = 30

/**
 * Unpacks an entry, at most `maxBytes` of it, whatever size the directory states. Throws `ReadError` when the content
 * is larger or differs from what was packed.
 */
export async function unpackEntry(file: Uint8Array, entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  const packed = findPacked(file, entry)
  if (entry.method !== 0 && entry.method !== 8) throw new ReadError('broken')
  const content = entry.method === 0 ? packed : await inflate(packed, maxBytes, 'refuse')
  if (content.length > maxBytes) throw new ReadError('zip_bomb')
  if (content.length !== entry.bytes || crc32(content) !== entry.crc) throw new ReadError('broken')
  return content
}

function findPacked(file: Uint8Array, { at, packedBytes }: ZipEntry): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (at + LOCAL_BYTES > file.length || view.getUint32(at, true) !== LOCAL) throw new ReadError('broken')
  const from = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (from + packedBytes > file.length) throw new ReadError('broken')
  return file.subarray(from, from + packedBytes)
}

/** Unpacks at most the first `maxBytes` of an entry, unchecked. */
export async function unpackBegin(file: Uint8Array, entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  const packed = findPacked(file, entry)
  if (entry.method !== 8) return packed.subarray(0, maxBytes)
  return inflate(packed, maxBytes, 'cut')
}

/** Uses a reader, because Safari cannot iterate a stream with `for await`. */
async function inflate(packed: Uint8Array, maxBytes: number, beyond: 'refuse' | 'cut'): Promise<Uint8Array> {
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length
    if (bytes > maxBytes) {
      await reader.cancel()
      if (beyond === 'refuse') throw new ReadError('zip_bomb')
      bytes -= next.value.length
      break
    }
    chunks.push(next.value)
  }
  return join(chunks, bytes)
}

function join(chunks: Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** CRC-32 as in ZIP (ISO 3309). Implemented here, because browsers have none. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
