import { expect, test } from 'vitest'
import { mayHavePhotos } from '#lib/employees/may-have-photos.ts'

const waiting = (id: number) => ({ id, approved: false })
const approved = (id: number) => ({ id, approved: true })

test('selected people have no photos only when each is known to have none', () => {
  expect(mayHavePhotos([1, 2], [waiting(1), waiting(2), approved(3)])).toBe(false)
  expect(mayHavePhotos([1, 3], [waiting(1), waiting(2), approved(3)])).toBe(true)
  expect(mayHavePhotos([1, 4], [waiting(1)]), 'somebody unknown').toBe(true)
})

test('a photo counts when two answers about an employee disagree', () => {
  expect(mayHavePhotos([1], [approved(1), waiting(1)])).toBe(true)
  expect(mayHavePhotos([1], [waiting(1), approved(1)])).toBe(true)
})
