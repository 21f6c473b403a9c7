/** A language that was changed for many at once, and is taken back for all of them or for nobody. */
export type BulkChange = {
  people: ReadonlySet<number>
  /** What was told of it, and how its undoing is called. */
  words: { title: string; action: string }
  /** ms, monotonic. */
  at: number
  undo: () => void
}

const KEPT_MAX = 20
let changes: readonly BulkChange[] = []

/** Whoever takes it back takes it back once. */
export function noteBulkChange({ undo, ...noted }: Omit<BulkChange, 'at'>): BulkChange {
  const change: BulkChange = {
    ...noted,
    at: performance.now(),
    undo() {
      changes = changes.filter(other => other !== change)
      undo()
    },
  }
  changes = [...changes, change].slice(-KEPT_MAX)
  return change
}

/** The last one that this person was part of; of anybody when nobody is named. */
export function findBulkChange(employeeId?: number): BulkChange | undefined {
  return changes.findLast(({ people }) => employeeId === undefined || people.has(employeeId))
}
