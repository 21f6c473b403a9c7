'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import type { RowProblem } from '#lib/contracts/import-rows.ts'
import type { LineKind } from './grid-line.ts'
import { useProblemWords } from './use-problem-words.ts'

export type GridWords = ReturnType<typeof useGridWords>

/** Everything that a line says, made once for all lines: a hundred cells that each prepare their words scroll badly. */
export function useGridWords() {
  const t = useTranslations('imports.grid')
  const kinds = useTranslations('imports.kinds')
  const problem = useProblemWords()
  return useMemo(
    () => ({
      take: (row: number) => t('take', { row }),
      kind: (kind: LineKind) => kinds(kind),
      problems: (problems: readonly RowProblem[]) => problems.map(problem).join(' '),
      empty: t('empty'),
      was: (from: string, reinvited: boolean) =>
        t(reinvited ? 'wasReinvited' : 'was', { from: from || t('nothing') }),
    }),
    [t, kinds, problem],
  )
}
