import { ReadError } from './read-error.ts'

export type ZipEntry = {
  name: string
  /** 0: stored, 8: deflated. */
  method: number
  isEncrypted: boolean
  crc: number
  packedBytes: number
  bytes: number
  /** Offset of the local header in the file. */
  at: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const COMMENT_MAX_BYTES = 65_535
/** A workbook has a few dozen. */
const ENTRIES_MAX = 10_000
/** Placeholder for a size that is in the ZIP64 field instead, as Java's streaming writers do it. */
const ELSEWHERE = 0xffffffff

/** Reads the central directory of a ZIP file (APPNOTE 4.3.12). Throws `ReadError`. */
export function listZipEntries(file: Uint8Array): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > ENTRIES_MAX) throw new ReadError('zip_bomb')
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > file.length || view.getUint32(at, true) !== CENTRAL)
      throw new ReadError('broken')
    const nameBytes = view.getUint16(at + 28, true)
    const extraBytes = view.getUint16(at + 30, true)
    const extraAt = at + CENTRAL_BYTES + nameBytes
    entries.push({
      name: new TextDecoder().decode(file.subarray(at + CENTRAL_BYTES, extraAt)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      ...readSizes(view, at, { from: extraAt, to: extraAt + extraBytes }),
    })
    at = extraAt + extraBytes + view.getUint16(at + 32, true)
  }
  return entries
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX_BYTES)
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at
  }
  throw new ReadError('broken')
}

type Range = { from: number; to: number }

function readSizes(view: DataView, at: number, extra: Range): Pick<ZipEntry, 'bytes' | 'packedBytes' | 'at'> {
  const sizes = {
    bytes: view.getUint32(at + 24, true),
    packedBytes: view.getUint32(at + 20, true),
    at: view.getUint32(at + 42, true),
  }
  let field = findZip64(view, extra)
  for (const key of ['bytes', 'packedBytes', 'at'] as const) {
    if (sizes[key] !== ELSEWHERE || field === null) continue
    sizes[key] = Number(view.getBigUint64(field, true))
    field += 8
  }
  return sizes
}

/** Offset of the ZIP64 field (APPNOTE 4.5.3), or null. */
function findZip64(view: DataView, { from, to }: Range): number | null {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 0x0001) return at + 4
  }
  return null
}

export function hasBytes(bytes: Uint8Array, wanted: readonly number[], at = 0): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte)
}

/** True when the bytes contain an ASCII text as UTF-16LE, the encoding of names in an OLE container. */
export function hasWideText(bytes: Uint8Array, text: string): boolean {
  const wanted = [...text].flatMap(letter => [letter.charCodeAt(0), 0])
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (hasBytes(bytes, wanted, at)) return true
  }
  return false
}
