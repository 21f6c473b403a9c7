import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { findPerson, toNobody, toSentences } from '#lib/activity/sentences.ts'
import { type Activity, type ActivityDetails, DESK, OPERATOR } from '#lib/contracts/activity.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { LOCALES } from '#lib/locales.ts'
import { ACTIVITY_ACTIONS } from '#lib/store/enums.ts'

const translator = (locale: (typeof LOCALES)[number]) =>
  createTranslator({ locale, messages: MESSAGES[locale], namespace: 'activity' })
const entry = (action: Activity['action'], details: ActivityDetails = {}): Activity => ({
  id: 1,
  at: '2026-11-21T15:30:00.000Z',
  actor: { id: '1', email: 'hr@example.com' },
  action,
  outcome: 'done',
  project: 7,
  employee: 1001,
  details,
})

const person = { name: 'Anna Müller', mitarbeiternummer: '0042' }
const FULL: ActivityDetails = {
  person,
  people: [person],
  count: 2,
  variant: 'transparent',
  size: 0,
  account: { id: '2', email: 'ben@example.com' },
  role: 'editor',
  method: 'oidc',
  scope: 'everybody',
}

describe.each(LOCALES)('activity sentences in %s', locale => {
  test.each(ACTIVITY_ACTIONS)('%s has a sentence, with and without details', action => {
    for (const details of [FULL, {}])
      for (const sentence of toSentences(translator(locale), entry(action, details))) {
        expect(sentence).not.toMatch(/[{}]|activity\.|undefined|null/)
        expect(sentence).toMatch(/^[\p{L}\p{N}]/u)
      }
  })
})

describe('a change of a person', () => {
  const changes = [
    { field: 'email', old: 'old@example.com', new: 'new@example.com' },
    { field: 'locale', old: null, new: 'de' },
  ] as const

  test('a changed person has a sentence for each field, with the old and the new value', () => {
    const details = { person, changes: [...changes] }
    expect(toSentences(translator('en'), entry('employee_changed', details))).toEqual([
      'Changed the e-mail of Anna Müller (0042): old@example.com → new@example.com',
      'Changed the language of Anna Müller (0042): Default → German',
    ])
    expect(toSentences(translator('de'), entry('employee_changed', details))).toEqual([
      'E-Mail von Anna Müller (0042) geändert: old@example.com → new@example.com',
      'Sprache von Anna Müller (0042) geändert: Standard → Deutsch',
    ])
  })

  test('an employee change without a difference says so', () => {
    expect(toSentences(translator('en'), entry('employee_changed', { person, changes: [] }))).toEqual([
      'Saved Anna Müller (0042) without changing anything',
    ])
  })
})

test('a sentence names a single person, and a person added alone', () => {
  expect(findPerson({ person })).toEqual(person)
  expect(findPerson({ people: [person] })).toEqual(person)
  for (const details of [{}, { people: [person, person] }]) expect(findPerson(details)).toBeUndefined()
})

test('many new people are counted after the first five', () => {
  const people = Array.from({ length: 8 }, (_, n) => ({ name: `P${n}`, mitarbeiternummer: null }))
  expect(toSentences(translator('en'), entry('employees_created', { people }))).toEqual([
    'Added 8 people: P0, P1, P2, P3, P4 and 3 more',
  ])
})

test.each([
  [{ index: 0, label: 'Badge', width: 300, height: 300 }, 'Badge, 300 × 300\u00a0px'],
  [{ index: 0, label: 'Hoch', width: 0, height: 800 }, 'Hoch, – × 800\u00a0px'],
  [{ index: 1, label: '', width: 600, height: 800 }, 'image size 2'],
  [0, 'image size 1'],
  [null, 'full size'],
])('a size is shown as it was then, and in an old entry by its number: %j', (size, words) => {
  const [sentence] = toSentences(translator('en'), entry('photo_downloaded', { person, size }))
  expect(sentence).toContain(words)
})

test('an export of everybody is not described as one of nobody', () => {
  const details = { count: null, variant: 'standard', size: null } as const
  expect(toSentences(translator('de'), entry('export_started', details))).toEqual([
    'Alle freigegebenen Fotos angefordert: mit Hintergrund (JPEG), Originalgröße',
  ])
})

describe('an export for a system that wants files of its own', () => {
  const files = [
    { format: 'webp', width: 480, height: 640 },
    { format: 'webp', width: 960, height: 1280 },
  ] as const
  const details = { variant: 'standard', size: null, target: 'website-webp' } as const
  const tell = (locale: 'de' | 'en') =>
    toSentences(translator(locale), entry('export_downloaded', { ...details, files: [...files], count: 2 }), {
      targetName: () => 'Website (WebP)',
    })

  test('an export for a system with files of its own describes those, not the service’s', () => {
    expect(tell('de')).toEqual([
      '2 Fotos für „Website (WebP)“ heruntergeladen: mit Hintergrund, WebP 480 × 640\u00a0px, WebP 960 × 1280\u00a0px',
    ])
    expect(tell('en')).toEqual([
      'Downloaded 2 photos for “Website (WebP)”: with background, WebP 480 × 640\u00a0px, WebP 960 × 1280\u00a0px',
    ])
  })
})

test('a deletion mentions photos only when the person had some', () => {
  const tell = (count?: number) => toSentences(translator('de'), entry('employee_deleted', { person, count }))
  expect([tell(1), tell(0), tell()]).toEqual([
    ['Anna Müller (0042) mit allen Fotos gelöscht'],
    ['Anna Müller (0042) gelöscht'],
    ['Anna Müller (0042) gelöscht'],
  ])
})

test('the operator on the server is named in words, unlike an account', () => {
  const tell = (email: string) =>
    toNobody(translator('de'), { action: 'account_added', actor: { id: '1', email } })
  expect(toNobody(translator('de'), { action: 'export_ended', actor: DESK })).toBe('Die Anwendung selbst')
  expect([tell(OPERATOR), tell('hr@example.com')]).toEqual(['Wer die Anwendung betreibt', null])
})

test('a report that names people is distinguished from a list of them', () => {
  const tell = (details: ActivityDetails) =>
    toSentences(translator('de'), entry('list_downloaded', { count: 240, format: 'csv', ...details }), {
      targetName: () => 'Website (WebP)',
    })
  expect(tell({})).toEqual(['Liste mit 240 Personen heruntergeladen (CSV)'])
  expect(tell({ target: 'website-webp' })).toEqual([
    'Bericht zu den Fotos für „Website (WebP)“ mit 240 Personen heruntergeladen (ZIP)',
  ])
})

describe('an export', () => {
  const form = { variant: 'transparent', size: null, target: 'hr-portal' } as const
  const tell = (locale: 'de' | 'en', details: ActivityDetails) =>
    toSentences(translator(locale), entry('export_ended', details), {
      targetName: id => (id === 'hr-portal' ? 'HR-Portal' : id),
    })

  test('an export names its system, its form and its progress', () => {
    const details = { ...form, ended: { as: 'cancelled', photos: 86, of: 700 } } as const
    expect(tell('en', details)).toEqual([
      'Photos for “HR-Portal” cancelled at 86 of 700: transparent background (PNG), full size',
    ])
    expect(tell('de', details)).toEqual([
      'Fotos für „HR-Portal“ bei 86 von 700 abgebrochen: freigestellt (PNG), Originalgröße',
    ])
  })

  test('an export of one person names that person', () => {
    const about = { ...form, person: { name: 'Anna Müller', mitarbeiternummer: '0042' }, count: 1 }
    const [said, german] = (['en', 'de'] as const).map(locale =>
      (['export_started', 'export_downloaded'] as const).flatMap(action =>
        toSentences(translator(locale), entry(action, about), { targetName: () => 'HR-Portal' }),
      ),
    )
    const photo = 'transparent background (PNG), full size'
    expect(said).toEqual([
      `Started preparing the photo of Anna Müller (0042) for “HR-Portal”: ${photo}`,
      `Downloaded the photo of Anna Müller (0042) for “HR-Portal”: ${photo}`,
    ])
    const foto = 'freigestellt (PNG), Originalgröße'
    expect(german).toEqual([
      `Foto von Anna Müller (0042) für „HR-Portal“ angefordert: ${foto}`,
      `Foto von Anna Müller (0042) für „HR-Portal“ heruntergeladen: ${foto}`,
    ])
    const ends = (['ready', 'cancelled', 'failed'] as const).map(as =>
      tell('de', { ...about, ended: { as, photos: 1, of: 1 } }),
    )
    expect(ends).toEqual([
      [`Foto von Anna Müller (0042) für „HR-Portal“ bereitgestellt: ${foto}`],
      [`Foto von Anna Müller (0042) für „HR-Portal“ abgebrochen: ${foto}`],
      [`Foto von Anna Müller (0042) für „HR-Portal“ konnte nicht bereitgestellt werden: ${foto}`],
    ])
  })

  test('work ended by another account names its owner, also for an import and a run', () => {
    const account = { id: 'eva', email: 'eva@example.com' }
    expect(tell('en', { ...form, account, ended: { as: 'cancelled', photos: 86, of: 700 } })).toEqual([
      'Photos for “HR-Portal” cancelled at 86 of 700: transparent background (PNG), full size (download of eva@example.com)',
    ])
    const imported = { created: 4, updated: 0, refused: 0 }
    expect(toSentences(translator('en'), entry('import_ended', { account, imported }))).toEqual([
      'Import of eva@example.com cancelled: 4 people added, 0 changed, 0 refused',
    ])
    const delivered = { as: 'cancelled', added: 1, changed: 0, removed: 0, failed: 0 } as const
    const run = { account, delivery: { id: 'd', name: 'Badges' }, delivered }
    expect(toSentences(translator('en'), entry('delivery_run_ended', run))).toEqual([
      'Delivery “Badges”: 1 delivered, 0 replaced, 0 taken away (cancelled) (run of eva@example.com)',
    ])
  })

  test('an export cancelled before its count was known gives no number', () => {
    const details = { ...form, ended: { as: 'cancelled', photos: 0, of: null } } as const
    expect(tell('en', details)[0]).toBe(
      'Photos for “HR-Portal” cancelled before the first one: transparent background (PNG), full size',
    )
  })
})

test('a bulk change is one sentence with the number of people', () => {
  const many = entry('employee_changed', { person, changes: [], bulk: { id: 'x', kind: 'locale' } })
  expect(toSentences(translator('de'), { ...many, bulk: { people: 40, uncertain: 0 } })).toEqual([
    'Sprache von 40 Personen geändert',
  ])
})
