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

/** One line of the grid: what the file says, what that means, and what has become of it. */
export type GridLine = {
  source: ImportRow
  checked: CheckedRow
  /** Whether its changes are to be made; only for `different` lines. */
  updated: boolean
  /** What has become of it, once the import was sent. */
  outcome: RowOutcome | null
}

/** `checked`: nothing for a row that is over. What the service had against a row stays beside what the check says, unless that is the same. */
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

/** In the order in which they are listed. */
export const LINE_KINDS = [...ROW_KINDS, ...ROW_OUTCOMES] as const
export type LineKind = RowKind | RowOutcome

/** The one word for a line. What has become of it outranks what was meant with it, unless the button would send it now. */
export function toLineKind(line: GridLine): LineKind {
  const { outcome, checked } = line
  return outcome === 'not_sent' && isSendable(line) ? checked.kind : (outcome ?? checked.kind)
}

/** Whether the button would send it now. */
export function isSendable({ checked, updated }: GridLine): boolean {
  return checked.kind === 'new' || (checked.kind === 'different' && updated)
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

/** Whether a line needs room below its values, for what they would replace. Decides its height, so it must be exact. */
export function isTall(line: GridLine): boolean {
  return !line.source.excluded && isOpenRow(line) && line.checked.kind === 'different'
}

type CellChange = { from: string; to: string }

export function changeOf(line: GridLine, field: ImportField): CellChange | undefined {
  return isOpenRow(line) && line.checked.kind === 'different' ? line.checked.changes?.[field] : undefined
}

export const LINE_PX = 40
const TALL_LINE_PX = 60

/** Which rows stand below each other, and how high they are. */
export type GridLayout = { rows: readonly number[]; heights: readonly number[] }

export type CellEdit = { row: number; values: Partial<ImportValues> }

/** Where the lines of the grid come from, and what is done with them; always the same object, whatever it holds. */
export type GridList = {
  getState(): { shown: readonly GridLine[]; layout: GridLayout }
  take(lines: readonly GridLine[], taken: boolean): number
  /** Answers how many came along. */
  takeAll(lines: readonly GridLine[]): number
  /** Answers what takes exactly this back. */
  edit(edits: readonly CellEdit[]): () => number[]
  /** Takes the last thing back, and answers the rows that are different now. */
  undo(): number[]
}

/** The one before, when it is still true: then nothing has to be measured and moved. */
export function toLayout(lines: readonly GridLine[], before?: GridLayout): GridLayout {
  const rows = lines.map(({ source }) => source.row)
  const heights = lines.map(line => (isTall(line) ? TALL_LINE_PX : LINE_PX))
  return before && isEqual(rows, before.rows) && isEqual(heights, before.heights) ? before : { rows, heights }
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
