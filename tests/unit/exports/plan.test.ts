import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planExport } from '#lib/exports/plan.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'
import { anyText } from '#tests/support/unicode.ts'

const STANDARD = { variant: 'standard' } as const
const TRANSPARENT = { variant: 'transparent' } as const

const withPhoto = (id: number, photo: Parameters<typeof photoOf>[1]) =>
  readyEmployee({ id, photo: photoOf(id, photo) })

const unfinished = withPhoto(2, {
  approved: false,
  edited_at: null,
  standard_url: null,
  transparent_url: null,
})
const notApproved = withPhoto(3, { approved: false, standard_url: null, transparent_url: null })
const standardOnly = withPhoto(4, { transparent_url: null })

describe('who is in the export', () => {
  test('everybody whose photo is ready, by id; nobody is told about those who are not', () => {
    const plan = planExport([notApproved, standardOnly, unfinished, readyEmployee()], STANDARD)
    expect(plan.entries.map(({ employee }) => employee.id)).toEqual([1, 4])
    expect(plan.problems).toEqual([])
  })

  test('a person whose cut-out is missing is left out of an export of cut-outs', () => {
    const plan = planExport([standardOnly, readyEmployee()], TRANSPARENT)
    expect(plan.entries.map(({ employee }) => employee.id)).toEqual([1])
  })

  test('with a selection, only those who were selected, and a reason for each who cannot be had', () => {
    const people = [readyEmployee(), unfinished, notApproved, standardOnly, readyEmployee({ id: 5 })]
    const plan = planExport(people, { ...TRANSPARENT, employeeIds: [5, 4, 3, 2, 99] })
    expect(plan.entries.map(({ employee }) => employee.id)).toEqual([5])
    expect(plan.problems.map(({ employee_id, code }) => [employee_id, code])).toEqual([
      [2, 'not_available'],
      [3, 'not_approved'],
      [4, 'not_available'],
      [99, 'not_found'],
    ])
  })

  test('a problem names the person', () => {
    expect(planExport([notApproved], { ...STANDARD, employeeIds: [3] }).problems).toEqual([
      {
        employee_id: 3,
        mitarbeiternummer: '000003',
        name: 'Groß, Jörg',
        code: 'not_approved',
        file_name: null,
      },
    ])
  })

  test('somebody who is asked for twice is there once', () => {
    const plan = planExport([readyEmployee(), notApproved], {
      ...STANDARD,
      employeeIds: [1, 1, 3, 3, 99, 99],
    })
    expect(plan.entries).toHaveLength(1)
    expect(plan.problems.map(({ employee_id }) => employee_id)).toEqual([3, 99])
  })
})

describe('file names', () => {
  const named = (...numbers: string[]) =>
    planExport(
      numbers.map((mitarbeiternummer, index) => readyEmployee({ id: index + 1, mitarbeiternummer })),
      STANDARD,
    )

  test('are the personnel number, with the extension of the variant', () => {
    expect(planExport([readyEmployee()], STANDARD).entries[0]?.fileName).toBe('000001.jpg')
    expect(planExport([readyEmployee()], TRANSPARENT).entries[0]?.fileName).toBe('000001.png')
  })

  test('that had to be changed are told, the others are not', () => {
    const { entries, problems } = named('007/13', '42', 'ab-17', 'AB-17')
    expect(entries.map(({ fileName }) => fileName)).toEqual([
      '007_13.jpg',
      '42.jpg',
      'ab-17.jpg',
      'AB-17 (2).jpg',
    ])
    expect(problems.map(({ employee_id, code, file_name }) => [employee_id, code, file_name])).toEqual([
      [1, 'name_changed', '007_13.jpg'],
      [4, 'name_changed', 'AB-17 (2).jpg'],
    ])
  })

  test('of a number that leaves nothing fall back to the id', () => {
    expect(named('..').entries[0]?.fileName).toBe('employee-1.jpg')
  })
})

describe('for any people', () => {
  const photo = fc.record({ approved: fc.boolean(), edited: fc.boolean(), cutOut: fc.boolean() })
  const person = fc.record({ id: fc.integer({ min: 1, max: 30 }), mitarbeiternummer: anyText, photo })
  const people = fc.uniqueArray(person, { selector: ({ id }) => id, maxLength: 12 }).map(people =>
    people.map(({ id, mitarbeiternummer, photo: { approved, edited, cutOut } }) =>
      readyEmployee({
        id,
        mitarbeiternummer,
        photo: photoOf(id, {
          approved,
          ...(!edited && { edited_at: null }),
          ...((!approved || !cutOut) && { transparent_url: null }),
        }),
      }),
    ),
  )
  const employeeIds = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 })

  test('who was asked for is either an entry or a problem, never both, never lost', () => {
    fc.assert(
      fc.property(people, employeeIds, (people, employeeIds) => {
        const { entries, problems } = planExport(people, { ...TRANSPARENT, employeeIds })
        const missing = problems
          .filter(({ code }) => code !== 'name_changed')
          .map(({ employee_id }) => employee_id)
        const included = entries.map(({ employee }) => employee.id)
        expect([...included, ...missing].sort()).toEqual([...employeeIds].sort())
      }),
    )
  })

  test('the order in which the service lists them changes nothing', () => {
    fc.assert(
      fc.property(people, people => {
        expect(planExport(people.toReversed(), STANDARD)).toEqual(planExport(people, STANDARD))
      }),
    )
  })

  test('the input stays as it was', () => {
    fc.assert(
      fc.property(people, people => {
        const before = structuredClone(people)
        planExport(people, STANDARD)
        expect(people).toEqual(before)
      }),
    )
  })
})
