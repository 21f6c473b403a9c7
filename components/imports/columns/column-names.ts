import type { ImportWork } from '../import-work.ts'
import { toDataRows } from '../to-data-rows.ts'

const LETTERS = 26

/** The words above the columns; empty where there are none. */
export function listHeaders({ table, headerRow }: Pick<ImportWork, 'table' | 'headerRow'>): string[] {
  const header = table.rows.find(({ row }) => row === headerRow)
  return header?.cells ?? (table.rows[0]?.cells ?? []).map(() => '')
}

/** As spreadsheet programs call a column: A, B, …, Z, AA. */
export function toColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % LETTERS))
  return column < LETTERS ? last : toColumnLetters(Math.floor(column / LETTERS) - 1) + last
}

/** The first different things that a column says. */
export function listExamples({ table, headerRow }: ImportWork, column: number, count = 3): string[] {
  const examples = new Set<string>()
  for (const { cells } of toDataRows(table, headerRow)) {
    const text = cells[column]?.trim()
    if (text) examples.add(text)
    if (examples.size === count) break
  }
  return [...examples]
}
