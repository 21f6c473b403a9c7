import { IMPORT_FIELDS, type ImportValues } from '#lib/contracts/import-rows.ts'
import type { ImportEdits, ImportResultRow } from '#lib/contracts/imports.ts'

export type RowEdit = ImportEdits['edits'][number]

/** An edit of a row, and the values before it. */
export type DoneEdit = { done: RowEdit; before: RowEdit }

/** Applies an edit. A corrected row counts as new: earlier problems no longer apply. */
export function applyEdit(
  row: ImportResultRow,
  { values, excluded = row.excluded, chosen_change = row.chosen_change }: RowEdit,
): ImportResultRow {
  if (!values) return { ...row, excluded, chosen_change }
  return {
    ...row,
    excluded,
    chosen_change,
    values: { ...row.values, ...definedValues(values) },
    outcome: null,
    problems: [],
  }
}

/** Merges two edits of the same row. */
export function mergeEdits(earlier: RowEdit | undefined, later: RowEdit): RowEdit {
  if (!earlier) return later
  const values = (earlier.values || later.values) && { ...earlier.values, ...later.values }
  return { ...earlier, ...later, ...(values && { values }) }
}

export function toDone({ row, values, excluded }: ImportResultRow, done: RowEdit): DoneEdit {
  const before: Partial<ImportValues> = {}
  for (const field of IMPORT_FIELDS) if (done.values?.[field] !== undefined) before[field] = values[field]
  return {
    done,
    before: {
      row,
      ...(done.values && { values: before }),
      ...(done.excluded !== undefined && { excluded }),
    },
  }
}

/** Returns the edit that undoes only values unchanged since; null when there are none. */
export function toUndo(
  { row, values, excluded }: ImportResultRow,
  { done, before }: DoneEdit,
): RowEdit | null {
  const back: Partial<ImportValues> = {}
  for (const field of IMPORT_FIELDS) {
    const was = before.values?.[field]
    if (was !== undefined && was !== values[field] && values[field] === done.values?.[field])
      back[field] = was
  }
  const isOther = before.excluded !== undefined && before.excluded !== excluded && excluded === done.excluded
  const hasValues = Object.keys(back).length > 0
  if (!hasValues && !isOther) return null
  return { row, ...(hasValues && { values: back }), ...(isOther && { excluded: before.excluded }) }
}

function definedValues(values: RowEdit['values'] = {}): Partial<ImportValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
