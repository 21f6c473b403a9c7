import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import { toSettingsPage } from '#scripts/settings-table.ts'

test('`npm run settings` has written the page of settings that is committed', () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toBe(toSettingsPage())
})

test('the page describes each setting once, with its default and its values', () => {
  const rows = toSettingsPage()
    .split('\n')
    .filter(line => line.startsWith('| `'))
  expect(rows.map(row => /^\| `(\w+)`/.exec(row)?.[1]).sort()).toEqual(
    Object.keys(settingsSchema.shape).sort(),
  )
  expect(rows).toContainEqual(expect.stringMatching(/^\| `PORT` \| `3000` \| 1 to 65535 \| Port /))
  expect(rows).toContainEqual(
    expect.stringMatching(/^\| `HSTS_SUBDOMAINS` \| `0` \| `0`, `1`, `preload` \| /),
  )
  expect(rows).toContainEqual(expect.stringContaining('`APP_SECRET_FILE`'))
  for (const row of rows) expect(row).toMatch(/ \| [^|]{10,} \|$/)
})

test('.env.example shows the default of each quota and retention', () => {
  const defaults = Object.entries(settingsSchema.parse({})).filter(([name]) => /^QUOTA_|_DAYS$/.test(name))
  const example = readFileSync('.env.example', 'utf8')
  expect(defaults).toHaveLength(16)
  expect(defaults.filter(([name, value]) => !example.includes(`\n#${name}=${value}\n`))).toEqual([])
})
