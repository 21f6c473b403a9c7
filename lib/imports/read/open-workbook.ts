import { parse_zip, type WorkSheet } from '@e965/xlsx'
import { ReadError } from './read-error.ts'
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
  open: (sheet: string) => OpenSheet
}

export type OpenSheet = { sheet: WorkSheet; date1904: boolean }

/**
 * Every cell keeps its number format, and formulas are left out: what counts is the value that was saved with them. With
 * its styles it is known which lines are hidden.
 */
const OPTIONS = { dense: true, cellNF: true, cellStyles: true, cellFormula: false, cellHTML: false } as const

export function openWorkbook(parts: WorkbookPart[]): Workbook {
  const outline = toFile(parts.filter(({ name }) => !/sharedstrings|worksheets\//i.test(name)))
  const { SheetNames: names, Workbook: book } = parse_zip(outline, { ...OPTIONS, sheets: [] })
  const file = toFile(parts)
  const visible = names.filter((_, index) => !book?.Sheets?.[index]?.Hidden)
  return {
    sheets: visible.length > 0 ? visible : names,
    open(name) {
      const sheet = parse_zip(file, { ...OPTIONS, sheets: name }).Sheets[name]
      if (!sheet) throw new ReadError('broken')
      return { sheet, date1904: book?.WBProps?.date1904 ?? false }
    },
  }
}

/** In the shape that the library itself gives to a ZIP file. */
function toFile(parts: WorkbookPart[]): UnpackedFile {
  return {
    FullPaths: parts.map(({ name }) => name),
    FileIndex: parts.map(({ name, content }) => ({ name, type: 2, content })),
  }
}
