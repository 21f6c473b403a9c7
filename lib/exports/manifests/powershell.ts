import { escapeInvisible } from '#lib/text/invisible.ts'

/** PowerShell takes all of these for the same quotation mark, so each of them ends a string. */
const QUOTES = /['\u2018\u2019\u201a\u201b]/g
/** A tab or a line end in a string would only make the script hard to read. */
const SPACES = /[\t-\r]/g

/**
 * Any text as a PowerShell string that nothing inside can leave (about_Quoting_Rules): single quotes, in which only a
 * doubled quotation mark means something. What nobody sees is written out, so that the script does what it shows
 * (CVE-2021-42574). It is never left out: the rest could be the address of somebody else.
 */
export function toPowerShellString(text: string): string {
  return `'${escapeInvisible(text.toWellFormed()).replaceAll(SPACES, ' ').replaceAll(QUOTES, '$&$&')}'`
}

/** A script as Windows PowerShell 5.1 and PowerShell 7 both read it: CR LF, and a mark that says UTF-8. */
export function toPowerShellFile(lines: string[]): Buffer {
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

/** `@{ Name = 'value'; … }` for each row, as the elements of `$photos`. */
export function toPhotoList(rows: Record<string, string>[]): string[] {
  const toRow = (row: Record<string, string>) =>
    Object.entries(row)
      .map(([name, value]) => `${name} = ${toPowerShellString(value)}`)
      .join('; ')
  return ['$photos = @(', ...rows.map(row => `    @{ ${toRow(row)} }`), ')']
}
