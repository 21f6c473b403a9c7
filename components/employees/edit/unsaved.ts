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

/** Returns the typed value of one cell that is not saved (yet). */
export function findUnsaved(employeeId: number, field: EditableField): Unsaved | undefined {
  return values.get().find(value => isSame(value, employeeId, field))
}

/** Returns all unsaved values of one employee, wherever they were typed. */
export function useUnsavedOf(employeeId: number): Unsaved[] {
  return values.use().filter(value => value.employee_id === employeeId && !isSaving(value))
}

export function isSaving({ reason, page }: Unsaved): boolean {
  return reason === null && page === PAGE
}

/** `shown`: the value when the user began to type, if it differs from the record. */
type Typed = { field: EditableField; text: string; reason: string | null; shown?: string | null }

/** Keeps a value until the user drops it or a save succeeds. See docs/decisions/029-editing-people.md. */
export function keepUnsaved(employee: Employee, typed: Typed): void {
  const kept = toUnsaved(employee, typed)
  values.set(list => [...list.filter(other => !isSame(other, employee.id, typed.field)), kept])
  warnBeforeLeaving()
}

/**
 * Attaches the reason of a refused save to its value, unless another value was typed for the same field meanwhile.
 */
export function keepRefused(employee: Employee, typed: Typed): void {
  const isNewer = (other: Unsaved) => isSame(other, employee.id, typed.field) && !isSaving(other)
  if (values.get().some(isNewer)) dropSaving(employee.id, typed.field)
  else keepUnsaved(employee, typed)
}

/** Drops the value whose save was answered, but keeps a value typed for the same field meanwhile. */
export function dropSaving(employeeId: number, field: EditableField): void {
  values.set(list => list.filter(other => !isSame(other, employeeId, field) || !isSaving(other)))
}

/** Keeps the values of these fields that a form holds for one employee; drops values that are unchanged again. */
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

/** Replaces a refusal reason that no longer applies. */
export function replaceReason(reason: string, now: string): void {
  if (!values.get().some(other => other.reason === reason)) return
  values.set(list => list.map(other => (other.reason === reason ? { ...other, reason: now } : other)))
}

export function dropUnsaved(employeeId: number, field?: EditableField): void {
  values.set(list => list.filter(other => !isSame(other, employeeId, field ?? other.field)))
}

/** Value being typed in the open cell; null when it was saved, kept or dropped. */
let draft: Unsaved | null = null

export function setDraft(employee: Employee, typed: Typed): void {
  draft = toUnsaved(employee, typed)
  warnBeforeLeaving()
}

export function dropDraft(): void {
  draft = null
}

/**
 * Returns the draft for a cell that is shown again: the half-typed text, and the value that the user saw when they
 * began.
 */
export function findDraft(employeeId: number, field: EditableField): Unsaved | undefined {
  return draft && isSame(draft, employeeId, field) ? draft : undefined
}

/** Keeps the draft when another cell is opened while the half-typed one is off the screen. */
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

/**
 * Warns before the page is left, as long as a value is unsaved. Returns a function that stops this if no value is
 * unsaved.
 */
export function warnBeforeLeaving(): () => void {
  window.addEventListener('beforeunload', warn)
  return () => {
    if (!isUnsaved()) window.removeEventListener('beforeunload', warn)
  }
}

function isUnsaved(): boolean {
  return draft !== null || values.get().length > 0
}

/** Makes the browser ask before the page is left: refused values survive a reload, but not closing the tab. */
function warn(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
  else window.removeEventListener('beforeunload', warn)
}
