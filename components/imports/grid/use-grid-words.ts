'use client'

import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { ImportField, RowProblem } from '#lib/contracts/import-rows.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import { isNotChosen, parseLanguage } from '#lib/imports/map/parse-language.ts'
import { toProblemWords } from '#lib/imports/problem-words.ts'
import type { LineKind } from './grid-line.ts'

export type GridWords = ReturnType<typeof useGridWords>

/** Creates every text of a line once for all lines: a hundred cells with their own translators scroll badly. */
export function useGridWords() {
  const t = useTranslations('imports.grid')
  const kinds = useTranslations('imports.kinds')
  const locales = useTranslations('imports.locales')
  const problem = useProblemWords()
  return useMemo(
    () => ({
      take: (row: number) => t('take', { row }),
      kind: (kind: LineKind) => kinds(kind),
      problems: (problems: readonly RowProblem[]) => problems.map(problem).join(' '),
      /** Returns the meaning of a cell: a language has one name, however the list writes it. */
      value: (field: ImportField, text: string) => {
        if (field !== 'locale') return text
        const language = isNotChosen(text) ? 'none' : parseLanguage(text)
        return language ? locales(language) : text
      },
      empty: t('empty'),
      was: (from: string, reinvited: boolean) =>
        t(reinvited ? 'wasReinvited' : 'was', { from: from || t('nothing') }),
    }),
    [t, kinds, locales, problem],
  )
}

/** Describes the problem of a cell in words for the owner of the list. */
function useProblemWords(): (problem: RowProblem) => string {
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
