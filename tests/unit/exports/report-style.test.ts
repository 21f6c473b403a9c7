import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORT_STYLE } from '#lib/exports/report/report-style.ts'

test('the report has the colours of the desk, under the same names', () => {
  const colours = REPORT_STYLE.text.match(/--[a-z-]+: light-dark\([^;]*\);/g) ?? []
  expect(colours).toHaveLength(8)
  const tokens = readFileSync('app/styles/tokens.css', 'utf8')
  for (const colour of colours) expect(tokens).toContain(colour)
})
