import {
  type ImportField,
  type ImportRow,
  type ImportValues,
  ROW_KINDS,
  type RowKind,
  type RowProblem,
} from '#lib/contracts/import-rows.ts'
import { type ImportResultRow, isOpenRow, ROW_OUTCOMES, type RowOutcome } from '#lib/contracts/imports.ts'
import type { CheckedRow } from '#lib/imports/check/checked-row.ts'

/** One line of the grid: the values of the file, the check's result, and the outcome of sending. */
export type GridLine = {
  source: ImportRow
  checked: CheckedRow
  /** True when its changes are to be sent; only for `different` lines. */
  updated: boolean
  /** Outcome of the line, once the import was sent. */
  outcome: RowOutcome | null
}

/**
 * Returns the line of a row. `checked`: undefined for a finished row. The service's refusals are kept next to the
 * problems of the check, without duplicates.
 */
export function toLine(source: ImportResultRow, checked: CheckedRow | undefined, updated: boolean): GridLine {
  const { row, outcome, problems } = source
  if (!checked)
    return { source, outcome, updated: false, checked: { row, kind: 'equal', problems, input: null } }
  if (outcome !== 'refused') return { source, outcome, updated, checked }
  const isSaid = (of: RowProblem) =>
    checked.problems.some(({ code, field }) => code === of.code && field === of.field)
  const told = [...checked.problems, ...problems.filter(problem => !isSaid(problem))]
  return { source, outcome, updated, checked: { ...checked, problems: told } }
}

/** In display order. */
export const LINE_KINDS = [...ROW_KINDS, ...ROW_OUTCOMES] as const
export type LineKind = RowKind | RowOutcome

/**
 * Returns the kind of a line. Its outcome takes precedence over the check, unless the button would send the line now.
 */
export function toLineKind(line: GridLine): LineKind {
  const { outcome, checked } = line
  return outcome === 'not_sent' && isSendable(line) ? checked.kind : (outcome ?? checked.kind)
}

/** True when the button would send the line now. */
export function isSendable({ checked, updated }: GridLine): boolean {
  return checked.kind === 'new' || (checked.kind === 'different' && updated)
}

/** True when the line is included; null when there is no choice. */
export function isTaken(line: GridLine): boolean | null {
  const { source, checked, updated } = line
  if (!isOpenRow(line) || checked.kind === 'equal') return null
  return checked.kind === 'different' ? updated : !source.excluded
}

/** True when the line must be corrected, or left out, before it can be sent. */
export function isFaulty({ source, checked }: GridLine): boolean {
  return !source.excluded && checked.problems.some(({ warning }) => !warning)
}

/**
 * True when a line needs room below its values for the values they would replace. Decides the height of the line, so
 * it must be exact.
 */
export function isTall(line: GridLine): boolean {
  return !line.source.excluded && isOpenRow(line) && line.checked.kind === 'different'
}

type CellChange = { from: string; to: string }

export function changeOf(line: GridLine, field: ImportField): CellChange | undefined {
  return isOpenRow(line) && line.checked.kind === 'different' ? line.checked.changes?.[field] : undefined
}

export const LINE_PX = 40
const TALL_LINE_PX = 60

/** The rows in display order, and their heights. */
export type GridLayout = { rows: readonly number[]; heights: readonly number[] }

export type CellEdit = { row: number; values: Partial<ImportValues> }

/** Source of the grid's lines, and their commands; always the same object, whatever it contains. */
export type GridList = {
  getState(): { shown: readonly GridLine[]; layout: GridLayout }
  take(lines: readonly GridLine[], taken: boolean): number
  /** Returns the number of lines that are now included. */
  takeAll(lines: readonly GridLine[]): number
  /** Returns a function that undoes exactly these edits. */
  edit(edits: readonly CellEdit[]): () => number[]
  /** Undoes the last edit and returns the rows that changed. */
  undo(): number[]
}

/** Returns the previous layout if it is unchanged: then nothing has to be measured and moved. */
export function toLayout(lines: readonly GridLine[], before?: GridLayout): GridLayout {
  const rows = lines.map(({ source }) => source.row)
  const heights = lines.map(line => (isTall(line) ? TALL_LINE_PX : LINE_PX))
  return before && isEqual(rows, before.rows) && isEqual(heights, before.heights) ? before : { rows, heights }
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
