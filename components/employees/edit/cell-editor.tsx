'use client'

import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { focusOnMount } from '#components/ui/focus-on-mount.ts'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { type Employee, LOCALES } from '#lib/portrait-api/contract.ts'
import type { EditableField } from './editable-field.ts'
import { type CellClosed, useCellForm } from './use-cell-form.ts'

type CellEditorProps = {
  employee: Employee
  field: EditableField
  onClose: (closed: CellClosed) => void
}

/** The form field of one cell. Enter saves, Escape restores, leaving saves; a refused value stays with its reason. */
export default function CellEditor({ employee, field, onClose }: CellEditorProps) {
  const t = useTranslations('employees')
  const noteId = useId()
  const cell = useCellForm({ employee, field, onClose })
  const control = {
    'aria-label': t('edit.input', cell.names),
    'aria-invalid': cell.reason ? true : undefined,
    'aria-describedby': noteId,
  } as const

  function submit(event: FormEvent) {
    event.preventDefault()
    cell.submit()
  }

  function restoreOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) cell.restore()
  }

  function submitOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter') submit(event)
    else restoreOnEscape(event)
  }

  return (
    <form
      noValidate
      ref={cell.formRef}
      onSubmit={submit}
      className="relative -mx-2 py-1.5 max-sm:mx-0 max-sm:py-1"
    >
      <div ref={focusOnMount} className="relative">
        {field === 'locale' ? (
          <Select
            className="h-8 ps-2"
            onKeyDown={submitOnEnter}
            {...cell.form.register('value', { setValueAs: toLocale, onBlur: cell.leave })}
            {...control}
          >
            <option value="">{t('locales.none')}</option>
            {LOCALES.map(locale => (
              <option key={locale} value={locale}>
                {t(`locales.${locale}`)}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            className={cell.saving ? 'h-8 ps-2 pe-7' : 'h-8 px-2'}
            type={field === 'email' ? 'email' : 'text'}
            autoComplete="off"
            spellCheck={false}
            readOnly={cell.saving}
            onKeyDown={restoreOnEscape}
            {...cell.form.register('value', { onBlur: cell.leave })}
            {...control}
          />
        )}
        {cell.saving && <Spinner className="absolute end-2 top-2 text-muted" />}
      </div>
      <div id={noteId}>
        <p role="alert" className="px-2 pt-1 text-danger text-xs empty:hidden">
          {cell.reason}
        </p>
        {!cell.reason && (
          <p className="absolute z-10 w-max rounded-md bg-text px-2 py-0.5 text-surface text-xs shadow-high max-table:sr-only">
            {cell.saving ? t('edit.saving') : t('edit.hint')}
          </p>
        )}
      </div>
    </form>
  )
}

function toLocale(text: string): string | null {
  return text === '' ? null : text
}
