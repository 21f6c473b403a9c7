/** Moving between the cells of a grid by keys (ARIA Authoring Practices, grid pattern). */

const ROWS_OF_A_PAGE_MIN = 5

type Place = { row: number; column: number }

/** How many rows a page key moves, and which row is the first below the heads. */
type Size = { page: number; first: number }

/** Where a key leads; null when it does not move. Out of bounds is pulled back to the edge by the caller. */
function toPlace(event: KeyboardEvent, { row, column }: Place, { page, first }: Size): Place | null {
  const all = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'Home':
      return { row: all ? first : row, column: 0 }
    case 'End':
      return { row: all ? Number.POSITIVE_INFINITY : row, column: Number.POSITIVE_INFINITY }
    case 'PageUp':
      return { row: Math.max(row - page, first), column }
    case 'PageDown':
      return { row: row + page, column }
    default:
      return null
  }
}

/** Moves the focus as the key says; false when the key is none that moves. */
export function moveByKey(event: KeyboardEvent, table: HTMLTableElement): boolean {
  if (event.altKey || event.shiftKey) return false
  const rows = listRows(table)
  const present = findPlace(rows)
  const page = Math.max(Math.floor(window.innerHeight / rowHeight(rows)) - 4, ROWS_OF_A_PAGE_MIN)
  const first = rows.findIndex(row => row.dataset.person)
  const next = present && toPlace(event, present, { page, first })
  if (!next) return false
  const row = rows[clamp(next.row, rows.length)]
  const cell = row?.cells[clamp(next.column, row.cells.length)]
  if (cell) focusCell(cell)
  return true
}

/** The cell itself, or the one control that it consists of. */
export function focusCell(cell: HTMLElement): void {
  const control = cell.querySelector<HTMLElement>('[data-cell-control]') ?? cell
  control.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Heads first. On a phone there are none to be seen, and none to be reached. */
function listRows(table: HTMLTableElement): HTMLTableRowElement[] {
  const head = table.tHead && table.tHead.offsetHeight > 1 ? [...table.tHead.rows] : []
  const body = [...(table.tBodies[0]?.rows ?? [])].filter(row => row.dataset.person)
  return [...head, ...body]
}

function findPlace(rows: HTMLTableRowElement[]): Place | null {
  const cell = document.activeElement?.closest<HTMLTableCellElement>('td, th')
  const parent = cell?.parentElement
  const row = parent instanceof HTMLTableRowElement ? rows.indexOf(parent) : -1
  return cell && row >= 0 ? { row, column: cell.cellIndex } : null
}

function rowHeight(rows: HTMLTableRowElement[]): number {
  return rows.at(-1)?.offsetHeight || 48
}

function clamp(index: number, length: number): number {
  return Math.min(Math.max(index, 0), length - 1)
}
