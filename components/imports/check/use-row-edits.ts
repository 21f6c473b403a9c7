'use client'

import { useRef, useState } from 'react'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { ImportValues } from '#lib/imports/contract.ts'
import { type ImportEdits, type ImportResultRow, importAnswer } from '#lib/imports/import-contract.ts'
import { paths } from '#lib/paths.ts'

export type RowEdit = ImportEdits['edits'][number]

/**
 * The rows as the person has mended them. Each edit shows at once and is kept on the server right behind: one call at a
 * time, with everything that has gathered meanwhile. What could not be kept stays and is sent with the next one.
 */
export function useRowEdits(importId: string, initial: readonly ImportResultRow[]) {
  const [rows, setRows] = useState(initial)
  const [problem, setProblem] = useState<DeskError | null>(null)
  const [saving, setSaving] = useState(false)
  const waiting = useRef(new Map<number, RowEdit>())
  const running = useRef<Promise<void>>(Promise.resolve())

  function edit(edits: readonly RowEdit[]) {
    const byRow = new Map(edits.map(change => [change.row, change]))
    setRows(rows.map(row => applyEdit(row, byRow.get(row.row))))
    for (const change of edits)
      waiting.current.set(change.row, merge(waiting.current.get(change.row), change))
    void save()
  }

  /** Resolves to whether everything is kept. */
  async function save(): Promise<boolean> {
    setSaving(true)
    running.current = running.current.then(saveWaiting)
    await running.current
    return waiting.current.size === 0
  }

  async function saveWaiting() {
    const edits = [...waiting.current.values()]
    if (edits.length === 0) return setSaving(false)
    waiting.current = new Map()
    try {
      await deskRequest(paths.api.import(importId, { rows: false }), importAnswer, {
        method: 'PATCH',
        body: { edits },
      })
      setProblem(null)
    } catch (thrown) {
      for (const change of edits)
        waiting.current.set(change.row, merge(change, waiting.current.get(change.row)))
      setProblem(toDeskError(thrown))
    }
    if (waiting.current.size === 0) setSaving(false)
  }

  return { rows, edit, save, problem, saving: saving && !problem, unsaved: saving || problem !== null }
}

export type RowEdits = ReturnType<typeof useRowEdits>

/** A row that was mended is as good as new: what was against it before says nothing any more. */
function applyEdit(row: ImportResultRow, change: RowEdit | undefined): ImportResultRow {
  if (!change) return row
  const values: ImportValues = { ...row.values, ...definedValues(change.values) }
  return {
    ...row,
    values,
    excluded: change.excluded ?? row.excluded,
    ...(change.values && { outcome: null, problems: [] }),
  }
}

function merge(earlier: RowEdit | undefined, later: RowEdit | undefined): RowEdit {
  if (!earlier || !later) return { row: 0, ...earlier, ...later }
  return {
    ...earlier,
    ...later,
    ...((earlier.values || later.values) && { values: { ...earlier.values, ...later.values } }),
  }
}

function definedValues(values: RowEdit['values'] = {}): Partial<ImportValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
