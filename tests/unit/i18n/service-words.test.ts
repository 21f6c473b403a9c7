import { expect, test } from 'vitest'
import {
  languageLabel,
  portraitStatusLabel,
  projectStatusLabel,
  toSidesKey,
  toSizeName,
} from '#lib/i18n/service-words.ts'
import { readyEmployee } from '#tests/support/people.ts'

const say = (word: string) => `(${word})`

test('known words of the service are translated, and others are shown as they came', () => {
  const statusCounts = ['edited', 'retake', 'on_hold', ''].map(status =>
    portraitStatusLabel(readyEmployee({ status }), say),
  )
  expect(statusCounts).toEqual(['(approved)', '(retake)', 'on_hold', '(other)'])
  expect(['de', 'fr', null].map(locale => languageLabel(locale, say))).toEqual(['(de)', 'fr', '(none)'])
  expect(['active', 'on_hold', ''].map(status => projectStatusLabel(status, say))).toEqual([
    '(active)',
    'on_hold',
    '(other)',
  ])
})

test('an uninvited person does not count as waiting for a photo', () => {
  const sayOf = (invited_at: string | null) =>
    portraitStatusLabel(readyEmployee({ status: 'pending', invited_at }), say)
  expect([sayOf(null), sayOf('2026-10-01T09:00:00+02:00')]).toEqual(['(uninvited)', '(pending)'])
})

test.each([
  [{ label: 'Web', width: 600, height: 800 }, 'Web', 'pixels'],
  [{ label: '', width: 600, height: 800 }, '600 × 800', 'pixels'],
  [{ label: ' ', width: 600, height: 0 }, '600 × …', 'wide'],
  [{ label: '', width: 0, height: 800 }, '… × 800', 'high'],
  [{ label: '', width: 0, height: 0 }, '… × …', 'free'],
])('the size %j is called %s, and says it is %s', (size, name, key) => {
  expect([toSizeName({ index: 0, ...size }), toSidesKey({ index: 0, ...size })]).toEqual([name, key])
})
