/** A language that was changed for many at once, and is taken back for all of them or for nobody. */
type BulkChange = { people: ReadonlySet<number>; at: number; undo: () => void }

const KEPT_MAX = 20
let changes: readonly BulkChange[] = []

export function noteBulkChange(people: readonly number[], undo: () => void): void {
  changes = [...changes, { people: new Set(people), at: performance.now(), undo }].slice(-KEPT_MAX)
}

/** The last one that this person was part of. `at` tells what came after it (ms, monotonic). */
export function findBulkChange(employeeId: number): BulkChange | undefined {
  return changes.findLast(({ people }) => people.has(employeeId))
}

export function forgetBulkChange(change: BulkChange): void {
  changes = changes.filter(other => other !== change)
}
