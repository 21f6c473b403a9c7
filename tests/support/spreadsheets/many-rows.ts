import { utils, write } from '@e965/xlsx'

const COLUMNS = Array.from({ length: 16 }, (_, column) => column)

/** A list of realistic length and width, with its headers first. */
export function manyRows(people: number): string[][] {
  return [
    ['Pers.-Nr.', 'Vorname', 'Nachname', 'E-Mail', ...COLUMNS.map(column => `Spalte ${column}`)],
    ...Array.from({ length: people }, (_, index) => [
      String(index).padStart(6, '0'),
      `Änne ${index}`,
      `Müller ${index}`,
      `a${index}@example.com`,
      ...COLUMNS.map(column => `Wert ${index} ${column}`),
    ]),
  ]
}

export function toWorkbook(rows: string[][]): Uint8Array {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Liste')
  const file: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true })
  return new Uint8Array(file)
}

/** The format of a German Windows: semicolons, windows-1252, CR LF. */
export function toText(rows: string[][]): Uint8Array {
  return Buffer.from(rows.map(cells => cells.join(';')).join('\r\n'), 'latin1')
}
