'use client'

import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#components/ui/browser/after-paint.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** More rows than any screen shows at once: neither the server nor the first paint waits for the other rows. */
const FIRST_ROWS = 20
/**
 * Few enough for one frame without delaying a letter that the user types: a slow computer takes 3 ms for each row.
 */
const FRAME_ROWS = 6
/**
 * Each frame may also add a quarter of the drawn rows: two hundred rows are complete before a user has scrolled to
 * their end.
 */
const GROWTH = 0.25

/** The highlighted search words of each drawn row, by employee id. */
type DrawnRows = ReadonlyMap<number, string>

/**
 * Decides which rows are drawn, and with which words highlighted: a screenful of those that a server sends, and of
 * all others a few with each frame. A drawn row stays, so that no cell loses its focus; at worst its words are
 * highlighted a moment later. The row of `openId`, the employee whose sheet is open, is always drawn: the focus
 * returns to it. `drawRest` draws all other rows at once, for a key that leads to one of them.
 */
export function useDrawnRows(people: readonly Employee[], words: string, openId: number | null) {
  const hydrated = useHydrated()
  const shown = { people, words, openId }
  const [drawn, setDrawn] = useState(() => toDrawn(shown, new Map(), hydrated ? FRAME_ROWS : FIRST_ROWS))
  if (drawn.people !== people || drawn.words !== words || drawn.openId !== openId)
    setDrawn(toDrawn(shown, drawn.rows, FRAME_ROWS))
  useEffect(() => {
    const { people, words, rows } = drawn
    const finished = people.filter(({ id }) => rows.get(id) === words).length
    if (finished === people.length) return
    const room = Math.max(FRAME_ROWS, Math.ceil(GROWTH * finished))
    return afterPaint(() => startTransition(() => setDrawn(toDrawn(drawn, rows, room))))
  }, [drawn])
  return {
    drawn: drawn.rows,
    drawRest: () => setDrawn(toDrawn(shown, drawn.rows, people.length)),
  }
}

type Shown = { people: readonly Employee[]; words: string; openId: number | null }

function toDrawn({ people, words, openId }: Shown, rows: DrawnRows, room: number) {
  return { people, words, openId, rows: drawMore(rows, people, words, room, openId) }
}

/** Adds the next rows, as many as `room` allows, and the row of `openId`. */
export function drawMore(
  drawn: DrawnRows,
  people: readonly { id: number }[],
  words: string,
  room: number,
  openId: number | null,
): DrawnRows {
  const rows = new Map<number, string>()
  let left = room
  for (const { id } of people) {
    const before = drawn.get(id)
    if (before === words || left > 0 || id === openId) rows.set(id, words)
    else if (before !== undefined) rows.set(id, before)
    if (before !== words) left -= 1
  }
  return rows
}
