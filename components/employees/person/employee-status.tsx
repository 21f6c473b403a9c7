'use client'

import { useTranslations } from 'use-intl/react'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { sayPortraitStatus } from '#lib/i18n/service-words.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'

/** Where somebody's photo stands: a word (the service's own, when the desk has none), and a mark that `repeated.css` draws. */
export function EmployeeStatus({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.statuses')
  const status = getPortraitStatus(employee)
  return (
    <span className={`status status-${status}`}>
      <ForeignText>{sayPortraitStatus(employee, t)}</ForeignText>
    </span>
  )
}
