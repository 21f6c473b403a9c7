import { describe, expect, test } from 'vitest'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { guessMapping } from '#lib/imports/map/guess-mapping.ts'
import { recallMapping, rememberMapping } from '#lib/imports/map/recall-mapping.ts'
import { HEADER_WORDS } from '#lib/imports/read/headers.ts'
import { LOCALES } from '#lib/locales.ts'

const FORMER = {
  de: ['Personalnummer', 'Nummer beim Fotodienst', 'Ergebnis', 'Grund'],
  en: ['Employee number', 'Number at the portrait service', 'Result', 'Reason'],
}
const toTitles = ({ importFile: { number, id, result, reason } }: (typeof MESSAGES)['de']) => [
  ...[number, id, result, reason],
]
const FILES = LOCALES.flatMap(locale => [
  { name: `in ${locale}`, titles: toTitles(MESSAGES[locale]), reason: 'E-Mail: Das ist keine Adresse.' },
  { name: `in ${locale}, of a desk of before`, titles: FORMER[locale], reason: 'E-Mail: falsch' },
])

describe.each(FILES)('a result file $name that is corrected and read again', ({ titles, reason }) => {
  test.each([...HEADER_WORDS.mitarbeiternummer, 'Personalnummer', 'Employee number', 'Pers.-Nr.'])(
    'a result file has its numbers under “%s”, and its reasons are no language',
    header => {
      const list = ['Vorname', 'Nachname', 'E-Mail', header, 'Abteilung']
      const headers = [...list, ...titles]
      const cells = ['Änne', 'Groß', 'aenne@firma.example', '00042', 'Technik']
      const rows = [{ row: 2, cells: [...cells, '', '', 'Abgelehnt', reason] }]
      const columns = { first_name: 0, last_name: 1, email: 2, mitarbeiternummer: 3 }
      expect(guessMapping(headers, { rows })).toEqual({ columns })
      const remembered = rememberMapping(list, { columns }) ?? { columns: {} }
      expect(recallMapping(headers, remembered)).toEqual({ columns })
    },
  )

  test('a result file of a result file has the columns of both', () => {
    const headers = ['Pers.-Nr.', 'Vorname', 'Nachname', 'E-Mail', ...titles, ...titles]
    const columns = { first_name: 1, last_name: 2, email: 3, mitarbeiternummer: 0 }
    expect(guessMapping(headers, { rows: [] })).toEqual({ columns })
  })
})

test('a result or reason column of a foreign list is an ordinary column', () => {
  const rows = [{ row: 2, cells: ['00042', 'Deutsch'] }]
  expect(guessMapping(['Personalnummer', 'Grund'], { rows })).toEqual({
    columns: { mitarbeiternummer: 0, locale: 1 },
  })
})
