import { FEMININE_NAMES, MASCULINE_NAMES } from '../people/first-names.ts'
import { LAST_NAMES } from '../people/last-names.ts'
import type { Random } from '../people/random.ts'
import { type Person, SPECIAL_PEOPLE } from './special-people.ts'

const SPELLINGS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  ı: 'i',
  ş: 's',
  ç: 'c',
}

/**
 * Creates this many people with distinct mailboxes. The special ones are spread among the others, so that the first
 * page of a list looks ordinary and every page has a difficult name.
 */
export function createPeople(random: Random, count: number, special: boolean): Person[] {
  const taken = new Set(SPECIAL_PEOPLE.map(({ mailbox }) => mailbox))
  const people = Array.from({ length: count }, () => createPerson(random, taken))
  if (!special) return people
  const step = Math.floor(count / SPECIAL_PEOPLE.length)
  for (const [index, person] of SPECIAL_PEOPLE.entries()) people[step * index + Math.floor(step / 2)] = person
  return people
}

function createPerson(random: Random, taken: Set<string>): Person {
  const look = random.next() < 0.5 ? 'feminine' : 'masculine'
  const first_name = random.pick(look === 'feminine' ? FEMININE_NAMES : MASCULINE_NAMES)
  const last_name = random.pick(LAST_NAMES)
  const plain = toMailbox(first_name, last_name)
  let mailbox = plain
  for (let count = 2; taken.has(mailbox); count++) mailbox = `${plain}${count}`
  taken.add(mailbox)
  return { first_name, last_name, mailbox, look }
}

/** The name in the German spelling of addresses: `Jörg Groß` is `joerg.gross`. */
function toMailbox(firstName: string, lastName: string): string {
  return [firstName, lastName].map(toAscii).join('.')
}

function toAscii(name: string): string {
  return [...name.normalize('NFC').toLowerCase()]
    .map(letter => SPELLINGS[letter] ?? letter.normalize('NFD'))
    .join('')
    .replace(/\s+/g, '-')
    .replace(/[^a-z-]/g, '')
}
