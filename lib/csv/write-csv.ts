import { guardFormulas } from './formula-guard.ts'

/** A spreadsheet recognises UTF-8 by it. The mark must appear once, before the first line. */
export const BYTE_ORDER_MARK = '\ufeff'

type CsvRules = {
  separator: ',' | ';' | '\t'
  /** Puts every field in quotes; otherwise separators and line ends inside a field become spaces. */
  quotes: boolean
  /** `guarded` puts an apostrophe before text that a spreadsheet would run; numbers stay as they are. */
  formulas: 'guarded' | 'raw'
}

/** The format that a German Excel opens with a double click. */
export const FOR_SPREADSHEETS: CsvRules = { separator: ';', quotes: true, formulas: 'guarded' }

/** Formats the lines as text, each ended with CR LF (RFC 4180). */
export function toCsvLines(
  lines: readonly (readonly (string | number)[])[],
  rules: CsvRules = FOR_SPREADSHEETS,
): string {
  const toField = (value: string | number) => quote(guard(value, rules), rules)
  return lines.map(line => `${line.map(toField).join(rules.separator)}\r\n`).join('')
}

function guard(value: string | number, { formulas }: CsvRules): string {
  if (typeof value === 'number') return String(value)
  return formulas === 'guarded' ? guardFormulas(value) : value
}

function quote(text: string, { quotes, separator }: CsvRules): string {
  if (quotes) return `"${text.replaceAll('"', '""')}"`
  return text.replaceAll(/[\r\n\t"]+/g, ' ').replaceAll(separator, ' ')
}

/** Formats a whole table as a UTF-8 file. */
export function toCsvFile(
  rows: readonly (readonly (string | number)[])[],
  { byteOrderMark, ...rules }: CsvRules & { byteOrderMark: boolean },
): Buffer<ArrayBuffer> {
  return Buffer.from((byteOrderMark ? BYTE_ORDER_MARK : '') + toCsvLines(rows, rules))
}
