'use client'

import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { RowProblem } from '#lib/contracts/import-rows.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import { toProblemWords } from '#lib/imports/problem-words.ts'

/** Says what is wrong with a cell, in words of the person who has the list. */
export function useProblemWords(): (problem: RowProblem) => string {
  const t = useTranslations('imports.problems')
  const format = useFormatter()
  const say = useServiceReason()
  return useMemo(() => {
    return (problem: RowProblem) => {
      const { code, field, reason } = problem
      if (code === 'refused' && reason) return say(field ?? '', reason)
      return t(
        code,
        toProblemWords(problem, rows => format.list(rows)),
      )
    }
  }, [t, format, say])
}
