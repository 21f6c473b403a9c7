import { isDeepStrictEqual } from 'node:util'
import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * These people, but of whom nothing has changed the record that is held already: what was worked out for it (its
 * folded texts for the search) stays true and need not be worked out again.
 */
export function keepEqual(held: ReadonlyMap<number, Employee>, read: readonly Employee[]): Employee[] {
  return read.map(employee => {
    const known = held.get(employee.id)
    return known && isDeepStrictEqual(known, employee) ? known : employee
  })
}
