import { contains, FOLDINGS, type Folded, fold, toWords } from '#lib/i18n/fold.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { countTypos, typosMaxOf } from './misspelling.ts'

/** Weight of a match by field: a complete number is a better match than a part of an address. */
const WEIGHTS = { mitarbeiternummer: 6, last_name: 5, first_name: 4, email: 2 } as const
const WHOLE = 16
const BEGINNING = 6
const WORD_BEGINNING = 4
const INSIDE = 1

const FIELDS = ['mitarbeiternummer', 'last_name', 'first_name', 'email'] as const

type Searchable = Record<(typeof FIELDS)[number], Folded> & {
  everything: Folded
  /** Last and first name in all their spellings, each from each of its words on. */
  names: string[]
}

/** Folded texts by record. Records are immutable, and a changed employee is a new record, so entries stay valid. */
const searchables = new WeakMap<Employee, Searchable>()

type Found = {
  people: Employee[]
  /** True when no employee matches the query exactly; these have similar names. */
  similar: boolean
}

/**
 * Finds employees whose names, email or number contain all words of the query, best match first; equally good ones keep
 * their order. Without a match, finds those whose names differ by a typo or two per word, nearest first. An empty query
 * matches all. See docs/decisions/015-search-and-order.md.
 */
export function findPeople(people: readonly Employee[], query: string): Found {
  const words = toWords(query)
  if (words.length === 0) return { people: [...people], similar: false }
  const exact = people
    .map(employee => ({ employee, score: toScore(toSearchable(employee), words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ employee }) => employee)
  if (exact.length > 0) return { people: exact, similar: false }
  const similar = findMisspelt(people, words)
  return { people: similar, similar: similar.length > 0 }
}

/** Words without any match are misspelt; when each word has one, any of them may be. */
function findMisspelt(people: readonly Employee[], words: Folded[]): Employee[] {
  const unknown = words.filter(
    word => !people.some(person => contains(toSearchable(person).everything, word)),
  )
  const misspelt = (unknown.length > 0 ? unknown : words).filter(({ plain }) => typosMaxOf(plain) > 0)
  const others = words.filter(word => !misspelt.includes(word))
  if (misspelt.length === 0) return []
  const finders = misspelt.map(({ plain }) => createFinder(plain))
  const near = people.flatMap(employee => {
    const { everything, names } = toSearchable(employee)
    if (!others.every(word => contains(everything, word))) return []
    const nearest = finders.map(find => find(names))
    const all = nearest.filter(found => found !== null)
    if (all.length < nearest.length) return []
    return [{ employee, typos: sum(all.map(({ typos }) => typos)), left: sum(all.map(({ left }) => left)) }]
  })
  // Two typos are only accepted when no name matches with fewer.
  const least = near.reduce((known, { typos }) => Math.min(known, typos), Number.POSITIVE_INFINITY)
  return near
    .filter(({ typos }) => typos === least)
    .sort((a, b) => a.left - b.left)
    .map(({ employee }) => employee)
}

type Near = {
  typos: number
  /** Letters of the name that are missing in the query. */
  left: number
}

/**
 * Creates a search for the name nearest to a word, or null when none is near. Counts are cached, because many employees
 * share names.
 */
function createFinder(word: string): (names: readonly string[]) => Near | null {
  const max = typosMaxOf(word)
  const known = new Map<string, number | null>()

  function count(name: string): number | null {
    let typos = known.get(name)
    if (typos === undefined) {
      typos = countTypos(word, name, max)
      known.set(name, typos)
    }
    return typos
  }

  return names => {
    let nearest: Near | null = null
    for (const name of names) {
      const typos = count(name)
      if (typos === null) continue
      const left = Math.max(0, name.length - word.length - typos)
      if (!nearest || typos < nearest.typos || (typos === nearest.typos && left < nearest.left))
        nearest = { typos, left }
    }
    return nearest
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** Folds these employees now, so that the first search is fast: 5,000 at once take 70 ms, 200 take 3. */
export function prepareSearch(people: readonly Employee[]): void {
  for (const employee of people) toSearchable(employee)
}

/** Scores an employee; 0 when one of the words does not match. */
function toScore(person: Searchable, words: Folded[]): number {
  let score = 0
  for (const word of words) {
    if (!contains(person.everything, word)) return 0
    const best = Math.max(...FIELDS.map(field => WEIGHTS[field] * rate(person[field], word)))
    if (best === 0) return 0
    score += best
  }
  return score
}

function rate(text: Folded, word: Folded): number {
  return Math.max(...FOLDINGS.map(folding => rateOne(text[folding], word[folding])))
}

function rateOne(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at < 0) return 0
  if (text === word) return WHOLE
  if (at === 0) return BEGINNING
  return /[\s\-'.@_]/.test(text.charAt(at - 1)) ? WORD_BEGINNING : INSIDE
}

function toSearchable(employee: Employee): Searchable {
  const known = searchables.get(employee)
  if (known) return known
  const [mitarbeiternummer, last_name, first_name, email] = [
    fold(employee.mitarbeiternummer),
    fold(employee.last_name),
    fold(employee.first_name),
    fold(employee.email),
  ]
  const all = [mitarbeiternummer, last_name, first_name, email]
  const join = (folding: keyof Folded) => all.map(text => text[folding]).join('\n')
  const everything = { plain: join('plain'), german: join('german'), short: join('short') }
  const names = [last_name, first_name].flatMap(name => FOLDINGS.flatMap(folding => toEnds(name[folding])))
  const searchable = {
    mitarbeiternummer,
    last_name,
    first_name,
    email,
    everything,
    names: [...new Set(names)],
  }
  searchables.set(employee, searchable)
  return searchable
}

/** Lists the text from each of its words on: `mueller-luedenscheidt` and `luedenscheidt`. */
function toEnds(text: string): string[] {
  return [...text.matchAll(/[^\s\-'._]+/g)].map(({ index }) => text.slice(index))
}
