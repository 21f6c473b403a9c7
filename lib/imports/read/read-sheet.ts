import { IMPORT_COLUMNS_MAX } from '#lib/contracts/import-limits.ts'
import { decodeXml, isTrue, parseXml } from './parse-xml.ts'
import { ReadError } from './read-error.ts'
import { type SharedStrings, TextCollector, unescapeText } from './shared-strings.ts'
import { type FormattedNumber, type TableRow, UNDECODED } from './table.ts'
import { toShownNumber } from './to-shown-number.ts'

type SheetContext = {
  strings: SharedStrings
  formats: readonly string[]
  date1904: boolean
  /** Reads numbers that a format shows with letters or signs as their digits. */
  asDigits: boolean
}

export type OpenSheet = {
  /** The lines that contain text. */
  lines: TableRow[]
  hiddenRows: Set<number>
  /** Column indexes. */
  hiddenColumns: Set<number>
  /** Indexes of columns with formulas whose value no program has calculated. */
  uncalculated: Set<number>
  /** Numbers shown with letters or signs by their format, by column: 10236 as `MA-10236`. */
  formatted: Map<number, FormattedNumber>
  /** True when a cell beyond the columns that an import reads contains text. */
  isTooWide: boolean
}

type Cell = { row: number; column: number; type: string; style: number; value: string; hasFormula: boolean }

/**
 * Reads the cells of a sheet as text (ECMA-376, 18.3.1). Rows and cells without a reference follow the previous one. An
 * index outside the shared strings gives `UNDECODED`, so that the check reports the cell. Throws `ReadError` when the
 * workbook announced that text.
 */
export function readSheet(part: Uint8Array, context: SheetContext): OpenSheet {
  const rows = new Map<number, string[]>()
  const sheet: OpenSheet = {
    ...{
      lines: [],
      hiddenRows: new Set(),
      hiddenColumns: new Set(),
      uncalculated: new Set(),
      formatted: new Map(),
      isTooWide: false,
    },
  }
  const inline = new TextCollector()
  let cell: Cell | null = null
  let [row, column] = [0, -1]
  let isValue = false

  function keep({ row, column, ...read }: Cell): void {
    const shown = inline.take() || toText(read, context)
    const digits = read.type === 'n' ? findDigits(shown, read.value) : null
    if (digits !== null) sheet.formatted.set(column, sheet.formatted.get(column) ?? { shown, digits })
    const text = (context.asDigits && digits) || shown
    if (read.hasFormula && text === '' && read.type !== 'str') sheet.uncalculated.add(column)
    if (text.trim() === '') return
    if (column >= IMPORT_COLUMNS_MAX) {
      sheet.isTooWide = true
      return
    }
    const cells = rows.get(row) ?? []
    while (cells.length < column) cells.push('')
    cells[column] = text
    rows.set(row, cells)
  }

  parseXml(decodeXml(part), {
    open(name, attributes) {
      if (name === 'c') {
        const place = parseReference(attributes.r)
        row = place?.row ?? row
        column = place?.column ?? column + 1
        const { t: type = 'n', s: style = '0' } = attributes
        cell = { row, column, type, style: Number(style), value: '', hasFormula: false }
        inline.begin()
      } else if (cell) {
        if (name === 'v') isValue = true
        else if (name === 'f') cell.hasFormula = true
        else inline.open(name)
      } else if (name === 'row') {
        row = parseRow(attributes.r) ?? row + 1
        column = -1
        if (isTrue(attributes.hidden)) sheet.hiddenRows.add(row)
      } else if (name === 'col' && isTrue(attributes.hidden)) {
        const last = Math.min(Number(attributes.max), IMPORT_COLUMNS_MAX)
        for (let at = Number(attributes.min); at <= last; at += 1) sheet.hiddenColumns.add(at - 1)
      }
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 'c' && cell) {
        keep(cell)
        cell = null
      } else inline.close(name)
    },
    text(text) {
      if (isValue && cell) cell.value += text
      else inline.add(text)
    },
  })
  const numbers = [...rows.keys()].sort((a, b) => a - b)
  return { ...sheet, lines: numbers.map(number => ({ row: number, cells: rows.get(number) ?? [] })) }
}

function toText(
  { type, value, style }: Pick<Cell, 'type' | 'value' | 'style'>,
  context: SheetContext,
): string {
  const trimmed = value.trim()
  if (type === 'str' || type === 'inlineStr') return unescapeText(value)
  if (trimmed === '') return ''
  if (type === 's') return findShared(trimmed, context.strings)
  if (type === 'b') return isTrue(trimmed) ? 'TRUE' : 'FALSE'
  if (type === 'e') return trimmed
  const format = context.formats[style] ?? 'General'
  if (type === 'd' && format === 'General') return trimmed
  const number = type === 'd' ? toSerial(trimmed, context.date1904) : Number(trimmed)
  if (!Number.isFinite(number)) return trimmed
  return toShownNumber(number, format, context.date1904)
}

/**
 * Returns the digits of a whole number to which its format only adds characters. Null for a date, a part of one, or
 * plain digits.
 */
function findDigits(shown: string, value: string): string | null {
  const digits = value.trim()
  if (!/^[1-9]\d*$/.test(digits) || !/\D/.test(shown)) return null
  return shown.replace(/\D/g, '').replace(/^0+/, '') === digits ? digits : null
}

function findShared(index: string, { texts, isShort }: SharedStrings): string {
  const text = /^\d+$/.test(index) ? texts[Number(index)] : undefined
  if (text === undefined && isShort) throw new ReadError('texts_missing')
  return text ?? UNDECODED
}

const DAY_MS = 24 * 60 * 60_000
/** Day 0 of a workbook, so that 1 March 1900 is 61 despite the 29 February 1900 that Excel counts. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Converts an ISO 8601 date to a serial number. NaN for anything else. */
function toSerial(text: string, date1904: boolean): number {
  const isZoned = /(z|[+-]\d{2}:?\d{2})$/i.test(text)
  const time = Date.parse(text.includes('T') && !isZoned ? `${text}Z` : text)
  return (time - EPOCHS[date1904 ? 1904 : 1900]) / DAY_MS
}

function parseRow(reference: string | undefined): number | null {
  const row = Number(reference?.trim() || Number.NaN)
  return Number.isSafeInteger(row) && row > 0 ? row : null
}

/** Parses a reference such as `B2`, in either letter case. */
function parseReference(reference = ''): { row: number; column: number } | null {
  const [, letters, digits] = /^\s*\$?([A-Za-z]{1,3})\$?(\d{1,7})\s*$/.exec(reference) ?? []
  if (!letters || !digits) return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits), column: column - 1 }
}
