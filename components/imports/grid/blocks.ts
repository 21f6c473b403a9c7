import { CELL_CHARACTERS_MAX } from '#lib/contracts/import-limits.ts'
import { IMPORT_FIELDS, type ImportField, type ImportValues } from '#lib/contracts/import-rows.ts'
import { isOpenRow } from '#lib/contracts/imports.ts'
import type { CellEdit, GridLine } from './grid-line.ts'

const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y

/**
 * Parses cells copied in a spreadsheet, line by line. A cell with tabs, line breaks or quotes arrives in quotes; a
 * cell that only begins with a quote is taken literally.
 */
export function parseBlock(text: string): string[][] {
  const lines: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    CELL.lastIndex = at
    const [all, quoted, plain = '', end = ''] = CELL.exec(text) ?? [text.slice(at)]
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    at += all.length
    if (end === '') break
    if (end !== '\t') lines.push([])
    else if (at === text.length) lines.at(-1)?.push('')
  }
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
}

/** `left`: cells that did not fit, because the table ends there or the row is finished. */
type Filling = { edits: CellEdit[]; cells: number; left: number }

/** Writes a block of cells over the visible lines, starting at one cell. */
export function fillCells(
  lines: readonly GridLine[],
  from: { index: number; field: ImportField },
  block: readonly string[][],
): Filling {
  const fields = IMPORT_FIELDS.slice(IMPORT_FIELDS.indexOf(from.field))
  const filling: Filling = { edits: [], cells: 0, left: 0 }
  for (const [offset, cells] of block.entries()) {
    const line = lines[from.index + offset]
    const values: Partial<ImportValues> = {}
    for (const [column, text] of cells.entries()) {
      const field = fields[column]
      if (!line || !isOpenRow(line) || !field || text.length > CELL_CHARACTERS_MAX) filling.left += 1
      else values[field] = text
    }
    const count = Object.keys(values).length
    if (!line || count === 0) continue
    filling.edits.push({ row: line.source.row, values })
    filling.cells += count
  }
  return filling
}
