import type { ImportPerson, ImportValues, RowProblem } from '#lib/contracts/import-rows.ts'
import { fold } from '#lib/i18n/fold.ts'
import { toKey } from './find-twice.ts'

type RosterIndex = {
  byEmail: ReadonlyMap<string, ImportPerson>
  byNumber: ReadonlyMap<string, ImportPerson>
  /** Keyed by the number without its leading zeros, for numbers that have some. */
  byBareNumber: ReadonlyMap<string, ImportPerson>
}

export type Match = { person?: ImportPerson; problems: RowProblem[] }

/**
 * Finds the employee that a row refers to: by email, otherwise by number. Two different employees are a conflict. So is
 * one who matches in one of the two, differs in the other and has another first name. An update would then overwrite
 * one person's data with another's, and relatives or a common last name prove nothing.
 * See docs/decisions/022-matching-imported-rows.md.
 */
export function matchPerson(values: ImportValues, { byEmail, byNumber, byBareNumber }: RosterIndex): Match {
  const number = values.mitarbeiternummer
  const byMail = byEmail.get(toKey('email', values.email))
  const byNo = number === '' ? undefined : (byNumber.get(number) ?? byNumber.get(number.normalize('NFC')))
  const person = byMail ?? byNo
  if (byMail && byNo && byMail !== byNo) {
    return {
      person: byMail,
      problems: [{ field: 'mitarbeiternummer', code: 'taken_by_other', employee_id: byNo.id }],
    }
  }
  const bare = number === '' || byNo ? undefined : byBareNumber.get(number)
  const problems: RowProblem[] = []
  if (bare && (!person || bare === person)) {
    problems.push({ field: 'mitarbeiternummer', code: 'zeros_lost', employee_id: bare.id, warning: true })
  }
  if (!person) return { problems }
  // A list of changes may omit names, and a missing name contradicts nothing.
  const first = values.first_name === '' || isSameFirstName(values.first_name, person.first_name)
  const last = values.last_name === '' || hasWordInCommon(values.last_name, person.last_name)
  if (byMail && byNo ? hasNameInCommon(values, person) : first && last) return { person, problems }
  if (first || (byMail && (byNo || number === ''))) {
    problems.push({ field: null, code: 'other_name', employee_id: person.id, warning: true })
  } else {
    problems.push({
      field: byMail ? 'email' : 'mitarbeiternummer',
      code: 'taken_by_other',
      employee_id: person.id,
    })
  }
  return { person, problems }
}

const QUESTIONS: ReadonlySet<RowProblem['code']> = new Set(['other_name', 'zeros_lost', 'looks_formatted'])

/**
 * True when a row may refer to a person other than the one it would change. Also true when it would remove zeros from
 * their number, or add separators. Such a change is never accepted in bulk: the user decides on each.
 */
export function isQuestion({ problems }: { problems: readonly RowProblem[] }): boolean {
  return problems.some(({ code }) => QUESTIONS.has(code))
}

type Name = { first_name: string; last_name: string }

/** Requires a completely different name to raise a question when email and number match. */
function hasNameInCommon(values: Name, person: Name): boolean {
  if (values.first_name === '' && values.last_name === '') return true
  if (values.first_name === person.first_name || values.last_name === person.last_name) return true
  return hasWordInCommon(toWholeName(values), toWholeName(person))
}

/** A marriage does not change the first name. A list may shorten it to an initial. */
function isSameFirstName(given: string, known: string): boolean {
  if (hasWordInCommon(given, known)) return true
  const [one = '', other = ''] = [given, known].map(name => toWords(name).at(0))
  return (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))
}

/** A corrected name still shares a word with the old one. */
function hasWordInCommon(given: string, known: string): boolean {
  if (given === known) return true
  const words = new Set(toWords(known).filter(isLong))
  return toWords(given).some(word => isLong(word) && words.has(word))
}

function toWholeName({ first_name, last_name }: Name): string {
  return `${first_name} ${last_name}`
}

function toWords(name: string): string[] {
  return fold(name)
    .short.split(/[^\p{L}]+/u)
    .filter(word => word !== '')
}

function isLong(word: string): boolean {
  return word.length > 1
}

export function toRosterIndex(people: readonly ImportPerson[]): RosterIndex {
  const zeros = people.filter(({ mitarbeiternummer }) => /^0+\d+$/.test(mitarbeiternummer))
  return {
    byEmail: new Map(people.map(person => [toKey('email', person.email), person])),
    byNumber: new Map(people.map(person => [person.mitarbeiternummer, person])),
    byBareNumber: new Map(zeros.map(person => [person.mitarbeiternummer.replace(/^0+(?=\d)/, ''), person])),
  }
}
