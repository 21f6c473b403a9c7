import type { ImportPerson } from '#lib/imports/contract.ts'
import { toKey } from './find-twice.ts'

export type RosterIndex = {
  byEmail: ReadonlyMap<string, ImportPerson>
  byNumber: ReadonlyMap<string, ImportPerson>
  /** By the number without its leading zeros, where it has any. */
  byBareNumber: ReadonlyMap<string, ImportPerson>
}

export function toRosterIndex(people: readonly ImportPerson[]): RosterIndex {
  const zeros = people.filter(({ mitarbeiternummer }) => /^0+\d+$/.test(mitarbeiternummer))
  return {
    byEmail: new Map(people.map(person => [toKey('email', person.email), person])),
    byNumber: new Map(people.map(person => [person.mitarbeiternummer, person])),
    byBareNumber: new Map(zeros.map(person => [person.mitarbeiternummer.replace(/^0+(?=\d)/, ''), person])),
  }
}
