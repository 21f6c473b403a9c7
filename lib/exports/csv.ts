const BYTE_ORDER_MARK = '\ufeff'
/** Text that a spreadsheet would run as a formula (OWASP, CSV Injection), also in its full-width forms. */
const FORMULA = /^[\s\ufeff]*[=+\-@\t\r\n＝＋－＠]/

export type CsvRules = {
  separator: ',' | ';' | '\t'
  /** Every field in quotes; else separators and line ends inside a field become spaces. */
  quotes: boolean
  byteOrderMark: boolean
  /** `guarded` puts an apostrophe before text that a spreadsheet would run; numbers stay as they are. */
  formulas: 'guarded' | 'raw'
}

/** A table as RFC 4180 has it, in UTF-8, each line ended with CR LF. */
export function toCsv(rows: (string | number)[][], rules: CsvRules): Buffer {
  const toField = (value: string | number) => quote(guard(value, rules), rules)
  const lines = rows.map(row => `${row.map(toField).join(rules.separator)}\r\n`)
  return Buffer.from((rules.byteOrderMark ? BYTE_ORDER_MARK : '') + lines.join(''))
}

function guard(value: string | number, { formulas }: CsvRules): string {
  if (typeof value === 'number') return String(value)
  return formulas === 'guarded' && FORMULA.test(value) ? `'${value}` : value
}

function quote(text: string, { quotes, separator }: CsvRules): string {
  if (quotes) return `"${text.replaceAll('"', '""')}"`
  return text.replaceAll(/[\r\n\t"]+/g, ' ').replaceAll(separator, ' ')
}
