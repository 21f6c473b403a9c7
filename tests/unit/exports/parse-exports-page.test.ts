import { expect, test } from 'vitest'
import { parseExportsPage } from '#lib/exports/parse-exports-page.ts'

test.each([
  [{}, 1],
  [{ page: '3' }, 3],
  [{ page: '0' }, 1],
  [{ page: 'x' }, 1],
  [{ page: ['2', '3'] }, 1],
  [{ page: '1e300' }, 1],
])('%j is page %d', (search, page) => expect(parseExportsPage(search)).toBe(page))
