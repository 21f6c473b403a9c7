import { matchHeader } from './headers.ts'
import { openWorkbook } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { OpenSheet } from './read-sheet.ts'
import { hasPeople, holdsAddress, type ReadOverrides, type Table } from './table.ts'
import { countKnown, LINES_LOOKED_AT, LINES_MAX, toTable } from './to-table.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** A cover sheet may contain one such word, too. */
const HEADERS_MIN = 2

/**
 * Reads one sheet of an XLSX file: the chosen one, otherwise the first visible one with a list of people. If none has
 * people, reads the first one that is not empty. In many files, a cover sheet precedes the list.
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

/**
 * Throws when a required column has formulas without values, because such a list cannot be imported; other columns only
 * get a notice.
 */
function requireCalculated({ rows, guess, uncalculated }: Table): void {
  const headers = rows.find(({ row }) => row === guess.header_row)?.cells ?? []
  const isNeeded = uncalculated.some(column => matchHeader(headers[column] ?? ''))
  if (uncalculated.length > 0 && (isNeeded || !hasPeople({ rows }))) throw new ReadError('not_calculated')
}

type PeopleCount = { people: number; hasHeaders: boolean }

/**
 * Ranks lists with headers first, then sheets with addresses but no headers (possibly a cover sheet), then the rest.
 */
function toLikeliest(sheets: readonly string[], counts: ReadonlyMap<string, PeopleCount>): string[] {
  const rank = (sheet: string) => {
    const { people, hasHeaders } = counts.get(sheet) ?? { people: 0, hasHeaders: false }
    return people === 0 ? 0 : hasHeaders ? 2 : 1
  }
  return sheets.toSorted((a, b) => rank(b) - rank(a))
}

/**
 * Counts the people of a sheet, including sheets that were not requested. A broken or oversized sheet must not prevent
 * reading another one. A sheet without email addresses has no people.
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
