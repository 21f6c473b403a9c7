import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_VIEW,
  DENSITIES,
  formatTableView,
  OPTIONAL_COLUMNS,
  parseTableView,
} from '#lib/preferences/table-view.ts'

test('any table view is read back as it was chosen', () => {
  const view = fc.record({
    density: fc.constantFrom(...DENSITIES),
    hidden: fc.subarray([...OPTIONAL_COLUMNS]),
  })
  fc.assert(
    fc.property(view, chosen => {
      expect(parseTableView(formatTableView(chosen))).toEqual(chosen)
    }),
  )
})

test.each([undefined, '', 'roomy.email', '<script>', '.'])('the view %j is the default table', text => {
  expect(parseTableView(text)).toEqual(DEFAULT_VIEW)
})

test('an unknown column hides nothing else', () => {
  expect(parseTableView('compact.shoe_size.email.email')).toEqual({ density: 'compact', hidden: ['email'] })
})

test('no view can break out of the cookie', () => {
  expect(formatTableView({ density: 'compact', hidden: [...OPTIONAL_COLUMNS] })).toMatch(/^[\w.]+$/)
})
