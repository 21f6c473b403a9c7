import { flushSync } from 'react-dom'
import { findCellControl, type GridPlace, moveInGrid } from '#components/ui/grid-keys.ts'

const ROWS_OF_A_PAGE_MIN = 5
/** It has its room, but no cells (`use-drawn-rows.ts`). */
const ROW_TO_COME = '.row-to-come'

/**
 * Moves the focus to the cell that the key leads to; false for a key that does not move. Where it leads to a row that is not drawn
 * yet, the rest is drawn at once.
 */
export function moveFocusByKey(event: KeyboardEvent, table: HTMLTableElement, drawRest: () => void): boolean {
  if (event.altKey || event.shiftKey) return false
  const rows = listRows(table)
  const present = findPlace(table)
  const next =
    present &&
    moveInGrid({ key: event.key, all: event.ctrlKey || event.metaKey }, present, {
      rows: rows.length,
      columns: rows[0]?.cells.length ?? 0,
      first: rows.findIndex(row => row.dataset.person),
      page: Math.max(Math.floor(window.innerHeight / rowHeight(rows)) - 4, ROWS_OF_A_PAGE_MIN),
      arrowsLeap: false,
    })
  if (!next) return false
  const isToCome = rows[next.row]?.matches(ROW_TO_COME)
  if (isToCome) flushSync(drawRest)
  const row = (isToCome ? listRows(table) : rows)[next.row]
  const cell = row?.cells[next.column]
  if (cell) focusCell(cell)
  return true
}

/** There, or in the last row where there are fewer by now. A row that is still to come is waited for. */
export function focusPlace(table: HTMLTableElement, { row, column }: GridPlace): void {
  const rows = listRows(table)
  const cell = (rows[row] ?? rows.at(-1))?.cells[column]
  if (cell) focusCell(cell)
}

/** At the start of the rows, for who has turned the page. */
export function focusFirstRow(): void {
  const cell = document.querySelector<HTMLElement>('[role=grid] tr[data-person] > td')
  if (cell) focusCell(cell)
}

export function focusCell(cell: HTMLElement): void {
  findCellControl(cell).focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Heads first. On a phone there are none to be seen, and none to be reached. */
function listRows(table: HTMLTableElement): HTMLTableRowElement[] {
  const head = table.tHead && table.tHead.offsetHeight > 1 ? [...table.tHead.rows] : []
  const body = [...(table.tBodies[0]?.rows ?? [])].filter(
    row => row.dataset.person || row.matches(ROW_TO_COME),
  )
  return [...head, ...body]
}

/** Where the focus is. */
export function findPlace(table: HTMLTableElement): GridPlace | null {
  const rows = listRows(table)
  const cell = document.activeElement?.closest<HTMLTableCellElement>('td, th')
  const parent = cell?.parentElement
  const row = parent instanceof HTMLTableRowElement ? rows.indexOf(parent) : -1
  return cell && row >= 0 ? { row, column: cell.cellIndex } : null
}

function rowHeight(rows: HTMLTableRowElement[]): number {
  return rows.at(-1)?.offsetHeight || 48
}
