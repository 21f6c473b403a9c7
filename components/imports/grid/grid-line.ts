import { type ImportField, type ImportRow, ROW_KINDS, type RowKind } from '#lib/contracts/import-rows.ts'
import { type ImportResultRow, isOpenRow, ROW_OUTCOMES, type RowOutcome } from '#lib/contracts/imports.ts'
import type { CheckedRow } from '#lib/imports/check/checked-row.ts'

/** One line of the grid: what the file says, what that means, and what has become of it. */
export type GridLine = {
  source: ImportRow
  checked: CheckedRow
  /** Whether its changes shall be made; only of `different` lines. */
  updated: boolean
  /** What has become of it, once the import was sent. */
  outcome: RowOutcome | null
}

/** `checked`: nothing for a row that is over. What the service had against a row stays beside what the check says. */
export function toLine(source: ImportResultRow, checked: CheckedRow | undefined, updated: boolean): GridLine {
  const { row, outcome, problems } = source
  if (!checked)
    return { source, outcome, updated: false, checked: { row, kind: 'equal', problems, input: null } }
  const told = outcome === 'refused' ? [...checked.problems, ...problems] : checked.problems
  return { source, outcome, updated, checked: { ...checked, problems: told } }
}

/** In the order in which they are listed. */
export const LINE_KINDS = [...ROW_KINDS, ...ROW_OUTCOMES] as const
export type LineKind = RowKind | RowOutcome

/** The one word for a line. What has become of it outranks what was meant with it. */
export function toLineKind({ outcome, checked }: GridLine): LineKind {
  return outcome ?? checked.kind
}

/** Whether the line comes along, or null when there is nothing to choose. */
export function isTaken(line: GridLine): boolean | null {
  const { source, checked, updated } = line
  if (!isOpenRow(line) || checked.kind === 'equal') return null
  return checked.kind === 'different' ? updated : !source.excluded
}

/** What must be mended, or left out, before the line can be sent. */
export function isFaulty({ source, checked }: GridLine): boolean {
  return !source.excluded && checked.problems.some(({ warning }) => !warning)
}

/** Whether a line needs room below its values. Decides its height, so it must be exact. */
export function hasNotes(line: GridLine): boolean {
  if (line.source.excluded) return false
  return line.checked.problems.length > 0 || (isOpenRow(line) && line.checked.kind === 'different')
}

type CellChange = { from: string; to: string }

export function changeOf(line: GridLine, field: ImportField): CellChange | undefined {
  return isOpenRow(line) && line.checked.kind === 'different' ? line.checked.changes?.[field] : undefined
}
