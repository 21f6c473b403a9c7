import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listHeaders, toDataRows } from '#components/imports/columns/columns.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { guessMapping } from '#lib/imports/map/guess-mapping.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import type { ReadOverrides } from '#lib/imports/read/table.ts'

const FOLDER = 'tests/fixtures/cases'

/** Reads a list as the import does: reader, guessed columns, check. */
async function read(name: string, overrides?: ReadOverrides) {
  const table = await readTable(readFileSync(`${FOLDER}/${name}`), overrides)
  const headerRow = table.guess.header_row
  const headers = listHeaders({ table, headerRow })
  const rows = toDataRows(table, headerRow)
  const mapping = guessMapping(headers, { rows, hidden: table.hidden_columns })
  const checked = checkRows(mapRows(rows, mapping), [])
  const people = checked.rows.map(({ input }) => input)
  const problems = checked.rows.map(row => row.problems.map(({ field, code }) => `${field}:${code}`))
  return { table, headers, mapping, people, problems, checked }
}

/** Returns "number last name first name address" of each person; an empty list when a row is invalid. */
async function listPeople(name: string) {
  const { people } = await read(name)
  return people.map(input =>
    [input?.mitarbeiternummer, input?.last_name, input?.first_name, input?.email].map(value => value ?? ''),
  )
}

const FOUR = [
  ['00042', 'Müller', 'Änne', 'aenne@firma.example'],
  ['00043', 'Groß', 'Jörg', 'joerg@firma.example'],
  ['00044', 'Klein', 'Eva', 'eva@firma.example'],
  ['00045', 'Weiß', 'Zoë', 'zoe@firma.example'],
]
const THREE = FOUR.slice(0, 3)
const TWO = FOUR.slice(0, 2)

describe('texts of workbooks', () => {
  test.each([
    ['x52-si-numbers-stay.xlsx', FOUR],
    ['x50-si-selfclosed.xlsx', FOUR],
    ['x07-backslash-names.xlsx', THREE],
    ['x08-workbook2.xlsx', THREE],
    ['x13e-c-newline.xlsx', THREE],
    ['x29d-styles-declared-missing.xlsx', THREE],
    ['x54b-lowercase-refs.xlsx', THREE],
    ['x16b-latin1-sheet.xlsx', THREE],
    ['x11b-t-and-r.xlsx', [['1', 'Müller-Lüdenscheidt', 'Änne', 'a@firma.example']]],
  ])('%s gives each person their own number, name and address', async (name, people) => {
    expect(await listPeople(name)).toEqual(people)
  })

  test('a remark beside an empty shared string stays in its line', async () => {
    const { table } = await read('x52-si-numbers-stay.xlsx')
    expect(table.rows.map(({ cells }) => cells[4])).toEqual(['Bemerkung', '', '', 'Elternzeit', ''])
  })

  test('an index outside the shared strings is an error in its cell', async () => {
    const { problems, table } = await read('x40-s-noidx.xlsx')
    expect(table.rows.slice(1).map(({ cells }) => cells[1])).toEqual(['Klein', 'Groß'])
    expect(problems).toEqual([['first_name:unreadable'], []])
  })

  test('numbers are read as the person typed them', async () => {
    const { people } = await read('x04-number-formats.xlsx')
    const numbers = people.map(input => input?.mitarbeiternummer ?? '')
    const typed = Array.from({ length: 15 }, (_, index) => String(10_234 + index))
    expect(numbers.with(2, '10236').with(3, '10237')).toEqual(typed)
    expect(numbers.slice(2, 4)).toEqual(['MA-10236', '010-237'])
    const digits = await read('x04-number-formats.xlsx', { as_digits: true })
    expect(digits.people.map(input => input?.mitarbeiternummer)).toEqual(typed)
    expect(digits.table.formatted).toEqual([{ column: 0, shown: 'MA-10236', digits: '10236' }])
  })

  test('a visible column is chosen before a hidden one, which is mentioned', async () => {
    const { table, people } = await read('x05-hidden-column.xlsx')
    expect(table.hidden_columns).toEqual([3])
    expect(people.map(input => input?.email)).toEqual(THREE.map(person => person[3]))
  })

  test('formulas without calculated values are refused', async () => {
    await expect(read('x02-formulas-never-calculated.xlsx')).rejects.toMatchObject({
      problem: 'not_calculated',
    })
  })

  test.each(['x01-two-line-header-merged.xlsx', 'x01c-two-line-mail.xlsx'])(
    'the list %s has its headers in two lines',
    async name => {
      expect(await listPeople(name)).toEqual(THREE)
    },
  )
})

describe('texts', () => {
  test.each([
    ['c01-cr-rows-lf-in-cell.csv', THREE],
    ['c02-utf8-one-bad-byte.csv', THREE],
    ['c02b-utf8-cut-midchar.csv', FOUR],
    ['c04-apostrophe-number.csv', TWO],
    ['c04b-triple-quotes.csv', TWO],
    ['c25-unit-separator.csv', TWO],
    ['c07-header-with-example-address.csv', THREE],
    ['c07b-header-with-years.csv', THREE],
    ['c09-ctrl-z.csv', THREE],
    ['c09b-nul-padded.csv', THREE],
  ])('%s gives each person their own number, name and address', async (name, people) => {
    expect(await listPeople(name)).toEqual(people)
  })

  test('a line with a foreign byte is reported', async () => {
    expect((await read('c02-utf8-one-bad-byte.csv')).table.undecoded).toEqual([3])
    expect((await read('c02b-utf8-cut-midchar.csv')).table.undecoded).toEqual([5])
  })

  test('one foreign byte among 300 names changes no name', async () => {
    const { table, people } = await read('c02c-utf8-300-names-one-latin1-cell.csv')
    const names = new Set(people.map(input => input?.last_name))
    expect(names).toEqual(new Set(['Müller', 'Größl', 'Jäger', 'Köhler']))
    expect(table.undecoded).toEqual([301])
    expect(table.rows.at(-1)?.cells[4]).toBe('café')
  })

  test('a delimiter and a space inside of a quoted cell stay in that cell', async () => {
    const text = 'Nummer,Zusatz,Ort\n"1",", ","Köln"\n"2", "a, ""b""","Bonn"\n'
    const { rows } = await readTable(new TextEncoder().encode(text), { delimiter: ',' })
    expect(rows.map(({ cells }) => cells).slice(1)).toEqual([
      ['1', ', ', 'Köln'],
      ['2', 'a, "b"', 'Bonn'],
    ])
  })

  test('a space before a quotation mark is accepted', async () => {
    const { people } = await read('c16-space-before-quote.csv')
    expect(people[0]).toMatchObject({ email: 'luk@firma.example', mitarbeiternummer: '00042' })
    expect(people[1]).toMatchObject({ email: 'eva@firma.example', mitarbeiternummer: '00043' })
  })

  test('Turkish names are read, or asked about', async () => {
    const { table } = await read('c05t-turkish-1254-german-headers.csv')
    expect(table.readings.map(({ encoding }) => encoding)).toContain('windows-1254')
    const chosen = await read('c05t-turkish-1254-german-headers.csv', { encoding: 'windows-1254' })
    expect(chosen.people.map(input => `${input?.last_name} ${input?.first_name}`)).toEqual([
      'Yıldız Ayşe',
      'Şahin Gökhan',
      'İğneci Çağla',
    ])
  })

  test('Cyrillic names are read', async () => {
    const { table, people } = await read('c05b-cyrillic-1251.csv')
    expect(table.guess.encoding).toBe('windows-1251')
    expect(people.map(input => `${input?.last_name} ${input?.first_name}`)).toEqual([
      'Иванов Пётр',
      'Щукина Мария',
    ])
  })

  test.each([
    ['c06-double-encoded.csv', ['last_name:garbled', 'first_name:garbled'], 2],
    ['c06b-replacement-char.csv', ['last_name:unreadable'], 1],
    ['c06c-question-marks.csv', ['last_name:garbled', 'first_name:garbled'], 2],
  ])('the list %s has broken names that get a hint', async (name, first, many) => {
    const { problems } = await read(name)
    expect(problems[0]?.toSorted()).toEqual(first.toSorted())
    expect(problems[1]).toHaveLength(2)
    expect(problems[2]).toEqual([])
    expect(many).toBe(first.length)
  })

  test('titles and suffixes in a column of whole names are no names', async () => {
    const { people } = await read('c11-full-names.csv')
    const titles =
      /\b(jr|ii|fh|m\.?a|b\.?sc|msc|mba|ll\.?m|dr|prof|dipl|mag|med|univ|em|habil|rer|pol|frl|rn)\b|[()]/i
    for (const input of people) {
      expect(input?.last_name ?? '').not.toMatch(titles)
      expect(input?.first_name ?? '').not.toMatch(titles)
    }
    const names = people.map(input => `${input?.first_name}|${input?.last_name}`)
    expect(names).toEqual(
      expect.arrayContaining(['John|Smith', 'Martin Luther|King', 'Henry|Ford', 'Anna|Müller', 'Eva|Klein']),
    )
    expect(names.filter(name => name === 'Anna|Müller')).toHaveLength(16)
    expect(names.filter(name => name === 'Eva|Klein')).toHaveLength(15)
  })

  test('BambooHR calls the number "Employee #"', async () => {
    expect(await listPeople('c10-bamboohr.csv')).toEqual([
      ['1042', 'Mueller', 'Anne', 'anne@firma.example'],
      ['1043', 'Gross', 'Joerg', 'joerg@firma.example'],
    ])
  })

  test('the second header line of SuccessFactors is no person', async () => {
    expect(await listPeople('c10f-successfactors.csv')).toEqual([
      ['1042', 'Mueller', 'Anne', 'anne@firma.example'],
    ])
  })

  test('lines of dashes in an SAP list are no people', async () => {
    expect(await listPeople('c08-sap-list.txt')).toEqual([
      ['00001234', 'Müller', 'Änne', 'aenne@firma.example'],
      ['00001235', 'Groß', 'Jörg', 'joerg@firma.example'],
      ['00001236', 'Klein', 'Eva', 'eva@firma.example'],
    ])
  })

  test.each(['f-sylk.sylk', 'f-fods.fods'])('the file %s is another spreadsheet format', async name => {
    await expect(read(name)).rejects.toMatchObject({ problem: 'other_spreadsheet' })
  })
})
