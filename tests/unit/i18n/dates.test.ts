import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formats, LOCALE_TAGS, LOCALES } from '#lib/locales.ts'

const MOMENT = new Date('2026-11-07T13:05:00Z')
/** Uses other than for people: programs, which read years first; parts of a date; a check of the zone. */
const NOT_READ = new Set(["'sv-SE'", "'en-US'", "'en'"])

test('a date has its day before its month, and the month’s name, in both languages', () => {
  const write = (name: keyof typeof formats.dateTime) =>
    LOCALES.map(locale =>
      new Intl.DateTimeFormat(LOCALE_TAGS[locale], { ...formats.dateTime[name], timeZone: 'UTC' }).format(
        MOMENT,
      ),
    )
  expect(write('day')).toEqual(['7. Nov. 2026', '7 Nov 2026'])
  expect(write('dayOfYear')).toEqual(['7. Nov.', '7 Nov'])
  expect(write('moment')).toEqual(['7. Nov. 2026, 13:05', '7 Nov 2026, 13:05'])
})

test('all dates on screens are formatted by the same rules', () => {
  const others = globSync('{components,lib}/**/*.{ts,tsx}').flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/DateTimeFormat\(([^,()]+)[,)]/g)]
      .map(([, by = '']) => by)
      .filter(by => !by.startsWith('LOCALE_TAGS[') && !NOT_READ.has(by))
      .map(by => `${path}: ${by}`),
  )
  expect(others).toEqual([])
})
