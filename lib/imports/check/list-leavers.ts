import type { ImportPerson, ImportValues } from '#lib/imports/contract.ts'
import { toKey } from './find-twice.ts'

/**
 * Who is in the project and in no row, neither by e-mail nor by number. Excluded and faulty rows count too: whoever
 * stands in the list has not left.
 */
export function listLeavers(
  rows: readonly { values: ImportValues }[],
  people: readonly ImportPerson[],
): ImportPerson[] {
  const emails = new Set(rows.map(({ values }) => toKey('email', values.email)))
  const numbers = new Set(rows.map(({ values }) => values.mitarbeiternummer))
  return people.filter(
    ({ email, mitarbeiternummer }) => !emails.has(toKey('email', email)) && !numbers.has(mitarbeiternummer),
  )
}
