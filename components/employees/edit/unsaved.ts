'use client'

import { createSessionValue } from '#components/page/session-value.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EditableField } from './employee-values.ts'
import { type Unsaved, unsavedListSchema } from './kept-schemas.ts'

const PAGE = typeof performance === 'undefined' ? 0 : performance.timeOrigin
const values = createSessionValue('unsaved', unsavedListSchema, [])

export function useUnsaved(projectId: number): Unsaved[] {
  return values.use().filter(({ project_id }) => project_id === projectId)
}

/** What was typed in one cell and is not saved (yet). */
export function findUnsaved(employeeId: number, field: EditableField): Unsaved | undefined {
  return values.get().find(value => isSame(value, employeeId, field))
}

/** What was typed for one person and is not saved, wherever it was typed. */
export function useUnsavedOf(employeeId: number): Unsaved[] {
  return values.use().filter(value => value.employee_id === employeeId && !isSaving(value))
}

export function isSaving({ reason, page }: Unsaved): boolean {
  return reason === null && page === PAGE
}

/** `shown`: what stood there when somebody began, where that is not what the record says. */
type Typed = { field: EditableField; text: string; reason: string | null; shown?: string | null }

/** From now on only a person or a successful save lets go of it. See docs/decisions/029-editing-people.md. */
export function keepUnsaved(employee: Employee, typed: Typed): void {
  const kept = toUnsaved(employee, typed)
  values.set(list => [...list.filter(other => !isSame(other, employee.id, typed.field)), kept])
  warnBeforeLeaving()
}

/** A save was refused: that is said of the value that it was about, unless another one was typed for the same field meanwhile. */
export function keepRefused(employee: Employee, typed: Typed): void {
  const isNewer = (other: Unsaved) => isSame(other, employee.id, typed.field) && !isSaving(other)
  if (values.get().some(isNewer)) dropSaving(employee.id, typed.field)
  else keepUnsaved(employee, typed)
}

/** A save was answered: what it was about is let go, and nothing that was typed for the same field meanwhile. */
export function dropSaving(employeeId: number, field: EditableField): void {
  values.set(list => list.filter(other => !isSame(other, employeeId, field) || !isSaving(other)))
}

/** What a form holds for one person, of these fields; a value that is back to what it was is let go. */
export function keepTyped(
  employee: Employee,
  typed: readonly Typed[],
  fields: readonly EditableField[],
): void {
  const kept = typed.map(value => toUnsaved(employee, value))
  const isHeld = (other: Unsaved) => fields.some(field => isSame(other, employee.id, field))
  values.set(list => [...list.filter(other => !isHeld(other) || isSaving(other)), ...kept])
  warnBeforeLeaving()
}

/** What was refused for a reason that holds no more. */
export function replaceReason(reason: string, now: string): void {
  if (!values.get().some(other => other.reason === reason)) return
  values.set(list => list.map(other => (other.reason === reason ? { ...other, reason: now } : other)))
}

export function dropUnsaved(employeeId: number, field?: EditableField): void {
  values.set(list => list.filter(other => !isSame(other, employeeId, field ?? other.field)))
}

/** What is being typed in the open cell; null when that was saved, kept or dropped. */
let draft: Unsaved | null = null

export function setDraft(employee: Employee, typed: Typed): void {
  draft = toUnsaved(employee, typed)
  warnBeforeLeaving()
}

export function dropDraft(): void {
  draft = null
}

/** For a cell that comes back to the screen: a half-typed word is still there, and what its person saw when they began. */
export function findDraft(employeeId: number, field: EditableField): Unsaved | undefined {
  return draft && isSame(draft, employeeId, field) ? draft : undefined
}

/** For when another cell is opened while the half-typed one is off the screen. */
export function keepDraft(): void {
  const left = draft
  draft = null
  if (left) values.set(list => [...list.filter(other => !isSame(other, left.employee_id, left.field)), left])
}

function toUnsaved(employee: Employee, typed: Typed): Unsaved {
  const { id, project_id, [typed.field]: shown } = employee
  return { project_id, employee_id: id, person: toPersonName(employee), page: PAGE, shown, ...typed }
}

function isSame(unsaved: Unsaved, employeeId: number, field: EditableField): boolean {
  return unsaved.employee_id === employeeId && unsaved.field === field
}

/** From now on, as long as something is unsaved. Returns a function that ends that where nothing is. */
export function warnBeforeLeaving(): () => void {
  window.addEventListener('beforeunload', warn)
  return () => {
    if (!isUnsaved()) window.removeEventListener('beforeunload', warn)
  }
}

function isUnsaved(): boolean {
  return draft !== null || values.get().length > 0
}

/** The browser asks before the page is left: refused values survive a reload, but not closing the tab. */
function warn(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
  else window.removeEventListener('beforeunload', warn)
}
