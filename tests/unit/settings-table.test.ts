import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import { toSettingsTable } from '#scripts/settings-table.ts'

test('the table of settings is that of the schema: `npm run settings` writes it', () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toBe(toSettingsTable())
})

test('each setting is a row with its default, what it takes and what it is', () => {
  const rows = toSettingsTable()
    .split('\n')
    .filter(line => line.startsWith('| `'))
  expect(rows.map(row => /^\| `(\w+)`/.exec(row)?.[1])).toEqual(Object.keys(settingsSchema.shape))
  expect(rows).toContainEqual(expect.stringMatching(/^\| `PORT` \| `3000` \| 1 to 65535 \| Port /))
  expect(rows).toContainEqual(
    expect.stringMatching(/^\| `HSTS_SUBDOMAINS` \| `0` \| `0`, `1`, `preload` \| /),
  )
  expect(rows).toContainEqual(expect.stringContaining('`APP_SECRET_FILE`'))
  for (const row of rows) expect(row).toMatch(/ \| [^|]{10,} \|$/)
})
