import type { ImportField, ImportRow, ImportValues } from '#lib/contracts/import-rows.ts'
import type { TableRow } from '#lib/imports/read/table.ts'
import type { Mapping, NameOrder } from './mapping.ts'
import { endsWithParticle, isParticle, isSuffix, isTitle, toNameWords } from './name-words.ts'

type SplitName = { first_name: string; last_name: string }

/** Maps the table's lines to import rows, with the field values as they are in the file. */
export function mapRows(rows: readonly TableRow[], mapping: Mapping): ImportRow[] {
  return rows.map(({ row, cells }) => ({ row, cells, values: toValues(cells, mapping), excluded: false }))
}

function toValues(cells: readonly string[], { columns, full_name }: Mapping): ImportValues {
  const read = (field: ImportField) => cells[columns[field] ?? -1] ?? ''
  const name = full_name && splitName(cells[full_name.column] ?? '', full_name.order)
  return {
    first_name: name?.first_name ?? read('first_name'),
    last_name: name?.last_name ?? read('last_name'),
    email: read('email'),
    mitarbeiternummer: read('mitarbeiternummer'),
    locale: read('locale'),
  }
}

/**
 * Splits a name in one cell. A comma overrides the given order. Without one, particles (von, van der, de la) stay with
 * the last name, and further first names with the first. A single word counts as the last name: the check then asks for
 * the first. Titles are dropped, because invitations greet by name.
 */
export function splitName(name: string, order: NameOrder): SplitName {
  const [last = [], ...parts] = withoutRemarks(name)
    .split(',')
    .map(toWords)
    .filter((words, at, all) => words.length > 0 || (at === 0 && all.length === 2 && all[1]?.length === 0))
  if (parts.length === 0)
    return order === 'last_first' || hasLoudLastName(last) ? fromLastFirst(last) : fromFirstLast(last)
  const first = parts.flat()
  const end = first.findLastIndex(word => !isParticle(word)) + 1
  return join(first.slice(0, end), [...first.slice(end), ...last])
}

/** `(geb. Schmidt)`, a nickname in quotation marks, `/ Vertrieb`. */
function withoutRemarks(name: string): string {
  return name.replace(/\([^)]*\)|"[^"]*"|„[^“”]*[“”]|\s\/.*$/g, ' ')
}

/** `MÜLLER Anna`: lists in capitals put the last name first. */
function hasLoudLastName(words: readonly string[]): boolean {
  const isLoud = (word: string) =>
    word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
  const [first = '', ...others] = words
  return others.length > 0 && isLoud(first) && !others.some(isLoud)
}

/** The last name starts at the last word, or at the first particle after a first name. */
function fromFirstLast(words: string[]): SplitName {
  const particle = words.findIndex(
    (word, at) => at > 0 && at < words.length - 1 && (isParticle(word) || endsWithParticle(word)),
  )
  const cut = particle === -1 ? words.length - 1 : particle
  return join(words.slice(0, cut), words.slice(cut))
}

/** The last name ends with its first word that is no particle; particles after the first name belong to it too. */
function fromLastFirst(words: string[]): SplitName {
  const cut = words.findIndex(word => !isParticle(word)) + 1 || words.length
  const end = Math.max(cut, words.findLastIndex(word => !isParticle(word)) + 1)
  return join(words.slice(cut, end), [...words.slice(end), ...words.slice(0, cut)])
}

function join(first: string[], last: string[]): SplitName {
  return { first_name: first.join(' '), last_name: last.join(' ') }
}

/** Splits a text into words, without titles and suffixes. */
function toWords(text: string): string[] {
  const all = toNameWords(text)
  let isBehindTitle = false
  const words = all.filter(word => {
    isBehindTitle = isTitle(word, isBehindTitle)
    return !isBehindTitle
  })
  const end = words.findLastIndex(word => !isSuffix(word)) + 1
  return words.slice(0, end)
}
