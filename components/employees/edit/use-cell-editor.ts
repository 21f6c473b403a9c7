'use client'

import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/announce.tsx'
import { isComposing } from '#components/ui/browser/is-composing.ts'
import { foretellMail } from '#lib/employees/foretell-mail.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { toDeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type EmployeeUpdate, employeeUpdateSchema } from '#lib/portrait-api/input-contract.ts'
import { closeCell, findNextCell, focusCellOf, openCell, reopenCell, tellSaved } from './cells.ts'
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
  /** What stands in the field at first. */
  text: string
  /** Why that was not saved before. */
  reason: string | null
  /** What stood there when somebody began to type it, where that was before. */
  shown: string | null | undefined
}

/** How one cell is typed in, saved and left. Only Escape loses what was typed. */
export function useCellEditor({ employee: now, field, text: first, reason, shown }: CellEditorProps) {
  const t = useTranslations('employees.edit')
  // As its person saw them: what comes into the row meanwhile is not what they type over.
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

  /** The cell shows the value again; whether it was saved, kept or dropped has been decided by then. */
  function close() {
    closed.current = true
    dropDraft()
    closeCell(here)
  }

  /** What the service has, or will have when it has answered. */
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

  /** Leaving the field never triggers a mail: the address may be half typed. */
  function leave({ currentTarget }: FocusEvent<HTMLElement>) {
    if (closed.current || currentTarget === document.activeElement) return
    if (isUnchanged()) return restore()
    // Refused already, and not typed on.
    if (findUnsaved(employee.id, field)?.text === text) return close()
    if (field === 'email' && foretellMail(now, toTyped(text, now.email)) === 'invites') {
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

/** The changed field and no other, as it is sent, or why it is not: the service has the last word about all else. */
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

/** What is on its way from each cell, the newest of it. */
const saves = new Map<string, ReturnType<ReturnType<typeof useChangeEmployee>>>()
/** What the service has answered to each cell since it was first typed in: newer than what its person saw when they began. */
const answers = new Map<string, Employee>()

/** Saves one value. While it is on its way, or after a refusal, it is kept among the unsaved ones with the reason. */
function useSaveCell(employee: Employee, field: EditableField) {
  const t = useTranslations('employees')
  const toSentence = useRefusalSentence()
  const toReason = useServiceReason()
  const toNamed = useNamedReason()
  const changeEmployee = useChangeEmployee()
  const names = { field: t(`columns.${field}`), person: toPersonName(employee) }
  const key = `${employee.id} ${field}`
  // What was answered before this field was opened is in its record already.
  useState(() => saves.has(key) || answers.delete(key))

  /** As this person knows the record by now. */
  function toKnown(): Employee {
    return answers.get(key) ?? employee
  }

  /** `unasked`: nobody has said that a mail may go out for it. */
  async function save(
    text: string,
    changes: EmployeeUpdate,
    { unasked }: { unasked: boolean },
  ): Promise<void> {
    keepUnsaved(toKnown(), { field, text, reason: null })
    // Who types again before the first answer has come means the value that they will have by then.
    const before = saves.get(key)
    const save = (async () => {
      await before?.catch(() => null)
      const saved = await changeEmployee({ employee: toKnown(), changes, unasked })
      answers.set(key, saved.employee)
      // What was typed meanwhile is typed over this answer.
      const begun = findDraft(employee.id, field)
      if (begun) setDraft(saved.employee, { ...begun, shown: saved.employee[field] })
      return saved
    })()
    saves.set(key, save)
    /** Not when something newer was typed meanwhile: what was answered is not about that. */
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
      tellFailed(why)
      // Otherwise the same value may be saved the next time.
      if (error.code === 'invalid') reopenCell({ employeeId: employee.id, field })
      return
    }
    if (!isNewest()) return
    dropSaving(employee.id, field)
    if (saved.kept === 'theirs') return
    tellSaved({ employeeId: employee.id, field })
    announce([t('edit.announceSaved', names), saved.consequence].filter(Boolean).join('. '))
  }

  /** Not sent: it waits in its cell for the person. */
  function keep(text: string, reason: string): void {
    keepUnsaved(toKnown(), { field, text, reason })
    tellFailed(reason)
  }

  function tellFailed(reason: string): void {
    announce(t('edit.announceFailed', { ...names, reason }), { urgent: true })
  }

  return { save, keep, toKnown, names }
}
