'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { focusOnMount } from '#components/ui/browser/focus.ts'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { LOCALES, toKnownLocale } from '#lib/portrait-api/terms.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { CellNotes } from './cell-notes.tsx'
import { type CellEditorProps, useCellEditor } from './use-cell-editor.ts'

/** The form field of one cell. Enter saves, Tab saves and goes on, Escape restores, leaving saves. */
export default function CellEditor(props: CellEditorProps) {
  const { employee, field } = props
  const t = useTranslations('employees')
  const there = employee.locale
  const noteId = useId()
  const cell = useCellEditor(props)
  const control = {
    value: cell.text,
    'aria-label': t('edit.input', cell.names),
    'aria-invalid': cell.reason ? true : undefined,
    'aria-describedby': noteId,
    onKeyDown: cell.onKeyDown,
    onBlur: cell.leave,
  } as const

  return (
    <div ref={focusOnMount} className="relative -mx-2 max-sm:mx-0 max-sm:py-1">
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
          className="h-8 px-2"
          inputMode={field === 'email' ? 'email' : undefined}
          autoCapitalize={field === 'email' ? 'none' : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={event => cell.write(event.target.value)}
          {...control}
        />
      )}
      <div id={noteId} className="absolute top-full z-20 mt-1 w-max max-w-72 max-sm:static max-sm:w-auto">
        <CellNotes employee={employee} field={field} text={cell.text} reason={cell.reason} />
      </div>
    </div>
  )
}
