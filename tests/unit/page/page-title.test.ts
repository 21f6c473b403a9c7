import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { getPageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'

vi.mock('#lib/handlers/page-guards.ts', () => ({ getPageUser: vi.fn() }))

const DESK = join(import.meta.dirname, '../../../app/(desk)')

test('a title is read for signed-in accounts only', async () => {
  const read = vi.fn(async (name: string) => `Delivery to ${name}`)
  const generateMetadata = titleForUsers(read)
  vi.mocked(getPageUser).mockResolvedValueOnce(null)
  expect(await generateMetadata('payroll')).toEqual({})
  expect(read).not.toHaveBeenCalled()
  vi.mocked(getPageUser).mockResolvedValueOnce({ id: 'a', email: 'a@example.com', role: 'viewer' })
  expect(await generateMetadata('payroll')).toEqual({ title: 'Delivery to payroll' })
})

test('every desk page makes its metadata with titleForUsers', () => {
  const pages = globSync('**/page.tsx', { cwd: DESK }).filter(page => !page.startsWith('[...missing]'))
  expect(pages.length).toBeGreaterThan(10)
  for (const page of pages) {
    const source = readFileSync(join(DESK, page), 'utf8')
    const isGuarded = source.includes('export const generateMetadata = titleForUsers(')
    const hasNone = !/generateMetadata|export const metadata/.test(source)
    expect([page, isGuarded || hasNone]).toEqual([page, true])
  }
})
