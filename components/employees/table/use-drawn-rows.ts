'use client'

import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#components/ui/browser/after-paint.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** More than any screen shows at once: neither a server nor a first look waits for the others. */
const FIRST_ROWS = 20
/** As few as one frame brings without a letter that is typed in it having to wait: a slow computer takes 3 ms for each. */
const FRAME_ROWS = 6
/** Or with each frame a quarter as many again as stand: two hundred are there before anybody has scrolled to their end. */
const GROWTH = 0.25

/** For each person who is drawn, the words that are marked in the row. */
type DrawnRows = ReadonlyMap<number, string>

/**
 * Which people are drawn, and with which words marked: a screenful of those that a server sends, and of all others a few with each
 * frame. A row that stands is never taken away, so that no cell loses its focus; at worst it is marked a moment later. `drawRest`
 * is for whom a key leads to a row that is still to come.
 */
export function useDrawnRows(people: readonly Employee[], words: string) {
  const hydrated = useHydrated()
  const [drawn, setDrawn] = useState(() => ({
    people,
    words,
    rows: drawMore(new Map(), people, words, hydrated ? FRAME_ROWS : FIRST_ROWS),
  }))
  if (drawn.people !== people || drawn.words !== words)
    setDrawn({ people, words, rows: drawMore(drawn.rows, people, words, FRAME_ROWS) })
  useEffect(() => {
    const { people, words, rows } = drawn
    const standing = people.filter(({ id }) => rows.get(id) === words).length
    if (standing === people.length) return
    const room = Math.max(FRAME_ROWS, Math.ceil(GROWTH * standing))
    return afterPaint(() =>
      startTransition(() => setDrawn({ people, words, rows: drawMore(rows, people, words, room) })),
    )
  }, [drawn])
  return {
    drawn: drawn.rows,
    drawRest: () => setDrawn({ people, words, rows: drawMore(drawn.rows, people, words, people.length) }),
  }
}

/** What is drawn when there is room for so many new rows. */
export function drawMore(
  drawn: DrawnRows,
  people: readonly { id: number }[],
  words: string,
  room: number,
): DrawnRows {
  const rows = new Map<number, string>()
  let left = room
  for (const { id } of people) {
    const before = drawn.get(id)
    if (before === words || left > 0) rows.set(id, words)
    else if (before !== undefined) rows.set(id, before)
    if (before !== words) left -= 1
  }
  return rows
}
