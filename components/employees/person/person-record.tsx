'use client'

import { useTranslations } from 'use-intl/react'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { PERSON_FIELDS } from './person-values.ts'

/** The five fields for who may look but not change. */
export function PersonRecord({ employee }: { employee: Employee }) {
  const t = useTranslations('employees')
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {PERSON_FIELDS.map(field => (
        <div key={field} className="min-w-0">
          <dt className="text-muted text-sm">{t(`columns.${field}`)}</dt>
          <dd className="break-words">
            {field === 'locale' ? (
              t(`locales.${employee.locale ?? 'none'}`)
            ) : (
              <ForeignText>{employee[field]}</ForeignText>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
