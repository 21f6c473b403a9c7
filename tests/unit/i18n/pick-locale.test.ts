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
  ])('%s means %s', (accepted, locale) => {
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
  ])('%j leaves the choice to the operator', accepted => expect(pick(accepted)).toBe('de'))

  test('is not read beyond what any browser sends', () => {
    expect(pick(`${'fr,'.repeat(300)}en`)).toBe('en')
    expect(pick(`${'fr,'.repeat(400)}en`)).toBe('de')
  })
})

describe('the language that a person chose', () => {
  test('wins over the browser and the operator', () => {
    expect(pick('de', 'en')).toBe('en')
    expect(pick('en', 'de')).toBe('de')
  })

  test.each(['', 'fr', 'EN', '__proto__', 'constructor'])('counts as none when it is %j', chosen => {
    expect(pick('en', chosen)).toBe('en')
    expect(pick(null, chosen)).toBe('de')
  })
})
