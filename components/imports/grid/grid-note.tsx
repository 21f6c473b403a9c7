'use client'

import { createStore } from '#components/ui/browser/store.ts'

type Piece = { text: string; tone: string }
type Note = {
  pieces: readonly Piece[]
  place: { top?: number; bottom?: number; left?: string; right?: string }
}

/** Maximum width of a note and its usual height, in pixels. */
const WIDTH_PX = 288
const HEIGHT_PX = 96

const noted = createStore<Note | null>(null)
/** The cell under the pointer when the pointer last moved. */
let pointed: Element | null = null

/**
 * Shows at a cell the content that does not fit in it: its problem, and text that is cut off. Null, or a cell that
 * shows all of its content, hides the note. There is one note for all lines, outside of the scroller, so that a line
 * costs nothing and no edge cuts the note off.
 */
export function noteAt(cell: Element | null): void {
  const pieces = [...(cell?.querySelectorAll<HTMLElement>('[data-note]') ?? [])]
    .filter(isCut)
    .map(({ textContent, dataset }) => ({ text: textContent, tone: dataset.note ?? '' }))
  const around = cell?.closest('[data-noted]')
  if (!cell) pointed = null
  const [box, all] = [cell?.getBoundingClientRect(), around?.getBoundingClientRect()]
  const isInSight = box && all && box.top >= all.top && box.bottom <= all.bottom
  if (!isInSight || pieces.length === 0) {
    if (noted.get()) noted.set(null)
    return
  }
  const isLow = box.bottom + HEIGHT_PX > window.innerHeight
  const isLate = box.left - all.left > all.width - WIDTH_PX
  // Keeps the note inside when the window becomes narrower.
  const within = (inset: number) => `clamp(0px, ${inset}px, max(0px, 100% - ${WIDTH_PX}px))`
  noted.set({
    pieces,
    place: {
      ...(isLow ? { bottom: all.bottom - box.top } : { top: box.bottom - all.top }),
      ...(isLate ? { right: within(all.right - box.right) } : { left: within(box.left - all.left) }),
    },
  })
}

/**
 * Shows the note of the cell under a moving pointer. Lines that scroll under a stationary pointer do not take the
 * note from the focused cell.
 */
export function noteUnder(cell: Element | null): void {
  if (cell === pointed) return
  noteAt(cell)
  pointed = cell
}

/** Hidden from screen readers: the cells themselves contain all of it. */
export function GridNote() {
  const note = noted.use()
  return (
    note && (
      <div
        aria-hidden="true"
        style={note.place}
        className="pointer-events-none absolute z-20 w-max max-w-72 space-y-1 break-words rounded-md bg-raised px-2.5 py-2 text-xs shadow-high"
      >
        {note.pieces.map(({ text, tone }) => (
          <p key={text} className={tone}>
            {text}
          </p>
        ))}
      </div>
    )
  )
}

/** True when the content is cut off; a text for screen readers is a single pixel in size. */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight
}
