import type { ImportField, ImportValues, RowProblem } from '#lib/imports/contract.ts'

export type NumberedValues = { row: number; values: ImportValues }

/** Of a value that stands everywhere, a person needs no list of all lines. */
const OTHERS_MAX = 10
export const SHOWN_MAX = OTHERS_MAX + 1

/** What no two rows may share. */
export const UNIQUE_FIELDS = ['email', 'mitarbeiternummer'] as const
export type UniqueField = (typeof UNIQUE_FIELDS)[number]

/** By line: which of its unique fields stand in another line too, and in which. */
export function findTwice(rows: readonly NumberedValues[]): Map<number, RowProblem[]> {
  const problems = new Map<number, RowProblem[]>()
  for (const field of UNIQUE_FIELDS) {
    for (const lines of groupByValue(rows, field)) {
      if (lines.length < 2) continue
      const shown = lines.slice(0, SHOWN_MAX)
      for (const row of lines) problems.set(row, [...(problems.get(row) ?? []), toTwice(field, shown, row)])
    }
  }
  return problems
}

/** `shown`: the first `SHOWN_MAX` lines with the same value, one of which may be the row itself. */
export function toTwice(field: UniqueField, shown: readonly number[], row: number): RowProblem {
  const rows = shown.filter(other => other !== row).slice(0, OTHERS_MAX)
  return { field, code: 'twice_in_file', rows }
}

function groupByValue(rows: readonly NumberedValues[], field: ImportField): Iterable<number[]> {
  const lines = new Map<string, number[]>()
  for (const { row, values } of rows) {
    const key = toKey(field, values[field])
    if (key === '') continue
    const present = lines.get(key)
    if (present) present.push(row)
    else lines.set(key, [row])
  }
  return lines.values()
}

/** As the service compares: e-mails without regard to letter case, numbers exactly. */
export function toKey(field: ImportField, value: string): string {
  return field === 'email' ? value.toLowerCase() : value
}
