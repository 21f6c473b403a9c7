import type { ProjectRecord } from './records.ts'

/**
 * The number for an employee who came without one, in the pattern that the specification writes `MA--NNN`: at least
 * three digits, the next one that is free in the project. A number once given is not given again after a deletion.
 */
export function nextNumber(project: ProjectRecord, taken: ReadonlySet<string>): string {
  for (;;) {
    const number = `MA--${String(project.next_number++).padStart(3, '0')}`
    if (!taken.has(number)) return number
  }
}
