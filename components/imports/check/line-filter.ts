import type { ProblemCode } from '#lib/contracts/import-rows.ts'
import type { RowOutcome } from '#lib/contracts/imports.ts'
import { isQuestion } from '#lib/imports/check/match-person.ts'
import { type GridLine, isFaulty, type LineKind, toLineKind } from '../grid/grid-line.ts'

/**
 * Filter of the visible lines: all, one kind, lines that need attention, lines with one problem, or only those kept
 * visible.
 */
export type LineFilter = 'all' | 'faulty' | 'warned' | 'kept' | LineKind | `problem:${ProblemCode}`

export type LineCounts = {
  kinds: Map<LineKind, number>
  /** Number of lines by outcome; lines corrected since then count as not sent. */
  outcomes: Map<RowOutcome, number>
  problems: Map<ProblemCode, number>
  faulty: number
  /** Faulty lines that the service has refused. */
  refused: number
  warned: number
  /** Lines whose arrival is unknown, but whose employees are in the project with the same values. */
  arrived: number
  /** Lines that differ from the project, whether they are included or not. */
  different: number
  /** Differing lines that need a decision (`isQuestion`): they are included one by one only. */
  questions: number
}

/** `kept`: rows that are shown regardless of the filter. */
export function filterLines(
  lines: readonly GridLine[],
  filter: LineFilter,
  kept: ReadonlySet<number> = new Set(),
): readonly GridLine[] {
  if (filter === 'all') return lines
  return lines.filter(line => kept.has(line.source.row) || isMeant(line, filter))
}

export function countLines(lines: readonly GridLine[]): LineCounts {
  const counts: LineCounts = {
    ...{ kinds: new Map(), outcomes: new Map(), problems: new Map() },
    ...{ faulty: 0, refused: 0, warned: 0, arrived: 0, different: 0, questions: 0 },
  }
  for (const line of lines) countLine(counts, line, 1)
  return counts
}

/** `by`: 1 adds a line to the count, -1 removes it. */
export function countLine(counts: LineCounts, line: GridLine, by: 1 | -1): void {
  add(counts.kinds, toLineKind(line), by)
  add(counts.outcomes, line.outcome ?? 'not_sent', by)
  if (isFaulty(line)) {
    counts.faulty += by
    if (line.outcome === 'refused') counts.refused += by
  }
  if (isWarned(line)) counts.warned += by
  if (line.outcome === 'unknown' && line.checked.kind === 'equal') counts.arrived += by
  if (line.checked.kind === 'different') {
    counts.different += by
    if (isQuestion(line.checked)) counts.questions += by
  }
  const problems = listProblems(line)
  if (problems.length > 0)
    for (const code of new Set(problems.map(({ code }) => code))) add(counts.problems, code, by)
}

export function copyCounts(counts: LineCounts): LineCounts {
  const { kinds, outcomes, problems } = counts
  return { ...counts, kinds: new Map(kinds), outcomes: new Map(outcomes), problems: new Map(problems) }
}

function isMeant(line: GridLine, filter: Exclude<LineFilter, 'all'>): boolean {
  if (filter === 'faulty') return isFaulty(line)
  if (filter === 'kept') return false
  if (filter === 'warned') return isWarned(line)
  if (filter.startsWith('problem:'))
    return listProblems(line).some(({ code }) => code === filter.slice('problem:'.length))
  return toLineKind(line) === filter
}

function isWarned(line: GridLine): boolean {
  return listProblems(line).some(({ warning }) => warning)
}

function listProblems({ source, checked }: GridLine) {
  return source.excluded ? [] : checked.problems
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
