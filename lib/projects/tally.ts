import { getStanding } from '#lib/employees/standing.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { StandingCounts } from './contract.ts'

/** Counts people by where they stand. */
export function tally(people: Iterable<Employee>): StandingCounts {
  const counts = { pending: 0, uploaded: 0, edited: 0, approved: 0, retake: 0, other: 0 }
  for (const employee of people) counts[getStanding(employee)] += 1
  return counts
}
