import Papa from 'papaparse'
import type { Delimiter } from './table.ts'

type Limits = { lines?: number }

/** A quote that the text cannot hold: with it, quotes are letters like any other. */
const NO_QUOTES = '\ufdd0'
const WHOLLY_QUOTED = /^"([\s\S]*)"$/

/**
 * The cells of a delimited text, line by line, empty lines too, because the person's program counts them. When a quote
 * is nowhere closed, quotes are read as letters: otherwise one inch mark would swallow the rest of the list.
 */
export function parseDelimited(text: string, delimiter: Delimiter, { lines = 0 }: Limits = {}): string[][] {
  const { data, errors, meta } = parse(text, { delimiter, preview: lines })
  const isCut = lines > 0 && meta.truncated
  if (isCut || !errors.some(({ type }) => type === 'Quotes')) return data
  const loose = parse(text, { delimiter, preview: lines, quoteChar: NO_QUOTES })
  return loose.data.map(cells => cells.map(unquote))
}

function parse(text: string, config: { delimiter: Delimiter; preview: number; quoteChar?: string }) {
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
  const result = Papa.parse<string[]>(text, { ...config, newline })
  return { ...result, data: result.data.map(withoutLineEnd) }
}

/** Files with mixed line ends are real: each line ends at its line feed, and the rest of a CR LF is cut here. */
function withoutLineEnd(cells: string[]): string[] {
  const last = cells.at(-1)
  return last?.endsWith('\r') ? [...cells.slice(0, -1), last.slice(0, -1)] : cells
}

function unquote(cell: string): string {
  return WHOLLY_QUOTED.exec(cell.trim())?.[1]?.replaceAll('""', '"') ?? cell
}
