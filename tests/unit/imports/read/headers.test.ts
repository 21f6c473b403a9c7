import { describe, expect, test } from 'vitest'
import { HEADER_WORDS, matchHeader, toHeaderKey } from '#lib/imports/read/headers.ts'

const HEADERS = [
  [
    'first_name',
    'Vorname',
    'VORNAME',
    'First Name',
    'firstName',
    'first_name',
    'Given name',
    'Rufname',
    'Vorname *',
  ],
  ['last_name', 'Nachname', 'Familienname', 'Zuname', 'Surname', 'LAST_NAME', 'Last name (legal)'],
  [
    'full_name',
    'Name',
    'Name, Vorname',
    'Nachname, Vorname',
    'Vor- und Nachname',
    'Vollständiger Name',
    'Full Name',
  ],
  [
    'email',
    'E-Mail',
    'Email',
    'eMail-Adresse',
    'Mail dienstlich',
    'E-Mail (geschäftlich)',
    'Work Email',
    'UPN',
  ],
  ['email', 'Dienstliche E-Mail', 'E-Mail-Adresse dienstlich', 'Primary Work Email'],
  [
    'mitarbeiternummer',
    'Personalnummer',
    'Pers.-Nr.',
    'PersNr',
    'MA-Nr.',
    'Mitarbeiter-Nr',
    'PERNR',
    'Employee ID',
  ],
  [
    'mitarbeiternummer',
    'Personal-Nr. (SAP)',
    'Mitarbeiternummer [Pflicht]',
    'Staff no.',
    'Payroll number',
    'Nr.',
  ],
  ['locale', 'Sprache', 'Language', 'Korrespondenzsprache', 'Preferred Language', 'Spr.'],
] as const

describe('headers of columns', () => {
  test.each(HEADERS.map(([meaning, ...headers]) => ({ meaning, headers })))(
    'headers of $meaning are recognised',
    ({ meaning, headers }) => {
      for (const header of headers) expect(matchHeader(header)?.meaning, header).toBe(meaning)
    },
  )

  test.each(['', 'Abteilung', 'Kostenstelle', 'Geburtsname', 'Eintritt', 'Telefon', 'Ort', 'Firmenname'])(
    'the header %j is unknown',
    header => expect(matchHeader(header)).toBeNull(),
  )
})

test('every word of the header table is in its looked-up form, and has one meaning', () => {
  const words = Object.values(HEADER_WORDS).flat()
  expect(words.map(toHeaderKey)).toEqual(words)
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})
