import { type CellObject, utils, write } from '@e965/xlsx'

/** Excel's format code for "text": a number keeps its leading zeros, and nothing is read as a date or a formula. */
const AS_TEXT = '@'
const AS_TIME = 'yyyy-mm-dd hh:mm:ss'
const SECOND_MS = 1000
const DAY_S = 86_400
/** Excel's serial number of 1 January 1970. */
const FIRST_DAY = 25_569
const WIDTH_MIN = 10
const WIDTH_MAX = 40
/** Excel refuses longer sheet names. */
const SHEET_NAME_MAX = 31

/**
 * Writes a table as an Excel workbook with one sheet; the first row holds the titles. Every cell is a text, except in
 * the `times` columns. Those show `2026-11-21 15:30:00` as real dates, so that Excel can sort, filter and calculate
 * with them.
 */
export function toXlsxFile(
  rows: readonly (readonly string[])[],
  sheetName: string,
  { times = [] }: { times?: readonly number[] } = {},
): Buffer<ArrayBuffer> {
  const cells = rows.map((row, index) =>
    row.map((text, column) =>
      index > 0 && text !== '' && times.includes(column) ? toTime(text) : toText(text),
    ),
  )
  const sheet = utils.aoa_to_sheet(cells)
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => ({ wch: toWidth(rows, column) }))
  if (sheet['!ref']) sheet['!autofilter'] = { ref: sheet['!ref'] }
  const book = utils.book_new(sheet, sheetName.slice(0, SHEET_NAME_MAX))
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

function toText(text: string): CellObject {
  return { t: 's', v: text, z: AS_TEXT }
}

/** Counts in whole seconds, so that none is lost to Excel's fractions of days. */
function toTime(text: string): CellObject {
  const seconds = Date.parse(`${text.replace(' ', 'T')}Z`) / SECOND_MS
  return { t: 'n', v: seconds / DAY_S + FIRST_DAY, z: AS_TIME }
}

function toWidth(rows: readonly (readonly string[])[], column: number): number {
  const longest = rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), WIDTH_MIN)
  return Math.min(WIDTH_MAX, longest + 2)
}
