import { nameOle } from './name-ole.ts'
import { ReadError } from './read-error.ts'
import { readText } from './read-text.ts'
import { sniff } from './sniff.ts'
import { IMPORT_BYTES_MAX, type ReadOverrides, type Table } from './table.ts'

/**
 * A file as lines of text, whatever program wrote it: workbook or delimited text, told apart by their bytes and never
 * by the name. Throws `ReadError` and nothing else. Meant for a worker.
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

/** The spreadsheet library is loaded by whoever has a workbook, and by nobody else. */
async function read(bytes: Uint8Array, overrides: ReadOverrides): Promise<Table> {
  const kind = sniff(bytes)
  if (kind === 'text') return readText(bytes, overrides)
  if (kind === 'ole') throw new ReadError(nameOle(bytes))
  if (kind !== 'zip') throw new ReadError(kind)
  const { readWorkbook } = await import('./read-workbook.ts')
  return readWorkbook(bytes, overrides)
}
