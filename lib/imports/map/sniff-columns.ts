import type { TableRow } from '#lib/imports/read/table.ts'
import type { ColumnMeaning } from './header-words.ts'
import { parseLanguage } from './parse-language.ts'

/** How many of the filled cells have to look like it. */
const SHARE = 0.8
const LINES_LOOKED_AT = 500

const LOOKS: readonly (readonly [ColumnMeaning, (cell: string) => boolean])[] = [
  ['email', cell => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)],
  ['locale', cell => parseLanguage(cell) !== null],
]

/**
 * Adds to `found` the columns that only their cells give away. Addresses and languages look like nothing else; numbers
 * and names do (cost centres, towns), so that nobody guesses them.
 */
export function sniffColumns(rows: readonly TableRow[], found: Map<ColumnMeaning, number>): void {
  const sample = rows.slice(0, LINES_LOOKED_AT)
  const width = sample[0]?.cells.length ?? 0
  for (const [meaning, looks] of LOOKS) {
    const taken = new Set(found.values())
    const free = Array.from({ length: width }, (_, column) => column).filter(column => !taken.has(column))
    const column = free.find(candidate => isMostly(sample, candidate, looks))
    if (!found.has(meaning) && column !== undefined) found.set(meaning, column)
  }
}

function isMostly(rows: readonly TableRow[], column: number, looks: (cell: string) => boolean): boolean {
  const filled = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean)
  return filled.length > 0 && filled.filter(looks).length >= filled.length * SHARE
}
