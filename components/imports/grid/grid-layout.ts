import { type GridLine, hasNotes } from './grid-line.ts'

export const LINE_PX = 40
const LINE_WITH_NOTES_PX = 60

/** Which rows stand below each other, and how high they are. */
export type GridLayout = { rows: readonly number[]; heights: readonly number[] }

/** The one before, when it is still true: then nothing has to be measured and moved. */
export function toLayout(lines: readonly GridLine[], before?: GridLayout): GridLayout {
  const rows = lines.map(({ source }) => source.row)
  const heights = lines.map(line => (hasNotes(line) ? LINE_WITH_NOTES_PX : LINE_PX))
  return before && isEqual(rows, before.rows) && isEqual(heights, before.heights) ? before : { rows, heights }
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
