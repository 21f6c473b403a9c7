import { hasBytes, hasWideText } from './list-zip-entries.ts'
import { ReadError, type ReadProblem } from './read-error.ts'
import { readText } from './read-text.ts'
import { IMPORT_BYTES_MAX, type ReadOverrides, type Table } from './table.ts'

const MAGIC = [
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'ole'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'pdf'],
  [[0x89, 0x50, 0x4e, 0x47], 'image'],
  [[0xff, 0xd8, 0xff], 'image'],
  [[0x47, 0x49, 0x46, 0x38], 'image'],
  [[0x52, 0x49, 0x46, 0x46], 'image'],
  [[0x49, 0x49, 0x2a, 0x00], 'image'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'image'],
  [[0x50, 0x4b, 0x05, 0x06], 'archive'],
  [[0x1f, 0x8b], 'archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'archive'],
  [[0x52, 0x61, 0x72, 0x21], 'archive'],
] as const

/**
 * Reads a file of any program as lines of text: a workbook or delimited text, detected by its bytes and never by its
 * name. Throws only `ReadError`. Runs in a worker.
 */
export async function readTable(bytes: Uint8Array, overrides: ReadOverrides = {}): Promise<Table> {
  if (bytes.length > IMPORT_BYTES_MAX) throw new ReadError('too_large')
  if (bytes.length === 0) throw new ReadError('empty')
  try {
    return await read(bytes, overrides)
  } catch (error) {
    throw error instanceof ReadError ? error : new ReadError('broken', { cause: error })
  }
}

/** Loads the spreadsheet library only for a workbook. */
async function read(bytes: Uint8Array, overrides: ReadOverrides): Promise<Table> {
  const kind = sniff(bytes)
  if (kind === 'text') return readText(bytes, overrides)
  if (kind === 'ole') throw new ReadError(nameOle(bytes), { format: 'xls' })
  if (kind !== 'zip') throw new ReadError(kind)
  const { readWorkbook } = await import('./read-workbook.ts')
  return readWorkbook(bytes, overrides)
}

/**
 * Identifies the content of an OLE container ([MS-CFB]) by the names in its directory. Office wraps a
 * password-protected file into one; before 2007 all its programs used it.
 */
function nameOle(bytes: Uint8Array): ReadProblem {
  if (hasWideText(bytes, 'EncryptedPackage')) return 'password_protected'
  if (hasWideText(bytes, 'WordDocument')) return 'word_processor'
  return hasWideText(bytes, 'Workbook') || hasWideText(bytes, 'Book') ? 'other_spreadsheet' : 'not_a_table'
}

/** Detects the type by the first bytes. The file name proves nothing: personnel systems name web pages ".xls". */
function sniff(bytes: Uint8Array): (typeof MAGIC)[number][1] | 'text' {
  return MAGIC.find(([magic]) => hasBytes(bytes, magic))?.[1] ?? 'text'
}
