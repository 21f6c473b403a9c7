import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { MESSAGES } from '#lib/i18n/messages.ts'

const CASES = [
  [0, 0, 'niemand angelegt oder aktualisiert', 'nobody created or updated'],
  [1, 0, '1 Person angelegt', '1 person created'],
  [200, 0, '200 Personen angelegt', '200 people created'],
  [0, 1, '1 Person aktualisiert', '1 person updated'],
  [0, 12, '12 Personen aktualisiert', '12 people updated'],
  [200, 12, '200 Personen angelegt, 12 aktualisiert', '200 people created, 12 updated'],
] as const

test.each(CASES)('an import that created %i and updated %i says just that', (created, updated, de, en) => {
  const say = (locale: 'de' | 'en') =>
    createTranslator({ locale, messages: MESSAGES[locale], namespace: 'imports' })('made', {
      created,
      updated,
    })
  expect([say('de'), say('en')]).toEqual([de, en])
})
