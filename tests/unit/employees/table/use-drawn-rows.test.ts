import { describe, expect, test } from 'vitest'
import { drawMore } from '#components/employees/table/use-drawn-rows.ts'

const people = [1, 2, 3, 4, 5].map(id => ({ id }))
const draw = (drawn: Record<number, string>, words: string, room: number, openId: number | null = null) =>
  Object.fromEntries(
    drawMore(
      new Map(Object.entries(drawn).map(([id, word]) => [Number(id), word])),
      people,
      words,
      room,
      openId,
    ),
  )

describe('the drawn rows of a table', () => {
  test('the first drawn rows fill the room, and then the next ones follow', () => {
    const first = draw({}, '', 2)
    expect(first).toEqual({ 1: '', 2: '' })
    expect(draw(first, '', 2)).toEqual({ 1: '', 2: '', 3: '', 4: '' })
  })

  test('all rows are drawn at once when all are known', () => {
    const all = { 1: '', 2: '', 3: '', 4: '', 5: '' }
    expect(draw(all, '', 0)).toEqual(all)
  })

  test('drawn rows keep their place, also behind new ones, and leave with their people', () => {
    expect(draw({ 4: '', 9: '' }, '', 2)).toEqual({ 1: '', 2: '', 4: '' })
  })

  test('drawn rows include the employee whose sheet is open, however far down', () => {
    expect(draw({}, '', 2, 5)).toEqual({ 1: '', 2: '', 5: '' })
    expect(draw({ 5: 'ma' }, 'mar', 1, 5)).toEqual({ 1: 'mar', 5: 'mar' })
  })

  test('drawn rows are marked with new search words as far as there is room', () => {
    expect(draw({ 1: 'ma', 3: 'ma' }, 'mar', 2)).toEqual({ 1: 'mar', 2: 'mar', 3: 'ma' })
  })
})
