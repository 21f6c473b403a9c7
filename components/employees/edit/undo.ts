import { findBulkChange } from '#components/employee-data/bulk-changes.ts'
import { closeOfChange, closeToast, toast } from '#components/ui/toast/toast.ts'
import type { Cell } from './cells.ts'
import type { EditableField } from './employee-values.ts'

const KEPT_MAX = 100

type Change = {
  employeeId: number
  /** Those of its fields that have not been taken back. */
  fields: readonly EditableField[]
  words: { title: string; action: string }
  /** Takes some of its fields back. False when that did not work. */
  undo: (fields: readonly EditableField[]) => Promise<boolean>
  /** When it was saved (ms, monotonic). */
  at: number
}

/** What was saved on this page, the last one last. */
let changes: readonly Change[] = []
/** Whose address has set off an invitation, and which one: nobody can call that back. */
const invited = new Map<number, string>()
/** At most one toast offers to undo: the one about the last change. */
let offered: { change: Change; toastId: string } | null = null

/** Notes a change, which Ctrl Z or ⌘ Z in one of its cells takes back there, and offers in a toast to take all of it back. Whoever saved it says so. */
export function offerUndo(saved: Omit<Change, 'at'>): void {
  offer(noteChange(saved), { said: '' })
}

/** The same without a word, beside something that is told anyway. What the change before offered goes: a press now would mean this one. */
export function noteChange(saved: Omit<Change, 'at'>): Change {
  closeOfChange()
  const change = { ...saved, at: performance.now() }
  if (change.fields.length > 0) changes = [...changes, change].slice(-KEPT_MAX)
  return change
}

/** An invitation has gone out: what was done to the address before cannot be taken back either, that would send another. */
export function noteInvitation(employeeId: number, email: string): void {
  invited.set(employeeId, email)
  withdraw(change => change.employeeId === employeeId, ['email'])
}

/** The last change of one field by this person; null when there is none that can be taken back. */
export function findChange({ employeeId, field }: Cell): { at: number; undo: () => void } | null {
  const change = changes.findLast(other => other.employeeId === employeeId && other.fields.includes(field))
  return change ? { at: change.at, undo: () => void take(change, [field]) } : null
}

/** The address to which an invitation went after the last change that could be taken back. */
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

/** Where no cell says what is meant, nothing is undone behind anybody's back: the last change is offered once more. */
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
