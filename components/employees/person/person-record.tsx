'use client'

import { useTranslations } from 'use-intl/react'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { sayLanguage } from '#lib/i18n/service-words.ts'
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
            <ForeignText>
              {field === 'locale'
                ? sayLanguage(employee.locale, language => t(`locales.${language}`))
                : employee[field]}
            </ForeignText>
          </dd>
        </div>
      ))}
    </dl>
  )
}
