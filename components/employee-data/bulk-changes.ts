/** A language change of many employees, which is undone for all or for none. */
export type BulkChange = {
  /** The batch that made the change. */
  id: string
  people: ReadonlySet<number>
  /** Title of the toast, and label of its undo button. */
  words: { title: string; action: string }
  /** ms, monotonic. */
  at: number
  undo: () => void
}

const KEPT_MAX = 20
let changes: readonly BulkChange[] = []
/** Ids of changes that were undone: here, in the list of work, or in another tab. */
const undone = new Set<string>()

export function noteBulkChange(noted: Omit<BulkChange, 'at'>): BulkChange {
  const change = { ...noted, at: performance.now() }
  changes = [...changes, change].slice(-KEPT_MAX)
  return change
}

/** Updates a change with the desk's latest state: the rest of an incomplete undo may be retried. */
export function noteUndoable(id: string, undoable: boolean): void {
  if (undoable) undone.delete(id)
  else undone.add(id)
}

/** Returns the last change that can be undone and included this employee; without an id, the last one of all. */
export function findBulkChange(employeeId?: number): BulkChange | undefined {
  return changes.findLast(
    ({ id, people }) => !undone.has(id) && (employeeId === undefined || people.has(employeeId)),
  )
}
