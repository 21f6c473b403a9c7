import type { CellObject } from '@e965/xlsx'
import { type OpenSheet, openWorkbook } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { ReadOverrides, Table } from './table.ts'
import { toLines } from './to-lines.ts'
import { toTable } from './to-table.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** The text of one sheet of an XLSX file: the chosen one, else the first visible one that is not empty. */
export async function readWorkbook(
  bytes: Uint8Array,
  { sheet, without_hidden: shownOnly = false }: ReadOverrides,
): Promise<Table> {
  const { sheets, open, findHidden } = openWorkbook(await unpackWorkbook(bytes))
  const candidates = sheet !== undefined && sheets.includes(sheet) ? [sheet] : sheets
  for (const name of candidates) {
    const opened = open(name)
    if (!opened) throw new ReadError('broken')
    const all = toLines(opened)
    if (all.length === 0) continue
    const hidden = findHidden(name)
    const shown = all.filter(({ row }) => !hidden.has(row))
    const lines = shownOnly && shown.length > 0 ? shown : all
    const others = sheets.filter(other => other !== name)
    return toTable(lines, {
      ...{ kind: 'workbook', encoding: null, delimiter: null, sheet: name, sheets },
      hidden: all.length - shown.length,
      others: others
        .map(sheet => ({ sheet, people: countPeople(open(sheet)) }))
        .filter(({ people }) => people > 0),
    })
  }
  throw new ReadError('empty')
}

/** Of a sheet that nobody asked for: it may be too large to be read, or broken, and is no reason to refuse the one that was. */
function countPeople(opened: OpenSheet | null): number {
  const data: CellObject[][] = opened?.sheet['!data'] ?? []
  const hasAddress = (line: CellObject[]) => Object.values(line).some(({ v }) => /\S@\S/.test(String(v)))
  return Object.values(data).filter(hasAddress).length
}
