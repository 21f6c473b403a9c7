import { describe, expect, test } from 'vitest'
import { toDataRows } from '#components/imports/columns/columns.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import type { Encoding } from '#lib/imports/read/table.ts'
import { listDoubtfulRows } from '#lib/imports/read/table.ts'

function cellsOf(text: string, encoding: BufferEncoding = 'utf8') {
  return readTable(Buffer.from(text, encoding)).then(({ rows }) => rows.map(({ cells }) => cells))
}

/** A list of these names with these bytes for the letters beyond ASCII. */
function listOf(names: readonly string[], high: readonly (readonly number[])[]): Uint8Array {
  const lines = names.map((name, at) => {
    const left = [...(high[at] ?? [])]
    return [...name].map(sign => (sign > '\x7f' ? (left.shift() ?? 0) : sign.charCodeAt(0)))
  })
  const end = Buffer.from(';a@example.com\n')
  return Buffer.concat([Buffer.from('Name;E-Mail\n'), ...lines.flatMap(line => [Buffer.from(line), end])])
}

describe('encodings', () => {
  test('UTF-16 without a BOM is recognised by its empty halves, in both orders', async () => {
    const bytes = Buffer.from('Name;E-Mail\nMüller;m@example.com\n', 'utf16le')
    expect((await readTable(bytes)).guess.encoding).toBe('utf-16le')
    expect((await readTable(bytes.swap16())).guess.encoding).toBe('utf-16be')
  })

  test('a text that is not UTF-8 to the last byte is windows-1252', async () => {
    const latin = Buffer.from('Name;E-Mail\nMüller;m@example.com\n', 'latin1')
    const table = await readTable(latin)
    expect(table.guess.encoding).toBe('windows-1252')
    expect(table.rows[1]?.cells[0]).toBe('Müller')
  })

  test('a text with one broken letter is UTF-8 all the same, and its line is reported', async () => {
    const names = ['Jürgen Müller', 'Änne Größe', 'Zoë Ma\ufffd']
    const broken = Buffer.from(`Name;E-Mail\n${names.join(';a@example.com\n')};z@example.com\n`)
    const at = broken.indexOf(Buffer.from('\ufffd'))
    const bytes = Buffer.concat([broken.subarray(0, at), Buffer.from([0xe9]), broken.subarray(at + 3)])
    const { guess, rows, readings, undecoded } = await readTable(bytes)
    expect([guess.encoding, readings, undecoded]).toEqual(['utf-8', [], [4]])
    expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(['Jürgen Müller', 'Änne Größe', 'Zoë Maé'])
  })

  test('a text broken before it was written is UTF-8, however much of it is broken', async () => {
    const { guess, undecoded } = await readTable(Buffer.from('Name;E-Mail\nM\ufffdller;m@example.com\n'))
    expect([guess.encoding, undecoded]).toEqual(['utf-8', [2]])
  })

  test('a Polish name in capitals that is valid UTF-8 does not make a list UTF-8', async () => {
    const names = ['KRÓL', 'WÓŁKA', 'ŚLIWA', 'ŻAK', 'DĄB']
    const high = [[0xd3], [0xd3, 0xa3], [0x8c], [0xaf], [0xa5]]
    expect((await readTable(listOf(names, high))).guess.encoding).toBe('windows-1250')
  })

  const SPELT: [Encoding, string[], number[][]][] = [
    ['macintosh', ['Müller', 'Jäger', 'Groß'], [[0x9f], [0x8a], [0xa7]]],
    ['ibm850', ['Müller', 'Jäger', 'Groß'], [[0x81], [0x84], [0xe1]]],
    ['windows-1250', ['Wałęsa', 'Żak', 'Dvořák'], [[0xb3, 0xea], [0xaf], [0xf8, 0xe1]]],
    ['windows-1252', ['Müller', 'René', 'O’Brien', 'Fläche m³'], [[0xfc], [0xe9], [0x92], [0xe4, 0xb3]]],
  ]
  test.each(SPELT)(
    'the encoding %s is recognised by correctly spelt names',
    async (encoding, names, high) => {
      const { guess, rows, readings } = await readTable(listOf(names, high))
      expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(names)
      expect([guess.encoding, readings]).toEqual([encoding, []])
    },
  )

  test.each([
    ['windows-1252', 'Muñoz', 'windows-1250', 'Muńoz', [0xf1]],
    ['windows-1252', 'Kamiñski', 'windows-1250', 'Kamiński', [0xf1]],
    ['macintosh', 'Schröder', 'windows-1252', 'Schršder', [0x9a]],
  ])(
    'the encoding %s or another is asked for when names fit several: %s',
    async (encoding, name, other, otherName, high) => {
      const bytes = listOf([name], [high])
      const { guess, rows, readings } = await readTable(bytes)
      expect([guess.encoding, rows[1]?.cells[0]]).toEqual([encoding, name])
      expect(readings).toContainEqual({ encoding, names: [name] })
      expect(readings).toContainEqual({ encoding: other, names: [otherName] })
      const chosen = await readTable(bytes, { encoding: other as Encoding })
      expect([chosen.rows[1]?.cells[0], chosen.readings]).toEqual([otherName, []])
    },
  )

  test('a chosen encoding overrides the guess', async () => {
    const table = await readTable(Buffer.from('Name;E-Mail\nMüller;m@example.com\n'), {
      encoding: 'windows-1252',
    })
    expect(table.rows[1]?.cells[0]).toBe('MÃ¼ller')
  })
})

describe('delimiters', () => {
  test.each([
    [';', 'Name;E-Mail;Ort\n"Müller, Anna";a@example.com;Köln\n"Klein, Eva";e@example.com;Bonn\n'],
    [';', 'Name;E-Mail\nMüller, Anna;a@example.com\nKlein, Eva;e@example.com\n'],
    [',', 'Name,Ort\nAnna,"Köln; Bonn"\nEva,Bonn\n'],
    ['\t', 'Name\tOrt, Land\nAnna\tKöln, D\n'],
    [',', 'Name,Ort,Land|Region\nAnna,Köln,D|NW\nEva,Bonn,D|NW\n'],
    ['|', 'Name|E-Mail|Ort\nAnna|a@example.com|Köln; Bonn\n'],
    [',', 'sep=,\nName;Vorname,E-Mail\nAnna;Müller,a@example.com\n'],
    [
      ';',
      'Liste, Stand 1.9.\nfür Köln, Bonn, Berlin, Hamburg\n\nName;E-Mail\nAnna;a@example.com\nEva;e@example.com\n',
    ],
  ])('the delimiter %j is recognised', async (delimiter, text) => {
    expect((await readTable(Buffer.from(text))).guess.delimiter).toBe(delimiter)
  })

  test('a line that only names the separator is neither shown nor counted, as in Excel', async () => {
    const table = await readTable(Buffer.from('sep=|\r\nName|E-Mail\r\nAnna|a@example.com\r\n'))
    expect(table.rows[0]).toEqual({ row: 1, cells: ['Name', 'E-Mail'] })
  })

  test('a chosen delimiter overrides the guess', async () => {
    const table = await readTable(Buffer.from('a;b,c\nd;e,f\n'), { delimiter: ',' })
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['a;b', 'c'],
      ['d;e', 'f'],
    ])
  })
})

describe('lines and quotes', () => {
  test('mixed line ends end lines all the same', async () => {
    expect(await cellsOf('a;b\r\nc;d\ne;"f"\r\n"g";h')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ])
  })

  test('line ends of old Macs end lines all the same', async () => {
    expect(await cellsOf('a;b\rc;d\r')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('an unclosed quote swallows no line', async () => {
    expect(await cellsOf('Zoll;Name\n"19 Zoll;Anna\n24;"Eva ""E"""\n27;Ida\n')).toEqual([
      ['Zoll', 'Name'],
      ['"19 Zoll', 'Anna'],
      ['24', 'Eva "E"'],
      ['27', 'Ida'],
    ])
  })

  test.each([
    ['nowhere closed', '"19 Zoll;Anna', ['"19 Zoll', 'Anna']],
    ['closed in the middle of a cell', '"19" Zoll;Anna', ['"19" Zoll', 'Anna']],
  ])('a quote that is %s changes how its own line is read, and no other', async (_, line, cells) => {
    const text = `Zoll;Name\n"20;5";"Eva\nMaria"\n${line}\n"21;5";"Ida\nMaria"\n"22";Jo\n`
    const { rows, malformed } = await readTable(Buffer.from(text))
    expect(rows.map(row => row.cells)).toEqual([
      ['Zoll', 'Name'],
      ['20;5', 'Eva\nMaria'],
      cells,
      ['21;5', 'Ida\nMaria'],
      ['22', 'Jo'],
    ])
    expect(malformed).toEqual([3])
  })

  test('a list whose quotes never match is read with its quotes as letters', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `"${index} Zoll;Anna`)
    const { rows, malformed } = await readTable(Buffer.from(`Zoll;Name\n${lines.join('\n')}\n`))
    expect(rows).toHaveLength(301)
    expect(rows[300]?.cells).toEqual(['"299 Zoll', 'Anna'])
    expect(malformed.length).toBeGreaterThan(3)
  })

  test('lines are numbered as in a spreadsheet: empty ones count, line breaks in cells do not', async () => {
    const table = await readTable(Buffer.from('Name;E-Mail\n\n"An\nna";a@example.com\nEva;e@example.com\n'))
    expect(table.rows.map(({ row }) => row)).toEqual([1, 3, 4])
  })

  test('cells copied out of Excel keep their line breaks, quotes and zeros', async () => {
    const { rows, guess } = await readTable(Buffer.from('Nr.\tName\r\n00042\t"An\nna ""A"""\r\n'))
    expect(rows[1]?.cells).toEqual(['00042', 'An\nna "A"'])
    expect(guess.delimiter).toBe('\t')
  })

  test('a formula that only protects zeros is read as Excel shows it', async () => {
    expect(await cellsOf('Nr.;Name\n="00042";"=""Anna"""\n=1+1;x\n')).toEqual([
      ['Nr.', 'Name'],
      ['00042', 'Anna'],
      ['=1+1', 'x'],
    ])
  })

  test('a single column needs no delimiter', async () => {
    expect(await cellsOf('E-Mail\na@example.com\nb@example.com')).toHaveLength(3)
  })
})

describe('headers', () => {
  test.each([
    ['in the first line', 'Vorname;Nachname;E-Mail\nAnna;Klein;a@example.com\n', 1],
    [
      'below a title and remarks',
      'Liste der Namen\nBitte prüfen;;\nVorname;Nachname;E-Mail\nA;K;a@example.com\n',
      3,
    ],
    ['by its looks, when no word is known', 'Foo;Bar;Baz\nA;K;a@example.com\nB;L;b@example.com\n', 1],
    ['not at all', 'Anna;Klein;a@example.com\nEva;Groß;e@example.com\n', null],
    ['not at all, although two names are words', 'Mail;Person;m@example.com\nEva;Groß;e@example.com\n', null],
  ])('the headers are recognised %s', async (_, text, row) => {
    expect((await readTable(Buffer.from(text))).guess.header_row).toBe(row)
  })

  test('a list without headers has a person in every line', async () => {
    const table = await readTable(Buffer.from('Anna;Klein;a@example.com\nEva;Groß;e@example.com\n'))
    expect(toDataRows(table, table.guess.header_row)).toHaveLength(2)
    expect(toDataRows(table, 1)).toHaveLength(1)
  })
})

test('a question about the encoding names the lines with such letters', async () => {
  const people = Array.from({ length: 20 }, (_, index) => `Anna;anna${index}@example.com\n`).join('')
  const bytes = Buffer.concat([
    Buffer.from(`Name;E-Mail\n${people}Kami`),
    Buffer.from([0xf1]),
    Buffer.from('ski;k@example.com\n'),
  ])
  const table = await readTable(bytes)
  expect(table.readings.length).toBeGreaterThan(1)
  expect(listDoubtfulRows(table).map(({ row }) => row)).toEqual([22])
})

test.each([
  ['windows-1251', 'Иванов', [0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2]],
  ['windows-1254', 'Çağla', [0xc7, 0x61, 0xf0, 0x6c, 0x61]],
  ['iso-8859-2', 'Tomáš', [0x54, 0x6f, 0x6d, 0xe1, 0xb9]],
  ['windows-1250', 'Dvořák', [0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b]],
] as const)('the reading %s of %s is chosen or among the offered ones', async (encoding, name, spelt) => {
  const bytes = Buffer.concat([
    Buffer.from('Name;E-Mail\n'),
    Buffer.from(spelt),
    Buffer.from(';a@example.com\n'),
  ])
  const { guess, readings } = await readTable(bytes)
  expect([guess.encoding, ...readings.map(reading => reading.encoding)]).toContain(encoding)
  const chosen = await readTable(bytes, { encoding })
  expect(chosen.rows[1]?.cells[0]).toBe(name)
})

test('UTF-8 is among the readings when as much of a text is valid as is broken', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Name;E-Mail\nMüller;m@example.com\nRen'),
    Buffer.from([0xe9]),
    Buffer.from(';r@example.com\n'),
  ])
  const { guess, readings } = await readTable(bytes)
  expect([guess.encoding, ...readings.map(reading => reading.encoding)]).toContain('utf-8')
  const { rows, undecoded } = await readTable(bytes, { encoding: 'utf-8' })
  expect([rows[1]?.cells[0], rows[2]?.cells[0], undecoded]).toEqual(['Müller', 'René', [3]])
})

test('CESU-8 is read as the characters that it encodes', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Name;E-Mail\nZoë '),
    Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
    Buffer.from(';z@example.com\n'),
  ])
  const { guess, rows, undecoded } = await readTable(bytes)
  expect([guess.encoding, rows[1]?.cells[0], undecoded]).toEqual(['utf-8', 'Zoë 😀', []])
})
