import type { ImportValues } from '#lib/contracts/import-rows.ts'
import type { GridLayout } from './grid-layout.ts'
import type { GridLine } from './grid-line.ts'

export type CellEdit = { row: number; values: Partial<ImportValues> }

/** Where the lines of the grid come from, and what is done with them; always the same object, whatever it holds. */
export type GridList = {
  getState(): { shown: readonly GridLine[]; layout: GridLayout }
  take(lines: readonly GridLine[], taken: boolean): void
  /** Answers what takes exactly this back. */
  edit(edits: readonly CellEdit[]): () => number[]
  /** Takes the last thing back, and answers the rows that are different now. */
  undo(): number[]
}
