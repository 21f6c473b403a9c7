import { EMPTY_LINES_BELOW, HEADERS, PEOPLE, TITLE } from './list.ts'

const DELIMITERS = { semicolon: ';', comma: ',', tab: '\t' } as const
const ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le', 'windows-1252'] as const
const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const

/** The letters of the list that differ between windows-1252 and Latin-1. */
const WINDOWS_1252: Record<string, number> = { '€': 0x80, Ž: 0x8e, '’': 0x92 }

type TextFile = {
  name: string
  delimiter: (typeof DELIMITERS)[keyof typeof DELIMITERS]
  encoding: (typeof ENCODINGS)[number]
  bytes: Buffer
}

/** Every combination of delimiter, encoding and line end, each as the bytes of a file. */
export function writeTexts(): TextFile[] {
  return Object.entries(DELIMITERS).flatMap(([delimiterName, delimiter]) =>
    ENCODINGS.flatMap(encoding =>
      Object.entries(LINE_ENDS).map(([lineEndName, lineEnd]) => ({
        name: `${delimiterName}-${encoding}-${lineEndName}.csv`,
        delimiter,
        encoding,
        bytes: encode(toText(delimiter, lineEnd), encoding),
      })),
    ),
  )
}

function toText(delimiter: string, lineEnd: string): string {
  const blank = HEADERS.map(() => '')
  const title = [TITLE, ...blank.slice(1)]
  const lines = [title, blank, HEADERS, ...PEOPLE, ...Array.from({ length: EMPTY_LINES_BELOW }, () => blank)]
  return lines.map(cells => cells.map(cell => quote(cell, delimiter)).join(delimiter) + lineEnd).join('')
}

/** Quotes like Excel: only cells that would break the line. */
function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function encode(text: string, encoding: TextFile['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from([...text].map(letter => WINDOWS_1252[letter] ?? letter.charCodeAt(0)))
}
