'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { AlertIcon, MailIcon, WarningIcon } from '#components/ui/icons.ts'
import { findUnusual } from '#lib/employees/unusual-email.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { findInvisible } from '#lib/text/invisible.ts'
import type { EditableField } from './editable-field.ts'
import { foretellMail } from './foretell-mail.ts'
import { useTaken } from './use-taken.ts'

type CellNotesProps = { employee: Employee; field: EditableField; text: string; reason: string | null }

/** What a person should know before they save: why not, whose it is already, what mail goes out, which keys do what. */
export function CellNotes({ employee, field, text, reason }: CellNotesProps) {
  const t = useTranslations('employees.edit')
  const holder = useTaken({ projectId: employee.project_id, employee, field, text })
  const invisible = findInvisible(text)
  const unusual = field === 'email' && text !== employee.email ? findUnusual(text) : null
  const mail = field === 'email' ? foretellMail(employee, text) : null
  return (
    <div className="grid gap-1.5 rounded-md bg-raised px-2.5 py-2 text-xs shadow-high max-sm:bg-transparent max-sm:px-0 max-sm:shadow-none">
      <Note role="alert" icon={<AlertIcon className="size-3.5 text-danger" />} className="text-danger">
        {reason}
      </Note>
      <Note role="status" icon={<WarningIcon className="size-3.5 text-warning" />}>
        {holder && t(field === 'email' ? 'emailTaken' : 'numberTaken', { person: holder })}
      </Note>
      <Note role="status" icon={<WarningIcon className="size-3.5 text-warning" />}>
        {invisible.length > 0 && t('invisible', { codes: invisible.join(', ') })}
      </Note>
      <Note role="status" icon={<WarningIcon className="size-3.5 text-warning" />}>
        {unusual && t(`unusual.${unusual}`)}
      </Note>
      <Note role="status" icon={<MailIcon className="size-3.5 text-accent-text" />}>
        {mail && t(`mail.${mail}`)}
      </Note>
      <p className="text-muted max-table:sr-only">{t('hint')}</p>
    </div>
  )
}

type NoteProps = { role: 'alert' | 'status'; icon: ReactNode; className?: string; children: ReactNode }

/** It is there before it says something: a region that comes with its text stays mute. */
function Note({ role, icon, className = '', children }: NoteProps) {
  return (
    <p role={role} className={`flex gap-1.5 empty:hidden ${className}`}>
      {children && icon}
      {children}
    </p>
  )
}
