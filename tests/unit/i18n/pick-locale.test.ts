import { describe, expect, test } from 'vitest'
import { pickLocale } from '#lib/i18n/pick-locale.ts'

const pick = (accepted: string | null, chosen?: string) => pickLocale({ chosen, accepted, fallback: 'de' })

describe('the language of a browser', () => {
  test.each([
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['EN-gb', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR,fr;q=0.9,en;q=0.7,de;q=0.3', 'en'],
    ['en;q=0.3, de;q=0.7', 'de'],
    ['en;q=0.7,de;q=0.70001', 'en'],
    ['de;q=0,en;q=0.1', 'en'],
    ['de;q=0.5,en;q=0.5', 'de'],
    ['en ; q=1.0 , de ; q=0.999', 'en'],
    ['en-US-x-private', 'en'],
  ])('the browser language %s means %s', (accepted, locale) => {
    expect(pickLocale({ chosen: undefined, accepted, fallback: locale === 'de' ? 'en' : 'de' })).toBe(locale)
  })

  test.each([
    null,
    '',
    '*',
    'fr',
    'english',
    'en_US',
    'q=1',
    ';q=1',
    ',,,',
    'en;q=nonsense',
    'en;q=2',
    'en;q=-1',
  ])('the browser language %j leaves the choice to the operator', accepted =>
    expect(pick(accepted)).toBe('de'),
  )

  test('the browser language is read no further than any browser sends it', () => {
    expect(pick(`${'fr,'.repeat(300)}en`)).toBe('en')
    expect(pick(`${'fr,'.repeat(400)}en`)).toBe('de')
  })
})

describe('a chosen language', () => {
  test('a chosen language overrides the browser and the operator', () => {
    expect(pick('de', 'en')).toBe('en')
    expect(pick('en', 'de')).toBe('de')
  })

  test.each(['', 'fr', 'EN', '__proto__', 'constructor'])(
    'a chosen language of %j counts as none',
    chosen => {
      expect(pick('en', chosen)).toBe('en')
      expect(pick(null, chosen)).toBe('de')
    },
  )
})
