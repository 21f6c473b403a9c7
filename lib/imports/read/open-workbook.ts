import { parse_zip, type WorkSheet } from '@e965/xlsx'
import { findHiddenLines } from './hidden-lines.ts'
import type { WorkbookPart } from './unpack-workbook.ts'

type UnpackedFile = { FullPaths: string[]; FileIndex: { name: string; type: number; content: Uint8Array }[] }

/** The library has it, its types do not: reading from parts that are already unpacked. */
declare module '@e965/xlsx' {
  type UnpackedFile = {
    FullPaths: string[]
    FileIndex: { name: string; type: number; content: Uint8Array }[]
  }
  export function parse_zip(file: UnpackedFile, options: ParsingOptions): WorkBook
}

type Workbook = {
  /** Names of the sheets that the person can see, in their order. */
  sheets: string[]
  /** Null: it cannot be read. */
  open: (sheet: string) => OpenSheet | null
  /** The lines of a sheet that nobody sees there. */
  findHidden: (sheet: string) => Set<number>
}

export type OpenSheet = { sheet: WorkSheet; date1904: boolean }

/** Every cell keeps its number format, and formulas are left out: what counts is the value that was saved with them. */
const OPTIONS = { dense: true, cellNF: true, cellFormula: false, cellHTML: false } as const

/** All sheets that can be seen are read at once: what they share, such as the texts of their cells, is the costly part. */
export function openWorkbook(parts: WorkbookPart[]): Workbook {
  const outline = toFile(parts.filter(({ name }) => !/sharedstrings|worksheets\//i.test(name)))
  const { SheetNames: names, Workbook: book } = parse_zip(outline, { ...OPTIONS, sheets: [] })
  const visible = names.filter((_, index) => !book?.Sheets?.[index]?.Hidden)
  const sheets = visible.length > 0 ? visible : names
  const read = parse_zip(toFile(parts), { ...OPTIONS, sheets }).Sheets
  return {
    sheets,
    open(name) {
      const sheet = read[name]
      return sheet ? { sheet, date1904: book?.WBProps?.date1904 ?? false } : null
    },
    findHidden: name => findHiddenLines(parts, names.indexOf(name)),
  }
}

/** In the shape that the library itself gives to a ZIP file. */
function toFile(parts: WorkbookPart[]): UnpackedFile {
  return {
    FullPaths: parts.map(({ name }) => name),
    FileIndex: parts.map(({ name, content }) => ({ name, type: 2, content })),
  }
}
