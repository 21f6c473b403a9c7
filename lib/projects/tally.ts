import type { Employee } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import type { StatusCounts } from './contract.ts'

/** Counts people by where they stand. */
export function tally(people: Iterable<Employee>): StatusCounts {
  const counts = { pending: 0, uploaded: 0, edited: 0, approved: 0, retake: 0, other: 0 }
  for (const employee of people) counts[getPortraitStatus(employee)] += 1
  return counts
}
