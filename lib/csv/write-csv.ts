/**
 * CSV for spreadsheets: UTF-8 with a byte order mark, semicolons, every field quoted, lines end in CR LF (RFC 4180).
 * The mark must come once, before the first line.
 */
export const BYTE_ORDER_MARK = '\ufeff'

/** Text that a spreadsheet would run as a formula (OWASP, CSV Injection), also in its full-width forms. */
const FORMULA = /^[\s\ufeff]*[=+\-@\t\r\n＝＋－＠]/

/** The lines as text; a text that a spreadsheet would run gets an apostrophe before it. */
export function toCsvLines(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map(line => `${line.map(toField).join(';')}\r\n`).join('')
}

function toField(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
