'use client'

import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import type { ImportField, RowProblem } from '#lib/imports/contract.ts'
import { EMAIL_MAX, MITARBEITERNUMMER_MAX, NAME_MAX } from '#lib/portrait-api/contract.ts'

/** More lines than that are only counted. */
const ROWS_NAMED = 3

const MAX: Record<ImportField, number> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  email: EMAIL_MAX,
  mitarbeiternummer: MITARBEITERNUMMER_MAX,
  locale: 0,
}

/** Says what is wrong with a cell, in words of the person who has the list. */
export function useProblemWords(): (problem: RowProblem) => string {
  const t = useTranslations('imports.problems')
  const format = useFormatter()
  const say = useServiceReason()
  return useMemo(() => {
    return ({ code, field, reason, rows = [] }: RowProblem) => {
      if (code === 'refused') return reason ? say(field ?? '', reason) : t('refused')
      const named = format.list(rows.slice(0, ROWS_NAMED).map(String))
      return t(code, {
        field: field ?? 'other',
        max: field ? MAX[field] : 0,
        count: rows.length,
        rows: named,
        more: Math.max(0, rows.length - ROWS_NAMED),
      })
    }
  }, [t, format, say])
}
