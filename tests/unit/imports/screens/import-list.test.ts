import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareChecks } from '#components/imports/check/compare-checks.ts'
import { ImportList, type ListState } from '#components/imports/check/import-list.ts'
import { countLines, type LineFilter } from '#components/imports/check/line-filter.ts'
import type { RowEdit } from '#components/imports/check/row-edits.ts'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import type { ImportResultRow } from '#lib/contracts/imports.ts'

const KNOWN: ImportPerson = {
  id: 1,
  first_name: 'Anna',
  last_name: 'Müller',
  email: 'anna@x.example',
  mitarbeiternummer: '001',
  locale: 'de',
  invited_at: null,
  uploaded_at: null,
}
const FILTERS: LineFilter[] = ['all', 'faulty', 'new', 'different', 'problem:twice_in_file']

function row(number: number, values: Partial<ImportResultRow['values']> = {}): ImportResultRow {
  const given = {
    first_name: 'Anna',
    last_name: 'Müller',
    email: `p${number}@x.example`,
    mitarbeiternummer: '',
    locale: '',
    ...values,
  }
  const sent = {
    outcome: null,
    problems: [],
    employee_id: null,
    mitarbeiternummer: null,
    invitation_resent: false,
  }
  return { row: number, cells: [], values: given, excluded: false, ...sent }
}

function listOf(rows: ImportResultRow[]) {
  const kept: RowEdit[] = []
  return { list: new ImportList({ rows, people: [KNOWN], keep: edits => kept.push(...edits) }), kept }
}

test('an edit replaces only the lines that it affects', () => {
  const { list } = listOf([row(2), row(3), row(4), row(5)])
  const before = list.getState()
  list.edit([{ row: 3, values: { email: 'P5@x.example' } }])
  const after = list.getState()
  expect(after.lines.map((line, index) => line === before.lines[index])).toEqual([true, false, true, false])
  expect(after.lines[3]?.checked.problems).toMatchObject([{ code: 'twice_in_file', rows: [3] }])
  expect(after.layout, 'what is wrong with a line moves none').toBe(before.layout)
  list.show('faulty')
  expect(list.getState().layout.rows).toEqual([3, 5])
})

test('an edit reports the corrected line and the lines that it made faulty', () => {
  const { list } = listOf([row(2), row(3), row(4), row(5, { email: 'keine' })])
  const before = list.getState().lines
  list.edit([{ row: 3, values: { email: 'p4@x.example' } }])
  const { corrected, newlyFaulty } = compareChecks(before, list.getState().lines)
  expect(corrected.map(({ source }) => source.row)).toEqual([3])
  expect(newlyFaulty.map(({ source }) => source.row)).toEqual([4])
  expect(list.getState().lastChange).toBe('edited')
  list.undo()
  expect(list.getState().lastChange).toBe('undone')
  const undone = list.getState().lines
  list.take(undone.slice(0, 1), false)
  expect(compareChecks(undone, list.getState().lines)).toEqual({ corrected: [], newlyFaulty: [] })
})

test('a corrected line stays in sight until the user changes the filter', () => {
  const { list } = listOf([row(2), row(3, { email: 'keine' }), row(4)])
  list.show('faulty')
  expect(numbersOf(list.getState())).toEqual([3])
  list.edit([{ row: 3, values: { email: 'doch@x.example' } }])
  expect(numbersOf(list.getState())).toEqual([3])
  list.show('faulty')
  expect(numbersOf(list.getState())).toEqual([])
})

describe('a line that a user may be editing', () => {
  const anna = { ...KNOWN, id: 2, email: 'p2@x.example', mitarbeiternummer: '002' }
  const rows = [row(2), row(3), row(4, { email: KNOWN.email })]

  test('a line that a colleague’s change affects stays in sight until the filter changes', () => {
    const { list } = listOf(rows)
    list.show('new')
    list.compareWith([KNOWN, anna])
    expect([numbersOf(list.getState()), list.getState().lines[0]?.checked.kind]).toEqual([[2, 3], 'equal'])
    list.compareWith([KNOWN])
    list.compareWith([KNOWN, anna])
    expect(numbersOf(list.getState())).toEqual([2, 3])
    list.show('new')
    expect(numbersOf(list.getState())).toEqual([3])
  })

  test('a line stays in sight when the rows are read again, until the filter changes', () => {
    const { list } = listOf(rows)
    const readAnew = () => list.readAnew({ rows, people: [KNOWN, anna], keep() {} })
    list.show('new')
    const anew = readAnew()
    expect([anew.getState().filter, numbersOf(anew.getState())]).toEqual(['new', [2, 3]])
    anew.show('new')
    expect(numbersOf(anew.getState())).toEqual([3])
    list.showOnly([2, 4])
    expect([readAnew().getState().filter, numbersOf(readAnew().getState())]).toEqual(['kept', [2, 4]])
    list.show('all')
    expect(numbersOf(readAnew().getState())).toEqual([2, 3, 4])
  })
})

test('every step is undone exactly, and later changes stay', () => {
  const { list, kept } = listOf([row(2), row(3)])
  const takeBack = list.edit([
    { row: 2, values: { email: 'neu@x.example', locale: 'de' } },
    { row: 3, values: { email: 'neu3@x.example' } },
  ])
  list.edit([{ row: 2, values: { locale: 'en' } }])
  expect(takeBack()).toEqual([2, 3])
  expect(valuesOf(list.getState(), 2)).toMatchObject({ email: 'p2@x.example', locale: 'en' })
  expect(list.undo()).toEqual([2])
  expect(valuesOf(list.getState(), 2)).toMatchObject({ email: 'p2@x.example', locale: 'de' })
  expect(list.undo()).toEqual([])
  expect(kept.at(-1)).toEqual({ row: 2, values: { locale: 'de' } })
})

test('people who changed meanwhile are compared with the corrections, and selections stay', () => {
  const { list } = listOf([row(2, { email: KNOWN.email, last_name: 'Groß' }), row(3)])
  list.take(list.getState().lines.slice(0, 1), true)
  list.show('different')
  list.edit([{ row: 3, values: { first_name: 'Eva' } }])
  expect(list.getState().plan).toEqual({ create: 1, update_rows: [2], reinvited: 0, outdated: [] })
  list.compareWith([
    KNOWN,
    { ...KNOWN, id: 2, email: 'p3@x.example', first_name: 'Eva', mitarbeiternummer: '9' },
  ])
  expect(list.getState().plan).toEqual({ create: 0, update_rows: [2], reinvited: 0, outdated: [] })
  expect(valuesOf(list.getState(), 3)).toMatchObject({ first_name: 'Eva' })
  expect(list.getState().filter).toBe('different')
  expect(list.undo()).toEqual([3])
  expect(valuesOf(list.getState(), 3)).toMatchObject({ first_name: 'Anna' })
})

test.each([
  ['may mean somebody else', { email: KNOWN.email, first_name: 'Eva', last_name: 'Klein' }],
  ['would take the zeros off a number', { email: KNOWN.email, mitarbeiternummer: '1', last_name: 'Groß' }],
])('all changes are accepted at once except those that %s, which are accepted one by one', (_, other) => {
  const { list, kept } = listOf([row(2, other), row(3)])
  expect(list.getState().counts).toMatchObject({ different: 1, questions: 1 })
  expect(list.takeAll(list.getState().lines)).toBe(0)
  expect(list.getState().plan.update_rows).toEqual([])
  expect(list.take(list.getState().lines.slice(0, 1), true)).toBe(1)
  expect(list.getState().plan.update_rows).toEqual([2])
  expect(kept).toEqual([{ row: 2, chosen_change: expect.any(String) }])
})

describe('an accepted change that became another one', () => {
  const given = { email: KNOWN.email, last_name: 'Groß' }
  const chosen = () => {
    const made = listOf([row(2, given), row(3)])
    made.list.take(made.list.getState().lines.slice(0, 1), true)
    expect(made.list.getState().plan).toMatchObject({ update_rows: [2], outdated: [] })
    return made
  }
  const eva = { ...KNOWN, id: 2, first_name: 'Eva', email: 'eva@x.example', mitarbeiternummer: '002' }

  test('an accepted change is deselected when its address belongs to another person', () => {
    const { list } = chosen()
    list.compareWith([{ ...eva, email: KNOWN.email }])
    expect(list.getState()).toMatchObject({
      plan: { update_rows: [], outdated: [2] },
      lines: [{ updated: false }, {}],
    })
  })

  test('an accepted change is deselected when a colleague changes the person', () => {
    const { list } = chosen()
    list.compareWith([{ ...KNOWN, last_name: 'Neu' }])
    expect(list.getState().plan).toMatchObject({ update_rows: [], outdated: [2] })
    list.take(list.getState().lines.slice(0, 1), true)
    expect(list.getState().plan).toMatchObject({ update_rows: [2], outdated: [] })
  })

  test('an accepted change is deselected by a correction, and undo selects it again', () => {
    const { list } = chosen()
    list.compareWith([KNOWN, eva])
    list.edit([{ row: 2, values: { email: eva.email } }])
    expect(list.getState().plan).toMatchObject({ update_rows: [], outdated: [2] })
    list.undo()
    expect(list.getState().plan).toMatchObject({ update_rows: [2], outdated: [] })
  })

  test('a stored change that no longer matches is deselected days later', () => {
    const { kept } = chosen()
    const rows = [{ ...row(2, given), ...kept.at(-1) } as ImportResultRow]
    const reopen = (people: ImportPerson[]) =>
      new ImportList({ rows, people, keep: () => {} }).getState().plan
    expect(reopen([KNOWN])).toMatchObject({ update_rows: [2], outdated: [] })
    expect(reopen([{ ...eva, email: KNOWN.email }])).toMatchObject({ update_rows: [], outdated: [2] })
    expect(reopen([{ ...KNOWN, last_name: 'Groß' }])).toMatchObject({ update_rows: [], outdated: [] })
  })

  test('an outdated change counts as such until the user deselects it', () => {
    const { list, kept } = chosen()
    list.compareWith([{ ...KNOWN, last_name: 'Neu' }])
    list.take(list.getState().lines.slice(0, 1), false)
    expect(list.getState().plan).toMatchObject({ update_rows: [], outdated: [] })
    expect(kept.at(-1)).toEqual({ row: 2, chosen_change: null })
  })
})

test('accepting a change includes its excluded line, and the changed lines are counted', () => {
  const changed = { email: KNOWN.email, mitarbeiternummer: '2' }
  const { list } = listOf([{ ...row(2, changed), excluded: true }, row(3)])
  expect(list.takeAll(list.getState().lines)).toBe(1)
  expect(list.getState().plan).toMatchObject({ create: 1, update_rows: [2] })
  expect(list.take(list.getState().lines.slice(0, 1), false)).toBe(1)
  expect(list.getState().plan.update_rows).toEqual([])
})

describe('a row that the service refused', () => {
  const REASON = { field: 'email', code: 'refused', reason: 'The email domain is blocked.' } as const
  const refused = { outcome: 'refused', problems: [REASON] } as const

  test('a refused row is ready only after a correction', () => {
    const { list } = listOf([{ ...row(2), ...refused, problems: [REASON] }, row(3)])
    expect(list.getState()).toMatchObject({ plan: { create: 1 }, counts: { faulty: 1, refused: 1 } })
    list.edit([{ row: 3, values: { first_name: 'Eva' } }])
    expect(list.getState().plan.create).toBe(1)
    list.edit([{ row: 2, values: { email: 'erlaubt@x.example' } }])
    expect(list.getState()).toMatchObject({ plan: { create: 2 }, counts: { faulty: 0, refused: 0 } })
  })

  test('a refused change is not sent again, though it was selected', () => {
    const given = { email: KNOWN.email, last_name: 'Groß' }
    const { list, kept } = listOf([row(2, given)])
    list.take(list.getState().lines, true)
    const rows = [{ ...row(2, given), ...kept.at(-1), ...refused, problems: [REASON] } as ImportResultRow]
    const plan = new ImportList({ rows, people: [KNOWN], keep: () => {} }).getState().plan
    expect(plan).toMatchObject({ create: 0, update_rows: [], outdated: [] })
  })

  test('a row whose call failed, or whose person changed, is ready without a correction', () => {
    const failed = { field: null, code: 'service_failed' } as const
    const { list } = listOf([{ ...row(2), ...refused, problems: [failed] }])
    expect(list.getState().plan.create).toBe(1)
  })
})

const steps = fc.array(
  fc.oneof(
    fc.record({
      row: fc.integer({ min: 2, max: 9 }),
      email: fc.constantFrom('', 'anna@x.example', 'b@x.example', 'keine'),
    }),
    fc.record({ take: fc.nat(7), taken: fc.boolean() }),
    fc.record({ undo: fc.constant(true) }),
    fc.record({ filter: fc.constantFrom(...FILTERS) }),
  ),
  { maxLength: 25 },
)

test('the counts match the lines after any steps, and a new list of the same rows agrees', () => {
  fc.assert(
    fc.property(steps, all => {
      const rows = Array.from({ length: 8 }, (_, index) => row(index + 2))
      const { list } = listOf(rows)
      for (const step of all) {
        if ('row' in step) list.edit([{ row: step.row, values: { email: step.email } }])
        else if ('take' in step) list.take(list.getState().lines.slice(step.take, step.take + 1), step.taken)
        else if ('filter' in step) list.show(step.filter)
        else list.undo()
      }
      const state = list.getState()
      list.compareWith([KNOWN])
      const anew = list.getState()
      expect(state.lines).toEqual(anew.lines)
      expect(state.facts).toEqual(anew.facts)
      expect(state.plan).toEqual(anew.plan)
      expect(withoutZeros(state.counts)).toEqual(withoutZeros(countLines(state.lines)))
      expect(state.layout.rows).toEqual(numbersOf(state))
    }),
    { numRuns: 150 },
  )
})

function numbersOf({ shown }: ListState): number[] {
  return shown.map(({ source }) => source.row)
}

function valuesOf({ lines }: ListState, wanted: number) {
  return lines.find(({ source }) => source.row === wanted)?.source.values
}

function withoutZeros({ kinds, problems, ...rest }: ListState['counts']) {
  const present = <Key>(counts: Map<Key, number>) => new Map([...counts].filter(([, count]) => count > 0))
  return { ...rest, kinds: present(kinds), problems: present(problems) }
}
