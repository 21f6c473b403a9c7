import { matchHeader } from '#lib/imports/map/match-header.ts'
import type { TableRow } from './table.ts'

/** Titles, dates and remarks above a table are a handful of lines; a header further down is no header. */
const LINES_LOOKED_AT = 40

/**
 * Number of the line with the column headers, or null. First by known words; else the first line that is as full as
 * the others, holds no data itself (addresses, numbers), and has data below it.
 */
export function guessHeaderRow(rows: readonly TableRow[]): number | null {
  const top = rows.slice(0, LINES_LOOKED_AT)
  const known = top.map(({ cells }) => (cells.some(isData) ? 0 : countKnown(cells)))
  const most = Math.max(0, ...known)
  const byWords = top[known.indexOf(most)]
  if (byWords && most >= Math.min(2, byWords.cells.length)) return byWords.row
  const usual = toUsualFill(rows)
  const full = top.find(({ cells }) => countFilled(cells) >= usual)
  if (!full || full.cells.some(isData)) return null
  if (countKnown(full.cells) > 0) return full.row
  return rows.some(({ row, cells }) => row > full.row && cells.some(isData)) ? full.row : null
}

/** Different words only: a title that says "Name" twice is no better than one that says it once. */
function countKnown(cells: readonly string[]): number {
  return new Set(cells.map(matchHeader).filter(match => match !== null)).size
}

/** An address or a number: what stands in a person's line and in no header. */
function isData(cell: string): boolean {
  return /\S@\S/.test(cell) || /^\s*\d+\s*$/.test(cell)
}

function countFilled(cells: readonly string[]): number {
  return cells.filter(cell => cell.trim()).length
}

/** How many cells the median line fills. */
function toUsualFill(rows: readonly TableRow[]): number {
  const fills = rows.map(({ cells }) => countFilled(cells)).sort((a, b) => a - b)
  return fills[Math.floor(fills.length / 2)] ?? 0
}
