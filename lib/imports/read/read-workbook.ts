import { openWorkbook } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { ReadOverrides, Table } from './table.ts'
import { toLines } from './to-lines.ts'
import { toTable } from './to-table.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** The text of one sheet of an XLSX file: the chosen one, else the first visible one that is not empty. */
export async function readWorkbook(bytes: Uint8Array, { sheet }: ReadOverrides): Promise<Table> {
  const { sheets, open } = openWorkbook(await unpackWorkbook(bytes))
  const candidates = sheet !== undefined && sheets.includes(sheet) ? [sheet] : sheets
  for (const name of candidates) {
    const lines = toLines(open(name))
    if (lines.length === 0) continue
    return toTable(lines, { kind: 'workbook', encoding: null, delimiter: null, sheet: name, sheets })
  }
  throw new ReadError('empty')
}
