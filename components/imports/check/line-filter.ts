import type { ProblemCode } from '#lib/imports/contract.ts'
import { type GridLine, isFaulty, type LineKind, toLineKind } from '../grid/grid-line.ts'

/** Which lines are shown: all, those of one kind, all that need a hand, all with one problem, or only those kept in sight. */
export type LineFilter = 'all' | 'faulty' | 'warned' | 'kept' | LineKind | `problem:${ProblemCode}`

export type LineCounts = {
  kinds: Map<LineKind, number>
  problems: Map<ProblemCode, number>
  faulty: number
  warned: number
}

export function filterLines(lines: readonly GridLine[], filter: LineFilter): readonly GridLine[] {
  if (filter === 'all') return lines
  return lines.filter(line => {
    if (filter === 'faulty') return isFaulty(line)
    if (filter === 'kept') return false
    if (filter === 'warned') return isWarned(line)
    if (filter.startsWith('problem:')) return listCodes(line).has(filter.slice('problem:'.length))
    return toLineKind(line) === filter
  })
}

export function countLines(lines: readonly GridLine[]): LineCounts {
  const counts: LineCounts = { kinds: new Map(), problems: new Map(), faulty: 0, warned: 0 }
  for (const line of lines) {
    add(counts.kinds, toLineKind(line))
    if (isFaulty(line)) counts.faulty++
    if (isWarned(line)) counts.warned++
    for (const code of new Set(listProblems(line).map(({ code }) => code))) add(counts.problems, code)
  }
  return counts
}

function isWarned(line: GridLine): boolean {
  return listProblems(line).some(({ warning }) => warning)
}

function listProblems({ source, checked }: GridLine) {
  return source.excluded ? [] : checked.problems
}

function listCodes(line: GridLine): Set<string> {
  return new Set(listProblems(line).map(({ code }) => code))
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
