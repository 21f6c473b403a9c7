import { findBulkChange } from '#components/employee-data/bulk-changes.ts'
import { closeOfChange, closeToast, toast } from '#components/ui/toast/toast.ts'
import type { Cell } from './cells.ts'
import type { EditableField } from './employee-values.ts'

const KEPT_MAX = 100

type Change = {
  employeeId: number
  /** Fields of this change that have not been undone. */
  fields: readonly EditableField[]
  words: { title: string; action: string }
  /** Undoes some of its fields. Resolves to false when that failed. */
  undo: (fields: readonly EditableField[]) => Promise<boolean>
  /** Time of the save (ms, monotonic). */
  at: number
}

/** Changes saved on this page, oldest first. */
let changes: readonly Change[] = []
/** Employee ids and addresses of invitations triggered by an address change; an invitation cannot be recalled. */
const invited = new Map<number, string>()
/** At most one toast offers to undo: the one about the last change. */
let offered: { change: Change; toastId: string } | null = null

/**
 * Records a change and offers in a toast to undo all of it. Ctrl Z or ⌘ Z in one of its cells undoes that cell. The
 * caller announces the save.
 */
export function offerUndo(saved: Omit<Change, 'at'>): void {
  offer(noteChange(saved), { said: '' })
}

/**
 * Records a change without a toast, for callers that show their own message. Closes the previous change's toast: its
 * button would now seem to mean this change.
 */
export function noteChange(saved: Omit<Change, 'at'>): Change {
  closeOfChange()
  const change = { ...saved, at: performance.now() }
  if (change.fields.length > 0) changes = [...changes, change].slice(-KEPT_MAX)
  return change
}

/**
 * Records that an invitation went out. Earlier changes to the address cannot be undone either: that would send
 * another invitation.
 */
export function noteInvitation(employeeId: number, email: string): void {
  invited.set(employeeId, email)
  withdraw(change => change.employeeId === employeeId, ['email'])
}

/** Returns the last change of one field of this employee; null when no change can be undone. */
export function findChange({ employeeId, field }: Cell): { at: number; undo: () => void } | null {
  const change = changes.findLast(other => other.employeeId === employeeId && other.fields.includes(field))
  return change ? { at: change.at, undo: () => void take(change, [field]) } : null
}

/** Returns the address to which an invitation went after the last change that could be undone. */
export function findInvited({ employeeId, field }: Cell): string | undefined {
  return field === 'email' ? invited.get(employeeId) : undefined
}

async function take(change: Change, fields: readonly EditableField[]): Promise<void> {
  const here = (other: Change) => other.employeeId === change.employeeId && other.at === change.at
  withdraw(here, fields)
  if (await change.undo(fields)) return
  const left = changes.find(here)
  const whole = { ...change, fields: [...(left?.fields ?? []), ...fields] }
  changes = [...changes.filter(other => !here(other)), whole].toSorted((one, other) => one.at - other.at)
}

function withdraw(which: (change: Change) => boolean, fields: readonly EditableField[]): void {
  if (offered && which(offered.change) && offered.change.fields.some(field => fields.includes(field)))
    closeOffer()
  changes = changes
    .map(change =>
      which(change) ? { ...change, fields: change.fields.filter(field => !fields.includes(field)) } : change,
    )
    .filter(change => change.fields.length > 0)
}

function offer(change: Change, how: { said?: string } = {}): void {
  offered = { change, toastId: tell(change.words, () => void take(change, change.fields), how) }
}

function tell({ title, action }: Change['words'], onPress: () => void, how: { said?: string } = {}): string {
  return toast({ title, tone: 'positive', action: { label: action, onPress }, ofChange: true, ...how })
}

function closeOffer(): void {
  if (offered) closeToast(offered.toastId)
  offered = null
}

/**
 * Handles the undo keys outside of cells: offers the last change in a toast again, because the keys do not say which
 * change is meant.
 */
export function offerOnKey(event: KeyboardEvent): void {
  if (!isUndoKey(event) || event.defaultPrevented) return
  const { target } = event
  if (target instanceof Element && target.closest('input, textarea, select, [role=dialog]')) return
  const last = changes.at(-1)
  const bulk = findBulkChange()
  if (bulk && bulk.at > (last?.at ?? 0)) tell(bulk.words, bulk.undo)
  else if (last) offer(last)
  else return
  event.preventDefault()
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
}
