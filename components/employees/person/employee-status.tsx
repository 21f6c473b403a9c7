'use client'

import { useTranslations } from 'use-intl/react'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { getStanding } from '#lib/employees/standing.ts'
import { sayStanding } from '#lib/i18n/service-words.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** Where somebody's photo stands: a word (the service's own, when the desk has none), and a mark that `repeated.css` draws. */
export function EmployeeStatus({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.standings')
  const standing = getStanding(employee)
  return (
    <span className={`standing standing-${standing}`}>
      <ForeignText>{sayStanding(employee, t)}</ForeignText>
    </span>
  )
}
