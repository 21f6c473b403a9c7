'use client'

import { type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { focusOnMount } from '#components/ui/browser/focus.ts'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'

/**
 * Where the keyboard goes on after an edit: down like in a spreadsheet, along, or nowhere. `leave`: it is somewhere else
 * already, because the person pressed there.
 */
export type EditEnd = 'down' | 'right' | 'left' | 'stay' | 'leave'

type CellInputProps = {
  row: number
  field: ImportField
  value: string
  /** The key with which the person began to type over the value. */
  typed: string | null
  onSave: (value: string, end: EditEnd) => void
  onCancel: (end: EditEnd) => void
}

/** Enter and Tab save and move on, leaving saves, Escape leaves everything as it was. */
export function CellInput({ row, field, value, typed, onSave, onCancel }: CellInputProps) {
  const t = useTranslations('imports')
  const over = useRef(false)
  const label = t('grid.input', { field: t(`fields.${field}`), row })

  function end(save: () => void) {
    if (over.current) return
    over.current = true
    save()
  }

  function press(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey, currentTarget } = event
    if (key === 'Escape') end(() => onCancel('stay'))
    else if (key === 'Enter') end(() => onSave(currentTarget.value, 'down'))
    else if (key === 'Tab') end(() => onSave(currentTarget.value, shiftKey ? 'left' : 'right'))
    else return
    event.preventDefault()
  }

  if (field === 'locale')
    return (
      <div ref={focusOnMount} className="-mx-1">
        <Select
          className="h-8 ps-2"
          aria-label={label}
          defaultValue={LOCALES.find(locale => locale === value) ?? ''}
          onKeyDown={press}
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
      </div>
    )
  return (
    <div ref={typed === null ? focusOnMount : focusBehind} className="-mx-1">
      <Input
        className="h-8 px-2"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        defaultValue={typed ?? value}
        onKeyDown={press}
        onBlur={event => end(() => onSave(event.target.value, 'leave'))}
      />
    </div>
  )
}

/** Behind the letter that was typed already, so that the next one follows it. */
function focusBehind(node: HTMLElement | null): void {
  const input = node?.querySelector('input')
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}
