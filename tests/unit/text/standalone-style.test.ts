import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeOfflinePage } from '#lib/offline/offline-page.ts'

test('pages that are files of their own have the colours of the desk, under the same names', () => {
  const { body } = writeOfflinePage({ locale: 'en', theme: 'system', appName: 'Desk' })
  const colours = body.match(/--[a-z-]+: light-dark\([^;]*\);/g) ?? []
  expect(colours).toHaveLength(9)
  const tokens = readFileSync('app/styles/tokens.css', 'utf8')
  for (const colour of colours) expect(tokens).toContain(colour)
})
