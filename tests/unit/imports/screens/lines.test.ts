import { describe, expect, test } from 'vitest'
import { countLines, filterLines } from '#components/imports/check/line-filter.ts'
import { type GridLine, isTaken, isTall, toLine, toLineKind } from '#components/imports/grid/grid-line.ts'
import type { RowKind, RowProblem } from '#lib/contracts/import-rows.ts'
import type { RowOutcome } from '#lib/contracts/imports.ts'

type Wanted = {
  row?: number
  kind?: RowKind
  excluded?: boolean
  updated?: boolean
  outcome?: RowOutcome | null
  problems?: RowProblem[]
}

function line(wanted: Wanted = {}): GridLine {
  const { row = 2, kind = 'new', excluded = false, updated = false, outcome = null, problems = [] } = wanted
  const values = { first_name: 'A', last_name: 'B', email: 'a@b.example', mitarbeiternummer: '', locale: '' }
  return {
    source: { row, cells: [], values, excluded },
    checked: { row, kind, problems, input: null },
    updated,
    outcome,
  }
}

const MISSING: RowProblem = { field: 'email', code: 'missing' }
const WARNING: RowProblem = { field: null, code: 'other_name', warning: true }

describe('lines that are sent', () => {
  test('a new line is sent unless it is excluded', () => {
    expect(isTaken(line())).toBe(true)
    expect(isTaken(line({ kind: 'excluded', excluded: true }))).toBe(false)
  })

  test('a changed line is sent only when it was accepted', () => {
    expect(isTaken(line({ kind: 'different' }))).toBe(false)
    expect(isTaken(line({ kind: 'different', updated: true }))).toBe(true)
  })

  test('a line is neither sent nor excluded when it has nothing to send', () => {
    expect(isTaken(line({ kind: 'equal' }))).toBeNull()
    expect(isTaken(line({ outcome: 'created' }))).toBeNull()
    expect(isTaken(line({ outcome: 'refused' }))).toBe(true)
  })
})

describe('lines', () => {
  const lines = [
    line({ row: 2 }),
    line({ row: 3, kind: 'invalid', problems: [MISSING] }),
    line({ row: 4, kind: 'different', problems: [WARNING] }),
    line({ row: 5, kind: 'excluded', excluded: true, problems: [MISSING] }),
    line({ row: 6, outcome: 'created' }),
  ]

  test('a line is counted once by its kind, and an excluded one has no faults', () => {
    const { kinds, problems, faulty, warned } = countLines(lines)
    expect(Object.fromEntries(kinds)).toEqual({ new: 1, invalid: 1, different: 1, excluded: 1, created: 1 })
    expect(Object.fromEntries(problems)).toEqual({ missing: 1, other_name: 1 })
    expect({ faulty, warned }).toEqual({ faulty: 1, warned: 1 })
  })

  test.each([
    ['all', [2, 3, 4, 5, 6]],
    ['faulty', [3]],
    ['warned', [4]],
    ['created', [6]],
    ['problem:missing', [3]],
    ['kept', []],
  ] as const)('the filter %s shows exactly the lines that it counts', (filter, rows) => {
    expect(filterLines(lines, filter).map(({ source }) => source.row)).toEqual(rows)
  })

  test('a line shows its outcome instead of its kind', () => {
    expect(lines.map(toLineKind)).toEqual(['new', 'invalid', 'different', 'excluded', 'created'])
  })

  test('a line that was not sent says so until the next sending includes it', () => {
    const outcome = 'not_sent'
    expect(toLineKind(line({ outcome, kind: 'invalid', problems: [MISSING] }))).toBe('not_sent')
    expect(toLineKind(line({ outcome, kind: 'different' }))).toBe('not_sent')
    expect(toLineKind(line({ outcome, kind: 'different', updated: true }))).toBe('different')
    expect(toLineKind(line({ outcome }))).toBe('new')
    const { outcomes } = countLines([...lines, line({ outcome }), line({ outcome, kind: 'invalid' })])
    expect(Object.fromEntries(outcomes)).toEqual({ created: 1, not_sent: 6 })
  })

  test('a line with an unknown outcome counts as arrived when its person matches', () => {
    const outcome = 'unknown'
    const { arrived } = countLines([
      ...lines,
      line({ outcome, kind: 'equal' }),
      line({ outcome }),
      line({ kind: 'equal' }),
    ])
    expect(arrived).toBe(1)
  })

  test('a problem found by both the check and the service is shown once', () => {
    const taken: RowProblem = { field: 'email', code: 'taken_by_other', employee_id: 7 }
    const refused: RowProblem = { field: 'email', code: 'refused', reason: 'No.' }
    const sent = { employee_id: null, mitarbeiternummer: null, invitation_resent: false }
    const source = { ...line().source, ...sent, outcome: 'refused' as const, problems: [taken, refused] }
    const checked = { ...line({ kind: 'conflict' }).checked, problems: [taken] }
    expect(toLine(source, checked, false).checked.problems).toEqual([taken, refused])
  })

  test('a line is higher exactly when a note is below a value', () => {
    expect(lines.map(isTall)).toEqual([false, false, true, false, false])
  })
})
