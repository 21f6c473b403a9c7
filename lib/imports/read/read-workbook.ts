import { openWorkbook } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { OtherSheet, ReadOverrides, Table, TableRow } from './table.ts'
import { toLines } from './to-lines.ts'
import { toTable } from './to-table.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** Each is opened to look at it. */
const OTHERS_LOOKED_AT = 12

/** The text of one sheet of an XLSX file: the chosen one, else the first visible one that is not empty. */
export async function readWorkbook(
  bytes: Uint8Array,
  { sheet, without_hidden: shownOnly = false }: ReadOverrides,
): Promise<Table> {
  const { sheets, open } = openWorkbook(await unpackWorkbook(bytes))
  const candidates = sheet !== undefined && sheets.includes(sheet) ? [sheet] : sheets
  for (const name of candidates) {
    const opened = open(name)
    const all = toLines(opened)
    if (all.length === 0) continue
    const shown = all.filter(({ row }) => !opened.sheet['!rows']?.[row - 1]?.hidden)
    const lines = shownOnly && shown.length > 0 ? shown : all
    const others = sheets.filter(other => other !== name).slice(0, OTHERS_LOOKED_AT)
    return toTable(lines, {
      ...{ kind: 'workbook', encoding: null, delimiter: null, sheet: name, sheets },
      hidden: all.length - shown.length,
      others: others
        .map(sheet => ({ sheet, people: countPeople(() => toLines(open(sheet))) }))
        .filter(hasPeople),
    })
  }
  throw new ReadError('empty')
}

/** A sheet that nobody asked for is no reason to refuse the one that was. */
function countPeople(read: () => TableRow[]): number {
  try {
    return read().filter(({ cells }) => cells.some(cell => /\S@\S/.test(cell))).length
  } catch {
    return 0
  }
}

function hasPeople({ people }: OtherSheet): boolean {
  return people > 0
}
