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
 * Decides which rows are drawn, and with which words marked: a screenful of those that a server sends, and of all others a few
 * with each frame. A drawn row stays, so that no cell loses its focus; at worst it is marked a moment later. The row of
 * `openId`, the employee whose sheet is open, is always drawn: the focus returns to it. `drawRest` draws all other rows at
 * once, for a key that leads to one of them.
 */
export function useDrawnRows(people: readonly Employee[], words: string, openId: number | null) {
  const hydrated = useHydrated()
  const [drawn, setDrawn] = useState(() => ({
    people,
    words,
    openId,
    rows: drawMore(new Map(), people, words, hydrated ? FRAME_ROWS : FIRST_ROWS, openId),
  }))
  if (drawn.people !== people || drawn.words !== words || drawn.openId !== openId)
    setDrawn(draw(drawn.rows, FRAME_ROWS))
  useEffect(() => {
    const { people, words, openId, rows } = drawn
    const finished = people.filter(({ id }) => rows.get(id) === words).length
    if (finished === people.length) return
    const room = Math.max(FRAME_ROWS, Math.ceil(GROWTH * finished))
    return afterPaint(() =>
      startTransition(() =>
        setDrawn({ people, words, openId, rows: drawMore(rows, people, words, room, openId) }),
      ),
    )
  }, [drawn])

  function draw(rows: DrawnRows, room: number) {
    return { people, words, openId, rows: drawMore(rows, people, words, room, openId) }
  }

  return { drawn: drawn.rows, drawRest: () => setDrawn(draw(drawn.rows, people.length)) }
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
