import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { toWait } from '#components/exports/dialog/to-wait.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'

const en = createTranslator({ locale: 'en', messages: MESSAGES.en, namespace: 'exports.dialog' })
const de = createTranslator({ locale: 'de', messages: MESSAGES.de, namespace: 'exports.dialog' })

test.each([
  [10, 'Less than a minute', 'Weniger als eine Minute'],
  [60, 'About 1 minute', 'Etwa 1 Minute'],
  [150, 'About 2½ minutes', 'Etwa 2½ Minuten'],
  [299, 'About 5 minutes', 'Etwa 5 Minuten'],
  [1000, 'About 17 minutes', 'Etwa 17 Minuten'],
  [3600, 'About 1 hour', 'Etwa 1 Stunde'],
  [5000, 'About 1 hour 24 minutes', 'Etwa 1 Stunde 24 Minuten'],
  [310, 'About 5½ minutes', 'Etwa 5½ Minuten'],
])('a wait of %d seconds is described in ordinary words', (seconds, english, german) => {
  expect(toWait(en, seconds)).toBe(english)
  expect(toWait(de, seconds)).toBe(german)
})
