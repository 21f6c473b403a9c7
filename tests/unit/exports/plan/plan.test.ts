import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { parsePeopleFilters, TILES } from '#lib/employees/people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { planExport } from '#lib/exports/plan/plan.ts'
import type { PlanScope } from '#lib/exports/plan/scope.ts'
import { atOnce } from '#lib/in-slices.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { GivenPhoto } from '#lib/store/given-photos.ts'
import { planOptions, targetOf } from '#tests/support/export-plan.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'
import { anyText } from '#tests/support/unicode.ts'

const withPhoto = (id: number, photo: Parameters<typeof photoOf>[1]) =>
  readyEmployee({ id, photo: photoOf(id, photo) })

const NO_URLS = { approved: false, standard_url: null, transparent_url: null }
const unfinished = { ...withPhoto(2, { ...NO_URLS, edited_at: null }), status: 'uploaded' } as const
const notApproved = withPhoto(3, NO_URLS)
const standardOnly = withPhoto(4, { transparent_url: null })
const retake = { ...withPhoto(5, NO_URLS), status: 'retake' } as const
const everybody = [retake, notApproved, standardOnly, unfinished, readyEmployee()]

const plan = (people = everybody, changes: Parameters<typeof planOptions>[0] = {}) =>
  atOnce(planExport(people, planOptions(changes)))
const ids = (entries: { employee: { id: number } }[]) => entries.map(({ employee }) => employee.id)
const told = (problems: { employee_id: number; code: string }[]) =>
  problems.map(({ employee_id, code }) => [employee_id, code])

/** A photo as it was given on a day in January. */
function givenOf(editedAt: string, ...fileNames: string[]): GivenPhoto {
  return { editedAt, fileNames, createdAt: '2026-01-15T10:00:00.000Z', naming: BY_NUMBER }
}

test('a plan of a whole company pauses between slices of people', () => {
  const people = Array.from({ length: 1_000 }, (_, index) => readyEmployee({ id: index + 1 }))
  const steps = planExport(people, planOptions())
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses += 1
  expect([pauses, step.value.entries.length]).toEqual([4, 1_000])
})

test('a template that repeats a field of any length gives names of the usual length', () => {
  const naming = { ...BY_NUMBER, template: `${'{project_name}'.repeat(10)}{mitarbeiternummer}` }
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const { entries } = plan([readyEmployee()], {
    naming,
    project: { projektnummer: 'P', name: 'Ä'.repeat(10_000) },
  })
  const longest = Math.max(...normalize.mock.contexts.map(text => String(text).length))
  expect(entries[0]?.renditions[0]?.fileName.length).toBeLessThanOrEqual(190)
  expect(longest).toBeLessThan(10_000)
})

describe('the people in an export', () => {
  test('an export has everybody with a ready photo by id, and a reason for each other person', () => {
    const { entries, problems, waiting } = plan()
    expect(ids(entries)).toEqual([1, 4])
    expect(problems).toEqual([])
    expect(told(waiting)).toEqual([
      [2, 'not_available'],
      [3, 'not_approved'],
      [5, 'retake'],
    ])
  })

  test('an export of cut-outs waits for a person who lacks only the cut-out', () => {
    const { entries, waiting } = plan([standardOnly, readyEmployee()], { variant: 'transparent' })
    expect([ids(entries), told(waiting)]).toEqual([[1], [[4, 'no_cutout']]])
  })

  test('an employee with an unknown status is left out, with a problem that names the status', () => {
    const renamed = readyEmployee({ status: 'photo_approved' })
    const problem = { employee_id: 1, code: 'unknown_status', values: { status: 'photo_approved' } }
    const scopes: PlanScope[] = [
      { kind: 'approved' },
      { kind: 'people', employee_ids: [1] },
      { kind: 'filter', filters: { photo_ready: '1' } },
      { kind: 'since', given: new Map() },
    ]
    for (const scope of scopes)
      expect(plan([renamed], { scope })).toMatchObject({ entries: [], waiting: [], problems: [problem] })
  })

  test('an edited photo of an employee who uploaded a new one counts as not available', () => {
    const again = { ...notApproved, status: 'uploaded' }
    expect(told(plan([again, notApproved]).waiting)).toEqual([
      [3, 'not_available'],
      [3, 'not_approved'],
    ])
  })

  test('an unknown status is no reason when the photo is not approved', () => {
    const on_hold = { status: 'on_hold' }
    const { entries, waiting } = plan([
      { ...notApproved, ...on_hold },
      { ...unfinished, ...on_hold },
    ])
    expect([ids(entries), told(waiting)]).toEqual([
      [],
      [
        [2, 'not_available'],
        [3, 'not_available'],
      ],
    ])
  })

  test('the status in a problem is shortened, and a dash when the service leaves it out', () => {
    const people = ['', 'x'.repeat(41)].map((status, index) => readyEmployee({ id: index + 1, status }))
    const words = plan(people).problems.map(({ values }) => values?.status)
    expect(words).toEqual(['–', 'x'.repeat(40)])
  })

  test('unreadable records are problems, unless every employee asked for by id was found', () => {
    const unreadable = [0, 'unreadable']
    expect(told(plan(everybody, { unreadable: 2 }).problems)).toEqual([unreadable, unreadable])
    const named = (...employee_ids: number[]) =>
      plan(everybody, { unreadable: 1, scope: { kind: 'people', employee_ids } }).problems
    expect(named(1)).toEqual([])
    expect(told(named(1, 99))).toEqual([unreadable, [99, 'not_found']])
  })

  test('every selected employee without a photo to export is a problem', () => {
    const { entries, problems, waiting } = plan(everybody, {
      scope: { kind: 'people', employee_ids: [99, 4, 3, 5, 2, 4] },
    })
    expect([ids(entries), waiting]).toEqual([[4], []])
    expect(told(problems)).toEqual([
      [2, 'not_available'],
      [3, 'not_approved'],
      [5, 'retake'],
      [99, 'not_found'],
    ])
  })

  test.each([
    [{ status: 'retake' }, [], [5]],
    [{ mitarbeiternummer: '000004' }, [4], []],
    [{ photo_ready: '1' }, [1, 4], []],
    [{ status: 'uploaded', mitarbeiternummer: '000002' }, [], [2]],
    [{ tile: 'approved' }, [1, 4], []],
    [{ tile: 'edited' }, [], [3]],
    [{ tile: 'uploaded,edited' }, [], [2, 3]],
    [{ ids: '4,2,77' }, [4], [2]],
    [{ q: '000004' }, [4], []],
    [{ q: 'nobody of that name' }, [], []],
    [{ ids: '4,5', tile: 'retake' }, [], [5]],
    [{}, [1, 4], [2, 3, 5]],
  ] as const)(
    'an export of the filter %o includes and awaits the expected people',
    (filters, included, waiting) => {
      const made = plan(everybody, { scope: { kind: 'filter', filters } })
      expect([ids(made.entries), made.waiting.map(({ employee_id }) => employee_id)]).toEqual([
        included,
        waiting,
      ])
    },
  )

  test('an export of a filter includes or awaits exactly the people that the table shows', () => {
    const anyFilter = fc.record(
      {
        q: fc.constantFrom('', '00000', 'a', '4'),
        tile: fc.constantFrom(...TILES),
        locale: fc.constantFrom('de', 'en', 'none'),
        ids: fc.constantFrom('1,2', '3,4,5'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyFilter, filters => {
        const shown = selectPeople(everybody, parsePeopleFilters(filters)).people.map(({ id }) => id)
        const { entries, waiting } = plan(everybody, { scope: { kind: 'filter', filters } })
        const told = [...ids(entries), ...waiting.map(({ employee_id }) => employee_id)]
        expect(told.sort()).toEqual(shown.sort())
      }),
    )
  })

  test('a “new since” export has new people and people with another photo', () => {
    const people = [1, 2, 3].map(id => readyEmployee({ id }))
    const same = people[0]?.photo.edited_at ?? ''
    const given = new Map([
      [1, givenOf(same, '000001.jpg')],
      [2, givenOf('2025-01-01T00:00:00+01:00', '000002.jpg')],
      [77, givenOf(same, '000077.jpg')],
    ])
    const { entries, problems } = plan(people, { scope: { kind: 'since', given } })
    expect([ids(entries), problems]).toEqual([[2, 3], []])
    const scopes: PlanScope[] = [
      { kind: 'since', given, of: { kind: 'people', employee_ids: [1, 3] } },
      { kind: 'since', given, of: { kind: 'filter', filters: { ids: '1,3' } } },
    ]
    for (const scope of scopes) expect(ids(plan(people, { scope }).entries)).toEqual([3])
  })
})

describe('a “new since” export with another file name', () => {
  const same = readyEmployee().photo.edited_at ?? ''
  const since = (...files: [id: number, fileName: string, naming?: object][]): PlanScope => ({
    kind: 'since',
    given: new Map(
      files.map(([id, fileName, naming]) => [id, { ...givenOf(same, fileName), ...(naming && { naming }) }]),
    ),
  })
  const numbered = (...numbers: string[]) =>
    numbers.map((mitarbeiternummer, index) => readyEmployee({ id: index + 1, mitarbeiternummer }))
  const newOf = (people: Employee[], scope: PlanScope, changes = {}) =>
    ids(plan(people, { scope, ...changes }).entries)

  test('a corrected number, and two swapped ones, are new since an export', () => {
    expect(newOf(numbered('9', '2', '3'), since([1, '1.jpg'], [2, '2.jpg'], [3, '3.jpg']))).toEqual([1])
    expect(newOf(numbered('2', '1', '3'), since([1, '1.jpg'], [2, '2.jpg'], [3, '3.jpg']))).toEqual([1, 2])
  })

  test('another folder, day or template makes no photo new since an export', () => {
    const people = numbered('1', '2')
    const byName = { ...BY_NUMBER, template: '{last_name}_{id}' }
    const daily = { ...BY_NUMBER, template: '{mitarbeiternummer}_{date}' }
    expect(newOf(people, since([1, 'G/1.jpg'], [2, 'Groß_2.jpg', byName]))).toEqual([])
    expect(newOf(people, since([1, '1_2026-01-15.jpg', daily], [2, '7_2026-01-15.jpg', daily]))).toEqual([2])
  })

  test('a “new since” export fails while records are unreadable, or with another target form', () => {
    expect(newOf(numbered('9'), since([1, '1.jpg']), { unreadable: 1 })).toEqual([])
    expect(newOf(numbered('9'), since([1, '1.webp']))).toEqual([])
  })
})

describe('the renditions of a photo', () => {
  test('a photo has the original bytes in full size, unless another size was chosen', () => {
    const [entry] = plan([readyEmployee()]).entries
    expect(entry).toMatchObject({
      source: { variant: 'standard', size: null },
      renditions: [{ rendering: null, fileName: '000001.jpg' }],
      part: 1,
    })
    const size = { index: 2, label: 'Web', width: 400, height: 400 }
    expect(plan([readyEmployee()], { size: 2, sizes: [size] }).entries[0]?.source.size).toBe(size)
    const cutOut = plan([readyEmployee()], { variant: 'transparent' }).entries[0]
    expect(cutOut?.renditions[0]?.fileName).toBe('000001.png')
  })

  test('a photo has the form of the target, rendered from the smallest sufficient size', () => {
    const sizes = [
      { index: 0, label: 'Web', width: 400, height: 400 },
      { index: 1, label: 'Badge', width: 700, height: 700 },
      { index: 2, label: 'Print', width: 2000, height: 2000 },
    ]
    const [entry] = plan([readyEmployee()], { target: targetOf('microsoft-365'), sizes }).entries
    expect(entry?.source.size).toBe(sizes[1])
    expect(entry?.renditions).toMatchObject([
      { rendering: { width: 648, height: 648, format: 'jpeg' }, fileName: 'person1@example.com.jpg' },
      { rendering: { width: 240, height: 240, format: 'jpeg' }, fileName: 'person1@example.com-small.jpg' },
    ])
  })

  test('a target with several renditions gives each photo that many files under one name', () => {
    const person = readyEmployee({ first_name: 'Åsa', last_name: 'Groß' })
    const target = targetOf('website-webp')
    const [first, second] = plan([person, { ...person, id: 2 }], { target }).entries
    expect(first?.renditions.map(({ fileName }) => fileName)).toEqual([
      'aasa-gross-480.webp',
      'aasa-gross-960.webp',
    ])
    expect(second?.renditions.map(({ fileName }) => fileName)).toEqual([
      'aasa-gross_2-480.webp',
      'aasa-gross_2-960.webp',
    ])
  })

  test('photos are divided into parts of as many as the target takes', () => {
    const people = Array.from({ length: 300 }, (_, index) =>
      readyEmployee({ id: index + 1, last_name: `Nr ${index}` }),
    )
    const { entries, parts } = plan(people, { target: targetOf('lucca') })
    expect(parts).toBe(3)
    const lengths = [1, 2, 3].map(number => entries.filter(({ part }) => part === number).length)
    expect(lengths).toEqual([148, 148, 4])
    expect(plan([], { target: targetOf('lucca') }).parts).toBe(0)
  })

  test('shared names are unique over all parts', () => {
    const people = Array.from({ length: 149 }, (_, index) => readyEmployee({ id: index + 1 }))
    const { entries } = plan(people, { target: targetOf('lucca') })
    expect(entries.at(-1)).toMatchObject({ part: 2, renditions: [{ fileName: 'Jörg_Groß (149).jpg' }] })
  })
})

describe('a name that two people want', () => {
  const namesakes = [1, 2, 3].map(id => readyEmployee({ id, mitarbeiternummer: '7' }))
  const files = (people: Employee[], scope?: PlanScope) => {
    const { entries, problems } = plan(people, scope && { scope })
    return {
      names: entries.map(({ employee, renditions }) => [employee.id, renditions[0]?.fileName]),
      told: told(problems),
    }
  }

  test('a given name stays with its person, for any selection', () => {
    expect(files(namesakes).names).toEqual([
      [1, '7.jpg'],
      [2, '7 (2).jpg'],
      [3, '7 (3).jpg'],
    ])
    const version = namesakes[0]?.photo.edited_at ?? ''
    const scopes: PlanScope[] = [
      { kind: 'people', employee_ids: [2] },
      { kind: 'filter', filters: { ids: '2' } },
      {
        kind: 'since',
        given: new Map([1, 3].map(id => [id, givenOf(version, id === 1 ? '7.jpg' : '7 (3).jpg')])),
      },
    ]
    for (const scope of scopes) {
      expect(files(namesakes, scope)).toEqual({ names: [[2, '7 (2).jpg']], told: [[2, 'duplicate_name']] })
    }
  })

  test('a given name is not changed by a later approval', () => {
    const later = { ...namesakes[0], photo: photoOf(1, { ...NO_URLS, edited_at: null }) } as Employee
    expect(files([later, ...namesakes.slice(1)]).names).toEqual([
      [2, '7 (2).jpg'],
      [3, '7 (3).jpg'],
    ])
  })

  test('an unchanged name has no notice, unless both people are in the archive', () => {
    expect(files(namesakes, { kind: 'people', employee_ids: [1] })).toEqual({
      names: [[1, '7.jpg']],
      told: [],
    })
    expect(files(namesakes.slice(0, 2)).told).toEqual([
      [1, 'duplicate_name'],
      [2, 'duplicate_name'],
    ])
  })
})

describe('plans of any people', () => {
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
  const employee_ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 })
  const missingIn = (problems: { employee_id: number; file_name: string | null }[]) =>
    problems.filter(({ file_name }) => file_name === null).map(({ employee_id }) => employee_id)

  test('every selected employee is either an entry or a problem', () => {
    fc.assert(
      fc.property(people, employee_ids, (people, employee_ids) => {
        const scope = { kind: 'people', employee_ids } as const
        const { entries, problems } = plan(people, { variant: 'transparent', scope })
        expect([...ids(entries), ...missingIn(problems)].sort()).toEqual([...employee_ids].sort())
      }),
    )
  })

  test('every employee is exactly one of: an entry, waiting, a problem', () => {
    fc.assert(
      fc.property(people, people => {
        const { entries, waiting, problems } = plan(people)
        const missing = missingIn([...waiting, ...problems])
        expect([...ids(entries), ...missing].sort()).toEqual(people.map(({ id }) => id).sort())
      }),
    )
  })

  test('the order of the service’s list changes nothing in a plan', () => {
    fc.assert(fc.property(people, people => void expect(plan(people.toReversed())).toEqual(plan(people))))
  })

  test('the file name of an employee does not depend on who else is selected', () => {
    const nameOf = ({ entries }: ReturnType<typeof plan>) =>
      entries.map(({ employee, renditions }) => [employee.id, renditions[0]?.fileName] as const)
    fc.assert(
      fc.property(people, employee_ids, (people, employee_ids) => {
        const all = new Map(nameOf(plan(people)))
        for (const [id, name] of nameOf(plan(people, { scope: { kind: 'people', employee_ids } })))
          expect(name).toBe(all.get(id))
      }),
    )
  })

  test('a plan leaves its input unchanged', () => {
    fc.assert(
      fc.property(people, people => {
        const before = structuredClone(people)
        plan(people)
        expect(people).toEqual(before)
      }),
    )
  })
})
