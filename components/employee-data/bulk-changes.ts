/** A language that was changed for many at once, and is taken back for all of them or for nobody. */
export type BulkChange = {
  /** The batch that has changed it. */
  id: string
  people: ReadonlySet<number>
  /** What was told of it, and how its undoing is called. */
  words: { title: string; action: string }
  /** ms, monotonic. */
  at: number
  undo: () => void
}

const KEPT_MAX = 20
let changes: readonly BulkChange[] = []
/** Those that are taken back: here, in the list of work, or in another tab. */
const undone = new Set<string>()

export function noteBulkChange(noted: Omit<BulkChange, 'at'>): BulkChange {
  const change = { ...noted, at: performance.now() }
  changes = [...changes, change].slice(-KEPT_MAX)
  return change
}

/** How it stands by what the desk has said last: what an undo could not take back may be tried again. */
export function noteUndoable(id: string, undoable: boolean): void {
  if (undoable) undone.delete(id)
  else undone.add(id)
}

/** The last one that this person was part of and that can be taken back; of anybody when nobody is named. */
export function findBulkChange(employeeId?: number): BulkChange | undefined {
  return changes.findLast(
    ({ id, people }) => !undone.has(id) && (employeeId === undefined || people.has(employeeId)),
  )
}
