import type { ImportPerson, ImportValues } from '#lib/contracts/import-rows.ts'
import { toKey, UNIQUE_FIELDS } from './find-twice.ts'

/**
 * Computes `listLeavers` for a list being edited: counts the project's employees in it, and recomputes only after a
 * change.
 */
export class PresentPeople {
  readonly #people
  readonly #known
  readonly #present = { email: new Map<string, number>(), mitarbeiternummer: new Map<string, number>() }
  #leavers: ImportPerson[] | null = null

  constructor(people: readonly ImportPerson[]) {
    this.#people = people
    this.#known = {
      email: new Set(people.map(({ email }) => toKey('email', email))),
      mitarbeiternummer: new Set(people.map(({ mitarbeiternummer }) => mitarbeiternummer)),
    }
  }

  /** `by`: 1 for a row with these values, -1 when it no longer has them. */
  count(values: ImportValues, by: 1 | -1): void {
    for (const field of UNIQUE_FIELDS) {
      const key = toKey(field, values[field])
      if (!this.#known[field].has(key)) continue
      this.#present[field].set(key, (this.#present[field].get(key) ?? 0) + by)
      this.#leavers = null
    }
  }

  /** Returns the same array until a count changes. */
  leavers(): ImportPerson[] {
    this.#leavers ??= this.#people.filter(person =>
      UNIQUE_FIELDS.every(field => !this.#present[field].get(toKey(field, person[field]))),
    )
    return this.#leavers
  }
}
