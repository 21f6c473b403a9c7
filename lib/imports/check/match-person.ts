import type { ImportPerson, ImportValues, RowProblem } from '#lib/contracts/import-rows.ts'
import { fold } from '#lib/i18n/fold.ts'
import { toKey } from './find-twice.ts'

type RosterIndex = {
  byEmail: ReadonlyMap<string, ImportPerson>
  byNumber: ReadonlyMap<string, ImportPerson>
  /** By the number without its leading zeros, where it has any. */
  byBareNumber: ReadonlyMap<string, ImportPerson>
}

export type Match = { person?: ImportPerson; problems: RowProblem[] }

/**
 * Whom of the project a row means: by e-mail, else by number. Two different people, or a person who agrees in one of
 * the two and in nothing else, are a conflict: an update would write one person's data over another's.
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
  if (hasNameInCommon(values, person)) return { person, problems }
  if (byMail && (byNo || number === '')) {
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

type Name = { first_name: string; last_name: string }

/** Whoever marries keeps the first name, and a corrected name still has something of the old one. */
function hasNameInCommon(values: Name, person: Name): boolean {
  if (values.first_name === person.first_name || values.last_name === person.last_name) return true
  const words = new Set(toNameWords(person))
  return toNameWords(values).some(word => words.has(word))
}

function toNameWords({ first_name, last_name }: Name): string[] {
  return fold(`${first_name} ${last_name}`)
    .short.split(/[^\p{L}]+/u)
    .filter(word => word.length > 1)
}

export function toRosterIndex(people: readonly ImportPerson[]): RosterIndex {
  const zeros = people.filter(({ mitarbeiternummer }) => /^0+\d+$/.test(mitarbeiternummer))
  return {
    byEmail: new Map(people.map(person => [toKey('email', person.email), person])),
    byNumber: new Map(people.map(person => [person.mitarbeiternummer, person])),
    byBareNumber: new Map(zeros.map(person => [person.mitarbeiternummer.replace(/^0+(?=\d)/, ''), person])),
  }
}
