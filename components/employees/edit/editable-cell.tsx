'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckIcon } from '#components/ui/icons.ts'
import { Spinner } from '#components/ui/spinner.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { CellEditor, NotSaved } from './cell-editor.tsx'
import type { Cell } from './cells.ts'
import { type EditableField, toFieldText } from './employee-values.ts'
import type { Unsaved } from './kept-schemas.ts'
import { findDraft, isSaving } from './unsaved.ts'

type EditableCellProps = {
  employee: Employee
  field: EditableField
  /** Set when this cell is being edited. */
  open: Cell | undefined
  unsaved: Unsaved | undefined
  /** True when this cell was saved last. */
  saved: boolean
  /** Content of the cell while it is not being edited. */
  children: ReactNode
}

/**
 * Returns the id of the description of a cell with an unsaved value. The description contains the value, so the
 * cell's own text omits it.
 */
export function noteIdOf(employeeId: number, field: EditableField): string {
  return `note-${employeeId}-${field}`
}

/** A value that is being edited in place, being saved, just saved, or refused with the reason. */
export function EditableCell({ employee, field, open, unsaved, saved, children }: EditableCellProps) {
  const t = useTranslations('employees')
  const reason = unsaved && !isSaving(unsaved) ? (unsaved.reason ?? t('edit.interrupted')) : null

  function toShown(text: string): ReactNode {
    if (field !== 'locale') return <UserText>{text}</UserText>
    return text === 'de' || text === 'en' ? t(`locales.${text}`) : t('locales.none')
  }

  if (open) {
    const begun = findDraft(employee.id, field) ?? unsaved
    const text = begun?.text ?? toFieldText(employee, field)
    return (
      <CellEditor
        employee={employee}
        field={field}
        text={text}
        reason={text === unsaved?.text ? reason : null}
        shown={begun?.shown}
      />
    )
  }
  const check = (
    <Icon
      of={CheckIcon}
      className="-my-0.5 relative z-1 sm:ms-auto -me-1 size-5 shrink-0 animate-fade-away rounded-sm bg-positive-soft p-0.5 text-positive [--lasts:1.8s]"
    />
  )
  const notSaved =
    reason === null ? (
      <Waits said={t('edit.notSentYet')} />
    ) : (
      <Icon of={AlertIcon} className="size-4 shrink-0 text-danger" />
    )
  return (
    <>
      <Marked mark={unsaved ? notSaved : saved && check}>{unsaved ? toShown(unsaved.text) : children}</Marked>
      {reason !== null && (
        <span id={noteIdOf(employee.id, field)} aria-hidden="true" className="cell-note text-danger text-xs">
          <NotSaved reason={unsaved?.reason ?? null} />
        </span>
      )}
    </>
  )
}

function Marked({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      <span className="truncate max-sm:whitespace-normal">{children}</span>
      {mark}
    </span>
  )
}

/** Spinner shown until the desk answers. */
function Waits({ said }: { said: string | undefined }) {
  return (
    <>
      <Spinner className="shrink-0 text-muted" />
      <span className="sr-only">{said}</span>
    </>
  )
}
