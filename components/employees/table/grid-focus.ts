import { flushSync } from 'react-dom'
import { findCellControl, type GridPlace, moveInGrid } from '#components/ui/grid-keys.ts'

const ROWS_OF_A_PAGE_MIN = 5
/** A row with reserved height but no cells yet (`use-drawn-rows.ts`). */
const ROW_TO_COME = '.row-to-come'

/**
 * Moves the focus to the cell that the key leads to; returns false for any other key. If the key leads to a row that
 * is not drawn yet, all remaining rows are drawn at once.
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

/** Focuses this place, or the last row if there are fewer rows now. Waits for a row that is not drawn yet. */
export function focusPlace(table: HTMLTableElement, { row, column }: GridPlace): void {
  const rows = listRows(table)
  const cell = (rows[row] ?? rows.at(-1))?.cells[column]
  if (cell) focusCell(cell)
}

/** Focuses the first row after the user has turned the page. */
export function focusFirstRow(): void {
  const cell = document.querySelector<HTMLElement>('[role=grid] tr[data-person] > td')
  if (cell) focusCell(cell)
}

export function focusCell(cell: HTMLElement): void {
  findCellControl(cell).focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Lists the rows, heads first. On a phone the heads are hidden and cannot be reached. */
function listRows(table: HTMLTableElement): HTMLTableRowElement[] {
  const head = table.tHead && table.tHead.offsetHeight > 1 ? [...table.tHead.rows] : []
  const body = [...(table.tBodies[0]?.rows ?? [])].filter(
    row => row.dataset.person || row.matches(ROW_TO_COME),
  )
  return [...head, ...body]
}

/** Returns the place of the focus in the grid. */
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
