'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { focusBehindText, focusOnMount } from '#components/ui/browser/focus.ts'
import { CellNote, CellNotes } from '#components/ui/cell-notes.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, MailIcon, WarningIcon } from '#components/ui/icons.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { predictInvitation } from '#lib/employees/predict-invitation.ts'
import { findUnusual } from '#lib/employees/unusual-email.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { LOCALES, toKnownLocale } from '#lib/portrait-api/terms.ts'
import { findInvisible, toVisible } from '#lib/text/invisible.ts'
import { type EditableField, toFieldText, toTyped } from './employee-values.ts'
import { type CellEditorProps, useCellEditor } from './use-cell-editor.ts'
import { useTakenSentence } from './use-taken.ts'

/**
 * The form field of one cell. Enter saves, Tab saves and moves to the next cell, Escape restores, leaving the field
 * saves. Print shows the whole typed text and marks it as unsaved.
 */
export function CellEditor(props: CellEditorProps) {
  const { employee, field, text } = props
  const t = useTranslations('employees')
  const there = employee.locale
  const noteId = useId()
  const cell = useCellEditor(props)
  // The ref stays the same for the life of the field. Text that was pasted or refused before is continued, not
  // replaced.
  const [begin] = useState(() => (text === toFieldText(employee, field) ? focusOnMount : focusBehindText))
  const control = {
    value: cell.text,
    'aria-label': t('edit.input', cell.names),
    'aria-invalid': cell.reason ? true : undefined,
    'aria-describedby': noteId,
    onKeyDown: cell.onKeyDown,
    onBlur: cell.leave,
  } as const

  return (
    <div ref={begin} className="relative -mx-2 max-sm:mx-0 max-sm:py-1">
      {field === 'locale' ? (
        <Select className="h-8 ps-2" onChange={event => cell.write(event.target.value)} {...control}>
          <option value="">{t('locales.none')}</option>
          {LOCALES.map(locale => (
            <option key={locale} value={locale}>
              {t(`locales.${locale}`)}
            </option>
          ))}
          {there !== null && toKnownLocale(there) === null && (
            <option value={there}>{toVisible(there)}</option>
          )}
        </Select>
      ) : (
        <Input
          className="h-8 px-2 print:sr-only"
          inputMode={field === 'email' ? 'email' : undefined}
          autoCapitalize={field === 'email' ? 'none' : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={event => cell.write(event.target.value)}
          {...control}
        />
      )}
      <div aria-hidden="true" className="wrap-anywhere hidden print:block">
        {field !== 'locale' && <UserText>{cell.text}</UserText>}
        {cell.text !== toFieldText(employee, field) && (
          <span className="cell-note text-danger">{t('edit.notSentYet')}</span>
        )}
      </div>
      <CellNotes id={noteId}>
        <Notes employee={employee} field={field} text={cell.text} reason={cell.reason} />
      </CellNotes>
    </div>
  )
}

type NotesProps = { employee: Employee; field: EditableField; text: string; reason: string | null }

/**
 * Notes shown before the user saves: why the value is refused, which employee already has it, which mail is sent,
 * what the keys do.
 */
function Notes({ employee, field, text, reason }: NotesProps) {
  const t = useTranslations('employees.edit')
  const asked = { projectId: employee.project_id, employee, field, text }
  const { taken, isReason, slip } = useTakenSentence(asked, reason)
  const invisible = findInvisible(text)
  const unusual = field === 'email' && text !== employee.email ? findUnusual(text) : null
  // A value that is refused sends no mail.
  const mail = field === 'email' && !taken ? predictInvitation(employee, toTyped(text, employee.email)) : null
  return (
    <>
      <LiveText as="div" about="cell" known className="not-has-[:not(:empty)]:hidden grid gap-1.5">
        <CellNote icon={<Icon of={AlertIcon} className="size-3.5 text-danger" />} className="text-danger">
          {isReason ? taken : reason}
        </CellNote>
        <CellNote icon={<Icon of={WarningIcon} className="size-3.5 text-warning" />}>
          {!isReason && taken}
        </CellNote>
        <CellNote icon={<Icon of={WarningIcon} className="size-3.5 text-warning" />}>
          {invisible.length > 0 && t('invisible', { codes: invisible.join(', ') })}
        </CellNote>
        <CellNote icon={<Icon of={WarningIcon} className="size-3.5 text-warning" />}>
          {unusual ? t(`unusual.${unusual}`) : slip}
        </CellNote>
        <CellNote icon={<Icon of={MailIcon} className="size-3.5 text-accent-text" />}>
          {mail && t(`mail.${mail}`)}
        </CellNote>
      </LiveText>
      <p className="text-muted max-table:sr-only">{t('hint')}</p>
    </>
  )
}

/**
 * States that a value is not saved, why, and what the user can do. A reason about waiting already says that it is not
 * saved.
 */
export function NotSaved({ reason }: { reason: string | null }) {
  const t = useTranslations('employees.edit')
  const words =
    reason === null
      ? t('interrupted')
      : reason === t('notSentYet') || reason === t('mayInvite')
        ? reason
        : t('refused', { reason })
  return (
    <>
      {words}{' '}
      <span className="no-print mt-1 block text-balance text-muted max-sm:hidden">{t('refusedKeys')}</span>
    </>
  )
}
