import { describe, expect, test, vi } from 'vitest'
import { readAllPages } from '#lib/employees/read-all-pages.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

type Page = { data?: Employee[]; unreadable?: number; total?: number | null; next?: boolean }

const person = (id: number) => readyEmployee({ id })
const read = async (...pages: Page[]) => {
  const readPage = vi.fn(async (number: number): Promise<EmployeePage> => {
    if (number > 20) throw new Error('This goes round without an end.')
    const { data = [], unreadable = 0, total = null, next = false } = pages[number - 1] ?? pages.at(-1) ?? {}
    const page = pageOf(data, number, next ? number + 1 : number)
    return { ...page, unreadable, meta: { ...page.meta, total } }
  })
  const { people, unreadable } = await readAllPages({ readPage })
  return { ids: [...people.keys()], unreadable, calls: readPage.mock.calls.length }
}

describe('everybody on all pages', () => {
  test('a reading is whole although records could not be read, and counts them', async () => {
    const pages = [
      { data: [person(1)], unreadable: 1, total: 4, next: true },
      { data: [person(3)], unreadable: 1, total: 4 },
    ]
    // The first page gives the total; then the pages are read from the last to the first.
    expect(await read(...pages)).toEqual({ ids: [1, 3], unreadable: 2, calls: 3 })
  })

  test('a reading without a total is complete when the pages end', async () => {
    expect(await read({ data: [person(1)], next: true }, { data: [person(2)] })).toMatchObject({
      ids: [1, 2],
    })
    expect(await read({ data: [person(1)], next: true }, { next: true })).toMatchObject({
      ids: [1],
      calls: 2,
    })
  })

  test('a reading is repeated, and then given up, when a person is missing', async () => {
    await expect(read({ data: [person(1)], unreadable: 1, total: 3 })).rejects.toMatchObject({
      code: 'list_unsteady',
    })
  })

  test('a reading is given up when each page is the same', async () => {
    await expect(read({ data: [person(1)], next: true })).rejects.toMatchObject({ code: 'list_unsteady' })
  })
})
