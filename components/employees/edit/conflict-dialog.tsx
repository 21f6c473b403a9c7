'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { languageLabel } from '#lib/i18n/service-words.ts'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { type EditableField, toFieldText } from './employee-values.ts'

export type Decision = 'mine' | 'theirs'

export type Conflict = {
  /** The employee as the user saw the record. */
  employee: Employee
  changes: EmployeeUpdate
  /** The employee as the service has the record now. */
  current: Employee
  /** Null postpones the decision. */
  decide: (keep: Decision | null) => void
}

/**
 * Shows both values side by side after another user changed the same field first; the user decides. Escape postpones
 * the decision and loses nothing.
 */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const t = useTranslations('employees')
  const { employee, changes, current, decide } = conflict
  const fields = CHANGEABLE_FIELDS.filter(field => field in changes && current[field] !== employee[field])

  function toWords(record: Parameters<typeof toFieldText>[0], field: EditableField): string {
    return field === 'locale'
      ? languageLabel(record.locale ?? null, language => t(`locales.${language}`))
      : toFieldText(record, field)
  }

  return (
    <Dialog
      open
      onOpenChange={() => decide(null)}
      title={t('conflict.title', { person: toPersonName(employee) })}
      description={t('conflict.text')}
      footer={
        <>
          <Button onClick={() => decide('theirs')}>{t('conflict.theirs')}</Button>
          <Button variant="primary" onClick={() => decide('mine')}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 px-5 py-2 pb-5">
        {fields.map(field => (
          <section key={field} aria-label={t(`columns.${field}`)} className="grid gap-2">
            <h3 className="text-muted text-sm">{t(`columns.${field}`)}</h3>
            <dl className="grid grid-cols-2 gap-2 [&>div]:rounded-md [&>div]:px-3 [&>div]:py-2 [&_dt]:text-muted [&_dt]:text-xs">
              <div className="bg-sunken">
                <dt>{t('conflict.there')}</dt>
                <dd className="break-words">
                  <UserText>{toWords(current, field)}</UserText>
                </dd>
              </div>
              <div className="bg-accent-soft">
                <dt>{t('conflict.yours')}</dt>
                <dd className="break-words">
                  <UserText>{toWords(changes, field)}</UserText>
                </dd>
              </div>
            </dl>
            <p className="text-muted text-sm">{t('conflict.before', { value: toWords(employee, field) })}</p>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
