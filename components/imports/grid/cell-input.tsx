'use client'

import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { focusBehindText, focusOnMount } from '#components/ui/browser/focus.ts'
import { isComposing } from '#components/ui/browser/is-composing.ts'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import { parseLanguage } from '#lib/imports/map/parse-language.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'

/**
 * Target of the focus after an edit: down as in a spreadsheet, sideways, or nowhere. `leave`: the focus has already
 * moved, because the user pressed elsewhere.
 */
export type EditEnd = 'down' | 'right' | 'left' | 'stay' | 'leave'

type CellInputProps = {
  row: number
  field: ImportField
  value: string
  /** The key with which the user began to type over the value. */
  typed: string | null
  /** True when the current value is refused. */
  invalid: boolean
  /** Problem of the value, or a hint about it. */
  note: string | null
  onSave: (value: string, end: EditEnd) => void
  onCancel: (end: EditEnd) => void
}

/** The field of a cell. Enter and Tab save and move on, leaving saves, Escape restores the value. */
export function CellInput({ row, field, value, typed, invalid, note, onSave, onCancel }: CellInputProps) {
  const t = useTranslations('imports')
  const over = useRef(false)
  const noteId = useId()
  const control = {
    'aria-label': t('grid.input', { field: t(`fields.${field}`), row }),
    'aria-invalid': invalid || undefined,
    'aria-describedby': note === null ? undefined : noteId,
    onKeyDown: press,
  } as const
  // Visible in the note of the cell (`grid-note.tsx`).
  const notes = note !== null && (
    <span id={noteId} data-note={invalid ? 'text-danger' : 'text-warning'} className="sr-only">
      {note}
    </span>
  )

  function end(save: () => void) {
    if (over.current) return
    over.current = true
    save()
  }

  function press(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) {
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    const { key, shiftKey, currentTarget } = event
    if (key === 'Escape') end(() => onCancel('stay'))
    else if (key === 'Enter') end(() => onSave(currentTarget.value, 'down'))
    else if (key === 'Tab') end(() => onSave(currentTarget.value, shiftKey ? 'left' : 'right'))
    else return
    event.preventDefault()
  }

  if (field === 'locale')
    return (
      <div ref={focusOnMount} className="relative -mx-1">
        <Select
          className="h-8 ps-2"
          {...control}
          defaultValue={parseLanguage(value) ?? ''}
          onChange={event => end(() => onSave(event.target.value, 'stay'))}
          onBlur={() => end(() => onCancel('leave'))}
        >
          <option value="">{t('locales.none')}</option>
          {LOCALES.map(locale => (
            <option key={locale} value={locale}>
              {t(`locales.${locale}`)}
            </option>
          ))}
        </Select>
        {notes}
      </div>
    )
  return (
    <div ref={typed === null ? focusOnMount : focusBehindText} className="relative -mx-1">
      <Input
        className="h-8 px-2"
        {...control}
        autoComplete="off"
        spellCheck={false}
        defaultValue={typed ?? value}
        onBlur={event => end(() => onSave(event.target.value, 'leave'))}
      />
      {notes}
    </div>
  )
}
