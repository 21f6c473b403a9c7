'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/live-region.tsx'
import type { ImportField, ImportPerson } from '#lib/imports/contract.ts'
import type { ImportResultRow } from '#lib/imports/import-contract.ts'
import { type GridLine, isFaulty } from '../grid/grid-line.ts'
import { countLines, filterLines, type LineFilter } from './line-filter.ts'
import { useGridLines } from './use-grid-lines.ts'
import { useRowEdits } from './use-row-edits.ts'

type Table = { importId: string; rows: readonly ImportResultRow[]; people: readonly ImportPerson[] }

export type ImportTableState = ReturnType<typeof useImportTable>

/** The list as a person works on it: its lines, which of them are shown, edits, and what shall be sent. */
export function useImportTable({ importId, rows, people }: Table) {
  const t = useTranslations('imports.check')
  const edits = useRowEdits(importId, rows)
  const [updates, setUpdates] = useState<ReadonlySet<number>>(new Set())
  const [filter, setFilter] = useState<LineFilter>('all')
  /** A line that was mended stays in sight until the person looks for something else. */
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const { lines, check } = useGridLines(edits.rows, people, updates)
  const counts = useMemo(() => countLines(lines), [lines])
  const shown = useMemo(() => {
    const found = new Set(filterLines(lines, filter))
    return filter === 'all' ? lines : lines.filter(line => found.has(line) || kept.has(line.source.row))
  }, [lines, filter, kept])
  const changed = lines.filter(({ checked, updated }) => updated && checked.kind === 'different')

  function show(next: LineFilter) {
    setFilter(next)
    setKept(new Set())
  }

  /** Shows these lines and no others. */
  function keep(rows: readonly number[]) {
    setFilter('kept')
    setKept(new Set(rows))
  }

  function take(chosen: readonly GridLine[], taken: boolean) {
    const different = chosen.filter(({ checked }) => checked.kind === 'different')
    const others = chosen.filter(
      ({ checked, source }) => checked.kind !== 'different' && source.excluded === taken,
    )
    if (different.length > 0) {
      const rows = different.map(({ source }) => source.row)
      setUpdates(new Set(taken ? [...updates, ...rows] : [...updates].filter(row => !rows.includes(row))))
    }
    if (others.length > 0) edits.edit(others.map(({ source }) => ({ row: source.row, excluded: !taken })))
    setKept(new Set([...kept, ...chosen.map(({ source }) => source.row)]))
    if (chosen.length > 1) announce(t(taken ? 'announceTaken' : 'announceLeft', { count: chosen.length }))
  }

  function save({ source: { row } }: GridLine, field: ImportField, value: string) {
    setKept(new Set([...kept, row]))
    edits.edit([{ row, values: { [field]: value } }])
  }

  return {
    edits,
    lines,
    shown,
    counts,
    check,
    filter,
    show,
    keep,
    take,
    save,
    plan: {
      create: check.summary.new,
      update_rows: changed.map(({ source }) => source.row),
      reinvited: changed.filter(({ checked }) => checked.resends_invitation).length,
    },
    different: lines.filter(({ checked, source }) => checked.kind === 'different' && !source.excluded),
    faulty: lines.filter(isFaulty),
  }
}
