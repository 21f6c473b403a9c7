import { type CellObject, utils, write } from '@e965/xlsx'

/** Excel's own name for "text": a number keeps its leading zeros, and nothing is taken for a date or a formula. */
const AS_TEXT = '@'
const WIDTH_MIN = 10
const WIDTH_MAX = 40
/** Excel refuses longer names of sheets. */
const SHEET_NAME_MAX = 31

/** A whole table as an Excel workbook of one sheet in which every cell is a text. The first row are the titles. */
export function toXlsxFile(rows: readonly (readonly string[])[], sheetName: string): Buffer<ArrayBuffer> {
  const cells = rows.map(row => row.map((text): CellObject => ({ t: 's', v: text, z: AS_TEXT })))
  const sheet = utils.aoa_to_sheet(cells)
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => ({ wch: toWidth(rows, column) }))
  if (sheet['!ref']) sheet['!autofilter'] = { ref: sheet['!ref'] }
  const book = utils.book_new(sheet, sheetName.slice(0, SHEET_NAME_MAX))
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

function toWidth(rows: readonly (readonly string[])[], column: number): number {
  const longest = rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), WIDTH_MIN)
  return Math.min(WIDTH_MAX, longest + 2)
}
