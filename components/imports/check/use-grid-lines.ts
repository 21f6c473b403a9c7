'use client'

import { useDeferredValue, useMemo } from 'react'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import type { CheckedImport, CheckedRow } from '#lib/imports/check/checked-row.ts'
import type { ImportPerson } from '#lib/imports/contract.ts'
import { type ImportResultRow, isOpenRow } from '#lib/imports/import-contract.ts'
import type { GridLine } from '../grid/grid-line.ts'

type Checked = { lines: GridLine[]; check: CheckedImport }

/**
 * What each row means for the project, with the same rules as on the server. An edit shows before ten thousand rows are
 * checked anew: what the rows say is always the present, what is wrong with them follows.
 */
export function useGridLines(
  rows: readonly ImportResultRow[],
  people: readonly ImportPerson[],
  updates: ReadonlySet<number>,
): Checked {
  const settled = useDeferredValue(rows)
  const check = useMemo(() => checkRows(settled.filter(isOpenRow), people), [settled, people])
  const lines = useMemo(() => {
    const byRow = new Map(check.rows.map(checked => [checked.row, checked]))
    return rows.map(row => toLine(row, byRow.get(row.row), updates.has(row.row)))
  }, [rows, check, updates])
  return { lines, check }
}

function toLine(source: ImportResultRow, checked: CheckedRow | undefined, updated: boolean): GridLine {
  const { row, outcome, problems } = source
  if (!checked)
    return { source, outcome, updated: false, checked: { row, kind: 'equal', problems, input: null } }
  const told = source.outcome === 'refused' ? [...checked.problems, ...problems] : checked.problems
  return { source, outcome, updated, checked: { ...checked, problems: told } }
}
