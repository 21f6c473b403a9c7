'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { languageLabel, portraitStatusLabel } from '#lib/i18n/service-words.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

export type RowWords = {
  select: (employee: Employee) => string
  open: (employee: Employee) => string
  status: (employee: Employee) => string
  language: (employee: Employee) => string
  languageHead: string
  never: string
}

/** Creates the labels of all rows from one translator: a translator for each row costs a page as much as a column. */
export function useRowWords(): RowWords {
  const t = useTranslations('employees')
  const tPerson = useTranslations('person')
  return useMemo(
    () => ({
      select: employee => t('select', { person: toPersonName(employee) }),
      open: employee => tPerson('open', { person: toPersonName(employee) }),
      status: employee => portraitStatusLabel(employee, term => t(`statuses.${term}`)),
      language: ({ locale }) => languageLabel(locale, language => t(`locales.${language}`)),
      languageHead: t('columns.locale'),
      never: t('never'),
    }),
    [t, tPerson],
  )
}
