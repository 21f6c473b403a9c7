import { readCellFormats } from './cell-formats.ts'
import { type OpenSheet, readSheet } from './read-sheet.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { WorkbookPart } from './unpack-workbook.ts'
import { readOutline } from './workbook-outline.ts'

type Workbook = {
  /** Names of the visible sheets, in their order. */
  sheets: string[]
  /** Returns null for a sheet that cannot be read. */
  open: (sheet: string) => OpenSheet | null
}

/** Opens a workbook from its unpacked parts. Each sheet is read once. Throws `ReadError`. */
export function openWorkbook(parts: readonly WorkbookPart[], { asDigits = false } = {}): Workbook {
  const { sheets: all, date1904, strings, styles } = readOutline(parts)
  const visible = all.filter(({ isHidden }) => !isHidden)
  const sheets = visible.length > 0 ? visible : all
  const context = {
    strings: readSharedStrings(strings),
    formats: readCellFormats(styles),
    date1904,
    asDigits,
  }
  const opened = new Map<string, OpenSheet | null>()
  return {
    sheets: sheets.map(({ name }) => name),
    open(name) {
      const known = opened.get(name)
      if (known !== undefined) return known
      const part = sheets.find(sheet => sheet.name === name)?.part
      const sheet = part ? readSheet(part, context) : null
      opened.set(name, sheet)
      return sheet
    },
  }
}
