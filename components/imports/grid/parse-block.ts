const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y

/**
 * Cells that were copied in a spreadsheet, line by line. A cell with tabs, line breaks or quotes comes in quotes; what
 * only begins with one is taken as it is.
 */
export function parseBlock(text: string): string[][] {
  const lines: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    CELL.lastIndex = at
    const [all, quoted, plain = '', end = ''] = CELL.exec(text) ?? [text.slice(at)]
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    at += all.length
    if (end === '') break
    if (end !== '\t') lines.push([])
    else if (at === text.length) lines.at(-1)?.push('')
  }
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
}
