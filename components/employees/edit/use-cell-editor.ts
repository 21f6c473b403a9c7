'use client'

import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/announce.tsx'
import { isComposing } from '#components/ui/browser/is-composing.ts'
import { predictInvitation } from '#lib/employees/predict-invitation.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { toDeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type EmployeeUpdate, employeeUpdateSchema } from '#lib/portrait-api/input-contract.ts'
import { closeCell, findNextCell, focusCellOf, openCell, reopenCell, showSaved } from './cells.ts'
import { type EditableField, toFieldText, toTyped } from './employee-values.ts'
import { FIELD_MAX, useRefusalSentence } from './reasons.ts'
import {
  dropDraft,
  dropSaving,
  dropUnsaved,
  findDraft,
  findUnsaved,
  isSaving,
  keepRefused,
  keepUnsaved,
  setDraft,
} from './unsaved.ts'
import { useChangeEmployee } from './use-change-employee.ts'
import { useNamedReason } from './use-taken.ts'

export type CellEditorProps = {
  employee: Employee
  field: EditableField
  /** Initial text of the field. */
  text: string
  /** Reason why this text was not saved before. */
  reason: string | null
  /** The value when the user began to type, if typing began earlier. */
  shown: string | null | undefined
}

/** Handles typing, saving and leaving of one cell. Only Escape loses the typed text. */
export function useCellEditor({ employee: now, field, text: first, reason, shown }: CellEditorProps) {
  const t = useTranslations('employees.edit')
  // Keeps the record as the user saw it: updates to the row meanwhile are not what the user types over.
  const [employee] = useState(() => (shown === undefined ? now : { ...now, [field]: shown }))
  const [text, setText] = useState(first)
  const [problem, setProblem] = useState(reason)
  const closed = useRef(false)
  const check = useCheckText(field)
  const { save, keep, toKnown, names } = useSaveCell(employee, field)
  const here = { employeeId: employee.id, field }

  function write(typed: string) {
    setText(typed)
    setProblem(null)
    setDraft(toKnown(), { field, text: typed, reason: t('notSentYet') })
  }

  /**
   * Makes the cell show its value again. The caller has already decided whether to save, keep or drop the typed text.
   */
  function close() {
    closed.current = true
    dropDraft()
    closeCell(here)
  }

  /** True when the text equals the value of the service, or the value that a running save will set. */
  function isUnchanged(): boolean {
    const shown = findSaving()?.text ?? toFieldText(toKnown(), field)
    return toTyped(text, shown) === shown
  }

  function findSaving() {
    const unsaved = findUnsaved(employee.id, field)
    return unsaved && isSaving(unsaved) ? unsaved : undefined
  }

  function restore() {
    if (!findSaving()) dropUnsaved(employee.id, field)
    close()
  }

  function submit({ unasked = false } = {}) {
    if (isUnchanged()) return restore()
    const { changes, reason } = check(text)
    if (changes) void save(text.trim(), changes, { unasked })
    else keep(text, reason)
    close()
  }

  /** Saves when the focus leaves the field, but never triggers a mail: the address may be half typed. */
  function leave({ currentTarget }: FocusEvent<HTMLElement>) {
    if (closed.current || currentTarget === document.activeElement) return
    if (isUnchanged()) return restore()
    // This text was refused already and has not been changed since.
    if (findUnsaved(employee.id, field)?.text === text) return close()
    if (field === 'email' && predictInvitation(now, toTyped(text, now.email)) === 'invites') {
      keep(text, t('mayInvite'))
      close()
    } else submit({ unasked: true })
  }

  function saveAndStay(cell: Element | null) {
    const refused = isUnchanged() ? null : check(text).reason
    if (refused !== null) return setProblem(refused)
    closed.current = true
    focusCellOf(cell)
    submit()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isComposing(event.nativeEvent)) return
    event.stopPropagation()
    const cell = event.currentTarget.closest('td')
    if (event.key === 'Enter') {
      event.preventDefault()
      saveAndStay(cell)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      closed.current = true
      focusCellOf(cell)
      restore()
    } else if (event.key === 'Tab') {
      const next = findNextCell(cell, event.shiftKey ? -1 : 1)
      if (!next) return
      event.preventDefault()
      closed.current = true
      submit()
      openCell(next)
    }
  }

  return { text, reason: problem, names, write, leave, onKeyDown }
}

type Checked = { changes: EmployeeUpdate; reason: null } | { changes: null; reason: string }

/**
 * Returns the changed field alone, as it is sent, or the reason why it cannot be sent. The service validates
 * everything else.
 */
function useCheckText(field: EditableField): (text: string) => Checked {
  const t = useTranslations('reasons')
  return text => {
    const typed = text.trim()
    const value = field === 'locale' && typed === '' ? null : typed
    const { success, data, error } = employeeUpdateSchema.safeParse({ [field]: value })
    if (success) return { changes: data, reason: null }
    const [issue] = error.issues
    if (typed === '') return { changes: null, reason: t('required') }
    if (issue?.code === 'too_big') return { changes: null, reason: t('tooLong', { max: FIELD_MAX[field] }) }
    return { changes: null, reason: t(field === 'email' ? 'email' : 'invalid') }
  }
}

/** The latest save in flight for each cell. */
const saves = new Map<string, ReturnType<ReturnType<typeof useChangeEmployee>>>()
/** The service's last answer for each cell since its first edit: newer than what the user saw when they began. */
const answers = new Map<string, Employee>()

/** Saves one value. It is kept among the unsaved values while the save runs and, with the reason, after a refusal. */
function useSaveCell(employee: Employee, field: EditableField) {
  const t = useTranslations('employees')
  const toSentence = useRefusalSentence()
  const toReason = useServiceReason()
  const toNamed = useNamedReason()
  const changeEmployee = useChangeEmployee()
  const names = { field: t(`columns.${field}`), person: toPersonName(employee) }
  const key = `${employee.id} ${field}`
  // The employee's record already includes answers from before this field was opened.
  useState(() => saves.has(key) || answers.delete(key))

  /** Returns the record as this user knows it now. */
  function toKnown(): Employee {
    return answers.get(key) ?? employee
  }

  /** `unasked`: the user has not confirmed that a mail may go out for this change. */
  async function save(
    text: string,
    changes: EmployeeUpdate,
    { unasked }: { unasked: boolean },
  ): Promise<void> {
    keepUnsaved(toKnown(), { field, text, reason: null })
    // When the user types again before the first answer, the new value is based on that answer.
    const before = saves.get(key)
    const save = (async () => {
      await before?.catch(() => null)
      const saved = await changeEmployee({ employee: toKnown(), changes, unasked })
      answers.set(key, saved.employee)
      // Text typed meanwhile is based on this answer.
      const begun = findDraft(employee.id, field)
      if (begun) setDraft(saved.employee, { ...begun, shown: saved.employee[field] })
      return saved
    })()
    saves.set(key, save)
    /** True unless a newer value was typed meanwhile: this answer is not about that value. */
    const isNewest = () => saves.get(key) === save && saves.delete(key)
    let saved: Awaited<typeof save>
    try {
      saved = await save
    } catch (thrown) {
      if (!isNewest()) return
      const error = toDeskError(thrown)
      const asked = { projectId: employee.project_id, employee, field, text }
      const reasons = error.errors?.[field]?.map(reason => toNamed(asked, toReason(field, reason))) ?? []
      const isAboutMore = Object.keys(error.errors ?? {}).some(name => name !== field)
      const besides = reasons.length === 0 || isAboutMore ? [toSentence(error, [field], names.person)] : []
      const why = [...reasons, ...besides].join(' ')
      keepRefused(toKnown(), { field, text, reason: why })
      announceNotSaved(why)
      // Any other refusal may succeed with the same value next time.
      if (error.code === 'invalid') reopenCell({ employeeId: employee.id, field })
      return
    }
    if (!isNewest()) return
    dropSaving(employee.id, field)
    if (saved.kept === 'theirs') return
    showSaved({ employeeId: employee.id, field })
    announce([t('edit.announceSaved', names), saved.consequence].filter(Boolean).join('. '))
  }

  /** Keeps a value unsent in its cell until the user acts. */
  function keep(text: string, reason: string): void {
    keepUnsaved(toKnown(), { field, text, reason })
    announceNotSaved(reason)
  }

  function announceNotSaved(reason: string): void {
    announce(t('edit.announceFailed', { ...names, reason }), { urgent: true })
  }

  return { save, keep, toKnown, names }
}
