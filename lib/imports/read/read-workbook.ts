import { matchHeader } from './headers.ts'
import { openWorkbook } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { OpenSheet } from './read-sheet.ts'
import { hasPeople, holdsAddress, type ReadOverrides, type Table } from './table.ts'
import { countKnown, LINES_LOOKED_AT, LINES_MAX, toTable } from './to-table.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** One word may stand on a cover sheet, too. */
const HEADERS_MIN = 2

/**
 * The text of one sheet of an XLSX file: the chosen one, else the first visible one that holds a list of people, or, where
 * none does, that is not empty. A cover sheet stands before the list in many files.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { sheet, without_hidden: shownOnly = false, as_digits: asDigits = false }: ReadOverrides,
): Promise<Table> {
  const { sheets, open } = openWorkbook(await unpackWorkbook(bytes), { asDigits })
  const counts = new Map(sheets.map(name => [name, countPeople(open(name))]))
  const candidates = sheet !== undefined && sheets.includes(sheet) ? [sheet] : toLikeliest(sheets, counts)
  for (const name of candidates) {
    const opened = open(name)
    if (!opened) throw new ReadError('broken')
    const { lines: all, hiddenRows, hiddenColumns, uncalculated, formatted } = opened
    if (opened.isTooWide) throw new ReadError('too_many_columns')
    if (all.length > LINES_MAX) throw new ReadError('too_many_rows')
    if (all.length === 0) continue
    const shown = all.filter(({ row }) => !hiddenRows.has(row))
    const lines = shownOnly && shown.length > 0 ? shown : all
    const others = sheets.filter(other => other !== name)
    const table = toTable(lines, {
      ...{ kind: 'workbook', encoding: null, delimiter: null, sheet: name, sheets },
      hidden: all.length - shown.length,
      hidden_columns: [...hiddenColumns].filter(column => lines.some(({ cells }) => cells[column]?.trim())),
      others: others
        .map(sheet => ({ sheet, people: counts.get(sheet)?.people ?? 0 }))
        .filter(({ people }) => people > 0),
      uncalculated: [...uncalculated],
      formatted: [...formatted].map(([column, example]) => ({ column, ...example })),
    })
    requireCalculated(table)
    return table
  }
  throw new ReadError('empty')
}

/** A list whose needed columns are formulas without values cannot be imported; in any other column it is only mentioned. */
function requireCalculated({ rows, guess, uncalculated }: Table): void {
  const headers = rows.find(({ row }) => row === guess.header_row)?.cells ?? []
  const isNeeded = uncalculated.some(column => matchHeader(headers[column] ?? ''))
  if (uncalculated.length > 0 && (isNeeded || !hasPeople({ rows }))) throw new ReadError('not_calculated')
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
  const lines = opened?.lines ?? []
  const known = lines
    .slice(0, LINES_LOOKED_AT)
    .map(({ cells }) => (cells.some(holdsAddress) ? 0 : countKnown(cells)))
  const most = Math.max(0, ...known)
  const hasHeaders = most >= HEADERS_MIN
  const below = hasHeaders ? lines.slice(known.indexOf(most) + 1) : []
  const people = lines.filter(({ cells }) => cells.some(holdsAddress)).length
  return { people: people > 0 && hasHeaders ? below.length : people, hasHeaders }
}
