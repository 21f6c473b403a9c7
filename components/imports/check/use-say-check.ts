'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { announce, announceWhenCalm } from '#components/ui/announce.tsx'
import { type GridLine, isFaulty } from '../grid/grid-line.ts'
import { useGridWords } from '../grid/use-grid-words.ts'
import { compareChecks } from './compare-checks.ts'
import type { ImportTableState } from './use-import-table.ts'

/**
 * Announces the effect of a correction: the corrected row, a problem that another row has because of it, and the
 * number of problems left. After a filter change, announces the number of rows shown.
 */
export function useSayCheck({ lines, shown, filter, counts, lastChange }: ImportTableState): void {
  const t = useTranslations('imports.check')
  const words = useGridWords()
  const before = useRef({ lines, filter })

  useEffect(() => {
    const was = before.current
    before.current = { lines, filter }
    if (was.filter !== filter)
      announceWhenCalm('lines', t('shown', { shown: shown.length, total: lines.length }))
    const { corrected, newlyFaulty } = compareChecks(was.lines, lines)
    if (corrected.length === 0) return
    const said = [
      lastChange === 'undone' && t('said.undone'),
      formatCorrected(corrected),
      formatNewFaults(newlyFaulty),
      t('said.left', { count: counts.faulty }),
    ]
    announce(said.filter(Boolean).join(' '))
  })

  function formatCorrected([line, ...others]: readonly GridLine[]): string {
    if (!line) return ''
    if (others.length > 0) return t('said.changed', { count: others.length + 1 })
    const { row } = line.source
    return isFaulty(line)
      ? t('said.faulty', { row, problems: formatProblems(line) })
      : t('said.fine', { row })
  }

  function formatNewFaults([line, ...others]: readonly GridLine[]): string {
    if (!line) return ''
    if (others.length > 0) return t('said.newFaults', { count: others.length + 1 })
    return t('said.newFault', { row: line.source.row, problems: formatProblems(line) })
  }

  function formatProblems({ checked }: GridLine): string {
    return words.problems(checked.problems.filter(({ warning }) => !warning))
  }
}
