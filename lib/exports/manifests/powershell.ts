import { escapeInvisible } from '#lib/text/invisible.ts'

/** PowerShell treats all of these as the same quotation mark, so each of them ends a string. */
const QUOTES = /['\u2018\u2019\u201a\u201b]/g
/** A tab or a line end in a string would only make the script hard to read. */
const SPACES = /[\t-\r]/g

/**
 * Quotes any text as a PowerShell string that its content cannot end (about_Quoting_Rules): single quotes, in which
 * only a doubled quotation mark is special. Invisible characters are written out, so that the script does what it shows
 * (CVE-2021-42574). They are never removed, because the remaining text could be another person's address.
 */
export function toPowerShellString(text: string): string {
  return `'${escapeInvisible(text.toWellFormed()).replaceAll(SPACES, ' ').replaceAll(QUOTES, '$&$&')}'`
}

/** Formats a script that Windows PowerShell 5.1 and PowerShell 7 both read: CR LF, and a byte order mark for UTF-8. */
export function toPowerShellFile(lines: string[]): Buffer {
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

/** Formats each row as `@{ Name = 'value'; … }`, an element of `$photos`. */
export function toPhotoList(rows: Record<string, string>[]): string[] {
  const toRow = (row: Record<string, string>) =>
    Object.entries(row)
      .map(([name, value]) => `${name} = ${toPowerShellString(value)}`)
      .join('; ')
  return ['$photos = @(', ...rows.map(row => `    @{ ${toRow(row)} }`), ')']
}
