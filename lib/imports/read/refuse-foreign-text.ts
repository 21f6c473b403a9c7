import { ReadError, type ReadProblem } from './read-error.ts'

const OPENINGS: readonly (readonly [RegExp, ReadProblem])[] = [
  [/^(<!doctype html|<html|<head|<meta|<table|<\?xml[^>]*>\s*(<!doctype html[^>]*>\s*)?<html)/i, 'web_page'],
  [/^mime-version:/i, 'web_page'],
  [/^\{\\rtf/, 'word_processor'],
  [/^<\?xml[\s\S]{0,2000}(excel\.sheet|<workbook)/i, 'other_spreadsheet'],
  [/^(<\?xml|<!doctype|\{\s*"|\[\s*[[{"]|begin:vcard)/i, 'not_a_table'],
]
/** No program writes these into a table. Form feed, vertical tab and the end mark of old DOS files do occur. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const BINARY = /[\0-\x08\x0e-\x19\x1b-\x1f]/g
const SAMPLE_CHARACTERS = 20_000

/** Throws when the text is something else than a table, whatever the file calls itself. */
export function refuseForeignText(text: string): void {
  const sample = text.slice(0, SAMPLE_CHARACTERS).trimStart()
  if (!/[^\s\0]/.test(text)) throw new ReadError('empty')
  const problem = OPENINGS.find(([opening]) => opening.test(sample))?.[1]
  if (problem) throw new ReadError(problem)
  const strange = sample.match(BINARY)?.length ?? 0
  if (sample.includes('\0') || strange > sample.length / 100) throw new ReadError('not_a_table')
}
