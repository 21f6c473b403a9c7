'use client'

import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { findNextCell, focusCellOf } from './editable-cells.ts'
import { type EditableField, toFieldText, toTyped } from './editable-field.ts'
import { foretellMail } from './foretell-mail.ts'
import { closeCell, openCell } from './open-cell.ts'
import { dropUnsaved, setDraft } from './unsaved.ts'
import { useCheckText } from './use-check-text.ts'
import { useSaveCell } from './use-save-cell.ts'

export type CellEditorProps = {
  employee: Employee
  field: EditableField
  /** What stands in the field at first. */
  text: string
  /** Why that was not saved before. */
  reason: string | null
}

/** How one cell is written in, saved, and left. Nothing that was typed is lost but by Escape. */
export function useCellEditor({ employee, field, text: first, reason: refused }: CellEditorProps) {
  const t = useTranslations('employees.edit')
  const [text, setText] = useState(first)
  const [reason, setReason] = useState(refused)
  const closed = useRef(false)
  const check = useCheckText(field)
  const { save, keep, names } = useSaveCell(employee, field)
  const here = { employeeId: employee.id, field }

  function write(typed: string) {
    setText(typed)
    setReason(null)
    setDraft(employee, { field, text: typed, reason: t('notSentYet') })
  }

  /** The cell shows the value again; what is done with it has been said by then. */
  function close() {
    closed.current = true
    setDraft(employee, null)
    closeCell(here)
  }

  function isUnchanged(): boolean {
    const shown = toFieldText(employee, field)
    return toTyped(text, shown) === shown
  }

  function restore() {
    dropUnsaved(employee.id, field)
    close()
  }

  function submit() {
    if (isUnchanged()) return restore()
    const { changes, reason: problem } = check(text)
    if (changes) void save(text.trim(), changes)
    else keep(text, problem)
    close()
  }

  /** On the way out a mail is never set off: who leaves may have been in the middle of an address. */
  function leave({ currentTarget }: FocusEvent<HTMLElement>) {
    if (closed.current || currentTarget === document.activeElement) return
    if (isUnchanged()) return restore()
    if (text === first && refused !== null) return close()
    if (field === 'email' && foretellMail(employee, text) === 'invites') {
      keep(text, t('notSentYet'))
      close()
    } else submit()
  }

  function saveAndStay(cell: Element | null) {
    const problem = isUnchanged() ? null : check(text).reason
    if (problem !== null) return setReason(problem)
    closed.current = true
    focusCellOf(cell)
    submit()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing) return
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

  return { text, reason, names, write, leave, onKeyDown }
}
