import { IMPORT_FIELDS, type ImportField } from '#lib/contracts/import-rows.ts'
import { type ColumnMeaning, matchHeader, toHeaderKey } from '#lib/imports/read/headers.ts'
import { findOwnColumns } from '#lib/imports/read/own-columns.ts'
import type { TableRow } from '#lib/imports/read/table.ts'
import type { Mapping, NameOrder } from './mapping.ts'
import { isNotChosen, mayBeCountry, namesLanguage } from './parse-language.ts'

/** Share of filled cells that must match. */
const SHARE = 0.8

const LINES_LOOKED_AT = 500

/**
 * `filled`: the share of lines that must have a value. A word or two may be a remark, but an address is always an
 * address. `proves`: at least one cell must match it; a column with nothing but DE may hold countries.
 */
type Looks = {
  meaning: ColumnMeaning
  looks: (cell: string) => boolean
  proves: (cell: string) => boolean
  filled: number
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const isAddress = (cell: string) => ADDRESS.test(cell)
const provesLanguage = (cell: string) => namesLanguage(cell) && !mayBeCountry(cell)

const LOOKS: readonly Looks[] = [
  { meaning: 'email', looks: isAddress, proves: isAddress, filled: 0 },
  { meaning: 'locale', looks: namesLanguage, proves: provesLanguage, filled: 0.5 },
]

/** Headers that state the order: "Nachname, Vorname", "Name Vorname", "Last name, first name". */
const LAST_FIRST =
  /^(nach|zu|familien)?name(und)?vorname|^nachundvorname|^(last|family|sur)name.*(first|given)/

const FIRST_LAST = /^vor(name|und)|^(first|given)/

/**
 * Guesses the column of each field by the headers, otherwise by the cells' content. A lone "Name" is the last name when
 * the first name has its own column.
 */
export function guessMapping(
  headers: readonly string[],
  { rows, hidden = [] }: { rows: readonly TableRow[]; hidden?: readonly number[] },
): Mapping {
  const own = findOwnColumns(headers)
  const found = byHeaders(headers, { rows, own, hidden: new Set(hidden) })
  const name = found.get('full_name')
  if (name !== undefined && found.has('first_name') && !found.has('last_name')) found.set('last_name', name)
  if (found.has('first_name') || found.has('last_name')) found.delete('full_name')
  sniffColumns(rows, found, { own, hidden: new Set(hidden) })
  return toMapping(found, rows, headers)
}

type Columns = { rows: readonly TableRow[]; own: ReadonlySet<number>; hidden: ReadonlySet<number> }

/**
 * Finds the best header for each meaning: visible columns before hidden ones, filled before empty. Ties go to the
 * fuller column, then to the left one.
 */
function byHeaders(headers: readonly string[], { rows, own, hidden }: Columns): Map<ColumnMeaning, number> {
  const found = new Map<ColumnMeaning, number>()
  const scores = new Map<ColumnMeaning, number[]>()
  for (const [column, header] of headers.entries()) {
    const match = own.has(column) ? null : matchHeader(header)
    if (!match) continue
    const filled = rows.filter(({ cells }) => cells[column]?.trim()).length
    const score = [Number(hidden.has(column)), Number(filled === 0), match.rank, -filled]
    const best = scores.get(match.meaning)
    if (best && !isBetter(score, best)) continue
    found.set(match.meaning, column)
    scores.set(match.meaning, score)
  }
  return found
}

/** True when the first differing number is smaller. */
function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0)
}

function toMapping(
  found: ReadonlyMap<ColumnMeaning, number>,
  rows: readonly TableRow[],
  headers: readonly string[],
): Mapping {
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const column = found.get(field)
    if (column !== undefined) columns[field] = column
  }
  const column = found.get('full_name')
  if (column === undefined) return { columns }
  const names = rows.map(({ cells }) => cells[column] ?? '')
  return { columns, full_name: { column, order: guessNameOrder(names, headers[column]) } }
}

/** Guesses by the header, otherwise by commas: "Müller, Anna" puts the last name first. */
function guessNameOrder(names: readonly string[], header = ''): NameOrder {
  const key = toHeaderKey(header)
  if (LAST_FIRST.test(key)) return 'last_first'
  if (FIRST_LAST.test(key)) return 'first_last'
  const filled = names.filter(name => name.trim())
  const commas = filled.filter(name => name.includes(',')).length
  return commas > filled.length / 2 ? 'last_first' : 'first_last'
}

/**
 * Adds columns that only their cells reveal to `found`. Addresses and languages are unmistakable; numbers and names
 * resemble other data (cost centres, towns), so they are not guessed.
 */
function sniffColumns(
  rows: readonly TableRow[],
  found: Map<ColumnMeaning, number>,
  { own, hidden }: Omit<Columns, 'rows'>,
): void {
  const sample = rows.slice(0, LINES_LOOKED_AT)
  const width = sample[0]?.cells.length ?? 0
  for (const { meaning, ...wanted } of LOOKS) {
    const taken = new Set([...own, ...found.values()])
    const free = Array.from({ length: width }, (_, column) => column)
      .filter(column => !taken.has(column))
      .toSorted((one, other) => Number(hidden.has(one)) - Number(hidden.has(other)))
    const column = free.find(candidate => isMostly(sample, candidate, wanted))
    if (!found.has(meaning) && column !== undefined) found.set(meaning, column)
  }
}

function isMostly(
  rows: readonly TableRow[],
  column: number,
  { looks, proves, filled }: Omit<Looks, 'meaning'>,
): boolean {
  const cells = rows.map(row => row.cells[column]?.trim() ?? '').filter(cell => cell && !isNotChosen(cell))
  if (!cells.some(proves) || cells.length < rows.length * filled) return false
  return cells.filter(looks).length >= cells.length * SHARE
}
