'use client'

import { type KeyboardEvent, lazy, type ReactNode, startTransition, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { focusOnMount } from '#components/ui/focus-on-mount.ts'
import { CheckIcon, PencilIcon } from '#components/ui/icons.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type EditableField, toFieldText } from './editable-field.ts'
import { cellId } from './focus-targets.ts'

type EditableCellProps = {
  employee: Employee
  field: EditableField
  /** What the cell shows while nobody edits it. */
  children: ReactNode
}

const loadEditor = () => import('./cell-editor.tsx')
const CellEditor = lazy(loadEditor)

const VIEWING = { editing: false, refocus: false, saved: false }

/**
 * A value that becomes a form field when pressed (click, Enter, F2), and a value again when it is saved or left. The
 * field's code comes when a person first points at a value or reaches it by key; until it is here the value stays.
 */
export function EditableCell({ employee, field, children }: EditableCellProps) {
  const t = useTranslations('employees')
  const [state, setState] = useState(VIEWING)

  function edit() {
    startTransition(() => setState({ ...VIEWING, editing: true }))
  }

  function editOnF2(event: KeyboardEvent) {
    if (event.key === 'F2') edit()
  }

  if (state.editing)
    return (
      <CellEditor
        employee={employee}
        field={field}
        onClose={({ saved, refocus }) => setState({ editing: false, refocus, saved })}
      />
    )
  return (
    <button
      id={cellId(employee.id, field)}
      type="button"
      ref={state.refocus ? focusOnMount : undefined}
      onClick={edit}
      onPointerEnter={() => void loadEditor()}
      onFocus={() => void loadEditor()}
      onKeyDown={editOnF2}
      aria-label={t('edit.cell', {
        field: t(`columns.${field}`),
        person: `${employee.first_name} ${employee.last_name}`,
        value: field === 'locale' ? t(`locales.${employee.locale ?? 'none'}`) : toFieldText(employee, field),
      })}
      className="group/cell relative -mx-2 flex h-8 w-[calc(100%+1rem)] items-center rounded-md px-2 text-start inset-ring-line transition-colors hover:bg-panel hover:inset-ring focus-visible:outline-offset-0 max-sm:mx-0 max-sm:-ms-1.5 max-sm:h-6 max-sm:w-auto max-sm:min-w-7 max-sm:max-w-[calc(100%+0.375rem)] max-sm:px-1.5"
    >
      <span className="truncate">{children}</span>
      <PencilIcon className="absolute end-1.5 size-5 rounded-sm bg-panel p-0.5 text-muted opacity-0 group-hover/cell:opacity-100" />
      {state.saved && (
        <CheckIcon className="absolute end-1.5 size-5 animate-fade-away rounded-sm bg-positive-soft p-0.5 text-positive" />
      )}
    </button>
  )
}
