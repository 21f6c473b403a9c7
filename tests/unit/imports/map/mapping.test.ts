import { describe, expect, test } from 'vitest'
import { guessMapping } from '#lib/imports/map/guess-mapping.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'
import { listMissingFields } from '#lib/imports/map/mapping.ts'
import { parseLanguage } from '#lib/imports/map/parse-language.ts'
import { recallMapping, rememberMapping } from '#lib/imports/map/recall-mapping.ts'

function toRows(...lines: string[][]) {
  return lines.map((cells, index) => ({ row: index + 2, cells }))
}

describe('guessed mappings', () => {
  test('each field gets its column by header', () => {
    const headers = ['Abteilung', 'Pers.-Nr.', 'Name', 'Vorname', 'E-Mail', 'Sprache']
    expect(guessMapping(headers, { rows: [] })).toEqual({
      columns: { mitarbeiternummer: 1, last_name: 2, first_name: 3, email: 4, locale: 5 },
    })
  })

  test('a work address is preferred to a private one, wherever it is', () => {
    const mapping = guessMapping(['E-Mail privat', 'E-Mail', 'E-Mail dienstlich', 'Mail'], { rows: [] })
    expect(mapping.columns.email).toBe(2)
  })

  test('a single name column is the whole name, in the order of its header or commas', () => {
    expect(guessMapping(['Name'], { rows: toRows(['Klein, Eva']) }).full_name).toEqual({
      column: 0,
      order: 'last_first',
    })
    expect(guessMapping(['Name'], { rows: toRows(['Eva Klein']) }).full_name?.order).toBe('first_last')
    expect(guessMapping(['Name Vorname'], { rows: toRows(['Klein Eva']) }).full_name?.order).toBe(
      'last_first',
    )
  })

  test('addresses and languages are recognised by their cells, and nothing else is guessed', () => {
    const rows = toRows(['Köln', 'de', '4711', 'a@example.com'], ['Bonn', 'Englisch', '4712', ''])
    expect(guessMapping(['', '', '', ''], { rows })).toEqual({ columns: { locale: 1, email: 3 } })
  })

  test.each([
    ['towns', 'D-80331 München', 'D-10115 Berlin'],
    ['offices', 'DE-MUC', 'DE-BER'],
    ['states', 'DE-BY', 'DE-BE'],
    ['countries', 'US', 'UK', 'Germany', 'Deutschland'],
    ['countries by their code', 'DE', 'DE', 'AT', 'DE', 'de', 'DEU'],
    ['numbers', 'E-4711', 'E-4712'],
    ['reasons', 'E-Mail: Das ist keine Adresse.', 'E-Mail: falsch'],
    ['sexes', 'D (Diverse)', 'D', 'd'],
    ['tariffs', 'Standard', 'Default'],
    ['roles', '-', '-', '-', '-', 'Teamleitung'],
    ['remarks', 'Deutsch', '', ''],
    ['remarks in an empty column', 'English', '-', '-'],
  ])('values such as %s are no languages', (_, ...cells) => {
    const rows = toRows(...cells.map((cell, index) => ['Änne', 'Groß', `${index}@example.com`, cell]))
    const headers = ['Vorname', 'Nachname', 'E-Mail', 'Sonstiges']
    expect(guessMapping(headers, { rows }).columns.locale).toBeUndefined()
  })

  test.each([
    ['tags', 'de-AT', 'en_US', 'EN-GB'],
    ['words', 'Deutsch', '-', 'English', ''],
    ['codes', 'DEU', 'ENG'],
  ])('languages are recognised by their %s, in every second line at least', (_, ...cells) => {
    expect(guessMapping(['X'], { rows: toRows(...cells.map(cell => [cell])) }).columns.locale).toBe(0)
  })

  test('a header is not overruled by cells, and a column is used once', () => {
    const rows = toRows(['a@example.com', 'b@example.com'])
    expect(guessMapping(['UPN', 'Sonstiges'], { rows })).toEqual({ columns: { email: 0 } })
  })
})

describe('remembered mappings', () => {
  const HEADERS = ['Feld A', 'Feld B', 'Feld C']
  const MAPPING: Mapping = { columns: { email: 2 }, full_name: { column: 0, order: 'last_first' } }
  const REMEMBERED = rememberMapping(HEADERS, MAPPING) ?? { columns: {} }

  test('a remembered mapping finds moved columns again', () => {
    expect(recallMapping(['FELD-C', 'Neu', 'Feld a'], REMEMBERED)).toEqual({
      columns: { email: 0 },
      full_name: { column: 2, order: 'last_first' },
    })
  })

  test('a remembered mapping does not apply when a header is missing or repeated', () => {
    expect(recallMapping(['Feld C'], REMEMBERED)).toBeNull()
    expect(recallMapping(['Feld A', 'Feld C', 'Feld C'], REMEMBERED)).toBeNull()
  })

  test('a mapping is not remembered when a column has no header', () => {
    expect(rememberMapping(['', 'B', 'C'], MAPPING)).toBeNull()
  })
})

test('required fields without a column are reported', () => {
  expect(listMissingFields({ columns: {} })).toEqual(['first_name', 'last_name', 'email'])
  expect(listMissingFields({ columns: { last_name: 1, email: 0 } })).toEqual(['first_name'])
  expect(listMissingFields({ columns: {}, full_name: { column: 0, order: 'last_first' } })).toEqual(['email'])
})

test('rows keep their line, their original cells and their texts', () => {
  const mapping: Mapping = {
    columns: { email: 2, mitarbeiternummer: 1 },
    full_name: { column: 0, order: 'last_first' },
  }
  expect(mapRows(toRows(['von der Heide, Žofie', ' 00042', ' A@example.com ', 'Köln']), mapping)).toEqual([
    {
      row: 2,
      cells: ['von der Heide, Žofie', ' 00042', ' A@example.com ', 'Köln'],
      values: {
        first_name: 'Žofie',
        last_name: 'von der Heide',
        email: ' A@example.com ',
        mitarbeiternummer: ' 00042',
        locale: '',
      },
      excluded: false,
    },
  ])
})

test.each([
  [
    'de',
    'de',
    'DE',
    'Deutsch',
    'german',
    'GER',
    'de-AT',
    'de_DE',
    'Deutsch (Schweiz)',
    'DEU-CH',
    'DE (AT)',
    'Dt.',
    ' d ',
  ],
  ['en', 'en', 'EN', 'Englisch', 'English', 'engl.', 'en-US', 'English (UK)', 'en-001', 'US', 'E'],
])('the language %s is understood', (language, ...words) => {
  for (const word of words) expect(parseLanguage(word), word).toBe(language)
})

test.each([
  ...[
    '',
    'fr',
    'Deutsch/Englisch?',
    'dänisch',
    'n/a',
    'est',
    'D-80331 München',
    'DE-MUC',
    'US-NYC',
    'E-4711',
  ],
  ...['E-Mail', 'E-Mail: falsch', 'D (Diverse)', 'us-en', 'Deutsch-Kurs'],
])('the text %j is no language of an invitation', word => {
  expect(parseLanguage(word)).toBeNull()
})

describe('systems of other makers', () => {
  test.each([
    [
      'BambooHR',
      ['Employee #', 'Last name, First name', 'First Name', 'Last Name', 'Work Email'],
      { mitarbeiternummer: 0, first_name: 2, last_name: 3, email: 4 },
    ],
    [
      'Workday',
      ['Employee ID', 'Worker', 'Legal Name - First Name', 'Legal Name - Last Name', 'Email - Primary Work'],
      { mitarbeiternummer: 0, first_name: 2, last_name: 3, email: 4 },
    ],
    [
      'UKG',
      ['Employee Number', 'First Name', 'Last Name', 'Primary Email', 'Home Email'],
      { mitarbeiternummer: 0, first_name: 1, last_name: 2, email: 3 },
    ],
    [
      'Frappe',
      ['ID', 'First Name', 'Last Name', 'Employee Number', 'Company Email', 'Personal Email'],
      { mitarbeiternummer: 3, first_name: 1, last_name: 2, email: 4 },
    ],
    [
      'SAP',
      ['Pers.Nr.', 'Nachname', 'Vorname', 'E-Mail'],
      { mitarbeiternummer: 0, last_name: 1, first_name: 2, email: 3 },
    ],
    [
      'SuccessFactors',
      ['STATUS\nSTATUS', 'USERID\nUsername', 'FIRSTNAME\nFirst Name', 'LASTNAME\nLast Name', 'EMAIL\nEmail'],
      { mitarbeiternummer: 1, first_name: 2, last_name: 3, email: 4 },
    ],
  ])('the columns of %s are mapped', (_, headers, columns) => {
    expect(guessMapping(headers, { rows: [] })).toEqual({ columns })
  })
})

test('a hidden column comes after visible ones, and of equal headers the filled column wins', () => {
  const headers = ['E-Mail', 'Mail', 'Nachname', 'Nachname', 'Vorname']
  const rows = toRows(['alt@example.com', 'neu@example.com', '', 'Klein', 'Eva'])
  expect(guessMapping(headers, { rows, hidden: [0] }).columns).toMatchObject({ email: 1, last_name: 3 })
  expect(guessMapping(headers, { rows }).columns.email).toBe(0)
  expect(guessMapping(['E-Mail', 'Name'], { rows: [], hidden: [0] }).columns.email).toBe(0)
})

test('a list of changes needs only a column of numbers', () => {
  const columns = { mitarbeiternummer: 0, last_name: 1 }
  expect(listMissingFields({ columns })).toEqual(['first_name', 'email'])
  expect(listMissingFields({ columns, update_only: true })).toEqual([])
  expect(listMissingFields({ columns: { last_name: 1 }, update_only: true })).toEqual(['mitarbeiternummer'])
})
