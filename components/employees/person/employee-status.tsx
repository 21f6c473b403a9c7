'use client'

import { useTranslations } from 'use-intl/react'
import { getStanding } from '#lib/employees/standing.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** Where somebody's photo stands: a word, and a mark that `repeated.css` draws. */
export function EmployeeStatus({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.standings')
  const standing = getStanding(employee)
  return <span className={`standing standing-${standing}`}>{t(standing)}</span>
}
