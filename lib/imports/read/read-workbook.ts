import type { CellObject } from '@e965/xlsx'
import { type OpenSheet, openWorkbook } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import { holdsAddress, type ReadOverrides, type Table } from './table.ts'
import { toLines } from './to-lines.ts'
import { countKnown, LINES_LOOKED_AT, toTable } from './to-table.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** One word may stand on a cover sheet, too. */
const HEADERS_MIN = 2

/**
 * The text of one sheet of an XLSX file: the chosen one, else the first visible one that holds a list of people, or, where
 * none does, that is not empty. A cover sheet stands before the list in many files.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { sheet, without_hidden: shownOnly = false }: ReadOverrides,
): Promise<Table> {
  const { sheets, open, findHidden } = openWorkbook(await unpackWorkbook(bytes))
  const counts = new Map(sheets.map(name => [name, countPeople(open(name))]))
  const candidates = sheet !== undefined && sheets.includes(sheet) ? [sheet] : toLikeliest(sheets, counts)
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
        .map(sheet => ({ sheet, people: counts.get(sheet)?.people ?? 0 }))
        .filter(({ people }) => people > 0),
    })
  }
  throw new ReadError('empty')
}

type PeopleCount = { people: number; hasHeaders: boolean }

/** A list with headers before addresses without any, which a cover sheet may have, and those before everything else. */
function toLikeliest(sheets: readonly string[], counts: ReadonlyMap<string, PeopleCount>): string[] {
  const rank = (sheet: string) => {
    const { people, hasHeaders } = counts.get(sheet) ?? { people: 0, hasHeaders: false }
    return people === 0 ? 0 : hasHeaders ? 2 : 1
  }
  return sheets.toSorted((a, b) => rank(b) - rank(a))
}

/**
 * Also of a sheet that nobody asked for: it may be too large to be read, or broken, and is no reason to refuse another one. Where
 * no line has an e-mail address there are no people.
 */
function countPeople(opened: OpenSheet | null): PeopleCount {
  const data: CellObject[][] = opened?.sheet['!data'] ?? []
  const lines = Object.values(data)
    .map(line => Object.values(line).map(({ v }) => String(v ?? '')))
    .filter(cells => cells.some(cell => cell.trim() !== ''))
  const known = lines
    .slice(0, LINES_LOOKED_AT)
    .map(cells => (cells.some(holdsAddress) ? 0 : countKnown(cells)))
  const most = Math.max(0, ...known)
  const hasHeaders = most >= HEADERS_MIN
  const below = hasHeaders ? lines.slice(known.indexOf(most) + 1) : []
  const people = lines.filter(cells => cells.some(holdsAddress)).length
  return { people: people > 0 && hasHeaders ? below.length : people, hasHeaders }
}
