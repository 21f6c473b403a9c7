import Papa from 'papaparse'
import type { Delimiter } from './table.ts'

type Limits = { lines?: number }
/** `malformed`: lines, counted from 1, with unbalanced quotes, which were read as plain characters. */
type Delimited = { lines: string[][]; malformed: number[] }
type Config = { delimiter: Delimiter; newline: '\n' | '\r'; preview: number; quoteChar?: string }

/** A character that no text contains; as the quote character, it makes quotes plain characters. */
const NO_QUOTES = '\ufdd0'
const WHOLLY_QUOTED = /^"([\s\S]*)"$/
/** Number of characters from which a sample of lines is taken. */
const SAMPLE_CHARACTERS = 400_000
/**
 * Limit of malformed lines; above it, quotes are plain characters in the whole text. Each such line may cost a scan to
 * the very end.
 */
const MALFORMED_MAX = 20

/**
 * Splits a delimited text into cells, line by line, including empty lines, because the user's program numbers them. A
 * line with an unclosed quote, or one closed in the middle of a cell, is read with its quotes as plain characters.
 * Otherwise one inch mark would swallow lines, or change how all others are read.
 */
export function parseDelimited(given: string, delimiter: Delimiter, { lines = 0 }: Limits = {}): Delimited {
  const text = withQuotesAtBegin(lines > 0 ? given.slice(0, SAMPLE_CHARACTERS) : given, delimiter)
  const newline = toNewline(text)
  const config = { delimiter, newline, preview: lines } as const
  if (!text.includes('"')) return { lines: parse(text, config), malformed: [] }
  const read: string[][] = []
  const malformed: number[] = []
  for (let at = 0; at < text.length || at === 0; ) {
    const preview = lines && lines - read.length
    const broken = readUntilBroken(text.slice(at), { ...config, preview }, read)
    if (broken === null) break
    const end = text.indexOf(newline, at + broken)
    read.push(...parseLoosely(text.slice(at + broken, end === -1 ? text.length : end), config))
    malformed.push(read.length)
    if (malformed.length > MALFORMED_MAX) return { lines: parseLoosely(text, config), malformed }
    if (end === -1 || (lines > 0 && read.length >= lines)) break
    at = end + 1
  }
  return { lines: read, malformed }
}

/**
 * Removes spaces between a delimiter and a quoted cell, which some writers put there: `Anna, "Klein, Eva"`. Quoted cells are
 * matched as a whole, with their doubled quotes, so that a delimiter inside one does not count.
 */
function withQuotesAtBegin(text: string, delimiter: Delimiter): string {
  if (!text.includes(`${delimiter} `) || !text.includes(' "')) return text
  const quotedCell = new RegExp(`(^|[${delimiter}\\r\\n])( *)("(?:[^"]|"")*"?)`, 'g')
  return text.replace(quotedCell, (whole, before: string, _spaces, cell: string) =>
    before === delimiter ? before + cell : whole,
  )
}

/** Lines of old Macs end with CR; an LF is then a line break inside a cell. */
function toNewline(text: string): '\n' | '\r' {
  if (!/\r(?!\n)/.test(text)) return '\n'
  const outside = text.replace(/"[^"]*"/g, '')
  const feeds = outside.match(/\n/g)?.length ?? 0
  const returns = outside.match(/\r(?!\n)/g)?.length ?? 0
  return returns > feeds ? '\r' : '\n'
}

/** Adds lines to `read` up to the first with unbalanced quotes, and returns its offset; null when there is none. */
function readUntilBroken(text: string, config: Config, read: string[][]): number | null {
  let begin = 0
  let broken: number | null = null
  Papa.parse<string[]>(text, {
    ...config,
    step({ data, errors, meta }, parser) {
      if (errors.some(({ type }) => type === 'Quotes')) {
        broken = begin
        return parser.abort()
      }
      read.push(withoutLineEnd(data))
      begin = meta.cursor
    },
  })
  return broken
}

function parseLoosely(text: string, config: Config): string[][] {
  return parse(text, { ...config, quoteChar: NO_QUOTES }).map(cells => cells.map(unquote))
}

function parse(text: string, config: Config): string[][] {
  return Papa.parse<string[]>(text, config).data.map(withoutLineEnd)
}

/** Files with mixed line ends exist: each line ends at its LF, and the CR before it is removed here. */
function withoutLineEnd(cells: string[]): string[] {
  const last = cells.at(-1)
  return last?.endsWith('\r') ? [...cells.slice(0, -1), last.slice(0, -1)] : cells
}

function unquote(cell: string): string {
  return WHOLLY_QUOTED.exec(cell.trim())?.[1]?.replaceAll('""', '"') ?? cell
}
