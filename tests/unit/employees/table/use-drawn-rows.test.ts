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

describe('the rows that are drawn', () => {
  test('are at first as many as there is room for, then the next ones', () => {
    const first = draw({}, '', 2)
    expect(first).toEqual({ 1: '', 2: '' })
    expect(draw(first, '', 2)).toEqual({ 1: '', 2: '', 3: '', 4: '' })
  })

  test('are all of them at once when all of them stand', () => {
    const all = { 1: '', 2: '', 3: '', 4: '', 5: '' }
    expect(draw(all, '', 0)).toEqual(all)
  })

  test('stay where they stand, also behind new ones, and go with their people', () => {
    expect(draw({ 4: '', 9: '' }, '', 2)).toEqual({ 1: '', 2: '', 4: '' })
  })

  test('include the employee whose sheet is open, however far down', () => {
    expect(draw({}, '', 2, 5)).toEqual({ 1: '', 2: '', 5: '' })
    expect(draw({ 5: 'ma' }, 'mar', 1, 5)).toEqual({ 1: 'mar', 5: 'mar' })
  })

  test('are marked with the new words as far as there is room, and keep their old ones until then', () => {
    expect(draw({ 1: 'ma', 3: 'ma' }, 'mar', 2)).toEqual({ 1: 'mar', 2: 'mar', 3: 'ma' })
  })
})
