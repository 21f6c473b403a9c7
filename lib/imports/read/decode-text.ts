import { hasBytes } from './list-zip-entries.ts'
import type { Encoding } from './table.ts'

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const SAMPLE_BYTES = 4_096

/**
 * The text, and the encoding it was taken for: the byte order mark; else UTF-16 by its empty halves; else UTF-8 when
 * every byte of it is valid; else what a German Windows writes. A mark never becomes part of the text.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): { text: string; encoding: Encoding } {
  const encoding =
    chosen ?? byMark(bytes) ?? byEmptyHalves(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function byMark(bytes: Uint8Array): Encoding | undefined {
  if (hasBytes(bytes, UTF_8_MARK)) return 'utf-8'
  if (hasBytes(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (hasBytes(bytes, [0xfe, 0xff])) return 'utf-16be'
  return undefined
}

/** Of a Western text in UTF-16, nearly every other byte is zero; of any other encoding, none is. */
function byEmptyHalves(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 5
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
