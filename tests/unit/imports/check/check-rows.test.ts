import { describe, expect, test } from 'vitest'
import type { ImportPerson, ImportRow, ImportValues } from '#lib/contracts/import-rows.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { fillZeros } from '#lib/imports/check/find-lost-zeros.ts'
import { isQuestion } from '#lib/imports/check/match-person.ts'

const ANNA: ImportPerson = {
  id: 1,
  first_name: 'Anna',
  last_name: 'Müller',
  email: 'anna@example.com',
  mitarbeiternummer: '00042',
  locale: 'de',
  invited_at: '2026-09-01T08:00:00Z',
  uploaded_at: null,
}
const BEN: ImportPerson = {
  id: 2,
  first_name: 'Ben',
  last_name: 'Groß',
  email: 'ben@example.com',
  mitarbeiternummer: '00043',
  locale: null,
  invited_at: '2026-09-01T08:00:00Z',
  uploaded_at: '2026-09-02T08:00:00Z',
}
const AS_ANNA: ImportValues = {
  first_name: 'Anna',
  last_name: 'Müller',
  email: 'anna@example.com',
  mitarbeiternummer: '00042',
  locale: 'de',
}
const NEW: ImportValues = {
  first_name: 'Eva',
  last_name: 'Klein',
  email: 'eva@example.com',
  mitarbeiternummer: '00050',
  locale: '',
}

function toRow(row: number, values: ImportValues, excluded = false): ImportRow {
  return { row, cells: [], values, excluded }
}

/** Checks the only row of a list against Anna and Ben. */
function check(values: ImportValues) {
  const [checked] = checkRows([toRow(2, values)], [ANNA, BEN]).rows
  if (!checked) throw new Error('A row went missing.')
  return checked
}

describe('kinds of rows', () => {
  test('an unknown person is new, with the values that a create will send', () => {
    expect(check({ ...NEW, locale: 'Englisch' })).toEqual({
      row: 2,
      kind: 'new',
      problems: [],
      input: {
        first_name: 'Eva',
        last_name: 'Klein',
        email: 'eva@example.com',
        mitarbeiternummer: '00050',
        locale: 'en',
      },
    })
  })

  test('an empty number and language are not sent at all', () => {
    expect(check({ ...NEW, mitarbeiternummer: ' ' }).input).toEqual({
      first_name: 'Eva',
      last_name: 'Klein',
      email: 'eva@example.com',
    })
  })

  test('a row is equal despite another letter case of the address or empty cells', () => {
    expect(check(AS_ANNA)).toMatchObject({ kind: 'equal', employee_id: 1 })
    expect(check({ ...AS_ANNA, email: 'Anna@Example.com' }).kind).toBe('equal')
    expect(check({ ...AS_ANNA, mitarbeiternummer: '', locale: '' }).kind).toBe('equal')
    expect(check({ ...AS_ANNA, last_name: 'Müller' }).kind).toBe('equal')
  })

  test('a difference names its fields, and the update contains these and no others', () => {
    expect(check({ ...AS_ANNA, last_name: 'Schmidt', locale: 'en' })).toMatchObject({
      kind: 'different',
      employee_id: 1,
      changes: { last_name: { from: 'Müller', to: 'Schmidt' }, locale: { from: 'de', to: 'en' } },
      update: { last_name: 'Schmidt', locale: 'en' },
      resends_invitation: false,
    })
    expect(check({ ...AS_ANNA, last_name: 'Schmidt' }).update).toEqual({ last_name: 'Schmidt' })
  })

  test('a person is identified by the number when the address is new', () => {
    expect(check({ ...AS_ANNA, email: 'a.mueller@example.com' })).toMatchObject({
      kind: 'different',
      employee_id: 1,
      update: { email: 'a.mueller@example.com' },
    })
  })

  test('the address of one person with the number of another is a conflict that names the other', () => {
    expect(check({ ...AS_ANNA, mitarbeiternummer: '00043' })).toMatchObject({
      kind: 'conflict',
      input: null,
      problems: [{ field: 'mitarbeiternummer', code: 'taken_by_other', employee_id: 2 }],
    })
  })

  test('a matching number or address alone does not identify a person', () => {
    expect(check({ ...NEW, mitarbeiternummer: '00042' })).toMatchObject({
      kind: 'conflict',
      problems: [{ field: 'mitarbeiternummer', code: 'taken_by_other', employee_id: 1 }],
    })
    expect(check({ ...NEW, email: 'anna@example.com' })).toMatchObject({
      kind: 'conflict',
      problems: [{ field: 'email', code: 'taken_by_other', employee_id: 1 }],
    })
  })

  test('another name with both the address and the number is a warning', () => {
    const checked = check({ ...AS_ANNA, first_name: 'Eva', last_name: 'Klein' })
    expect(checked).toMatchObject({ kind: 'different', problems: [{ code: 'other_name', warning: true }] })
  })

  test('a number reused for another Müller changes nobody into the other', () => {
    expect(
      check({ ...NEW, first_name: 'Thomas', last_name: 'Müller', mitarbeiternummer: '00042' }),
    ).toMatchObject({
      kind: 'conflict',
      problems: [{ field: 'mitarbeiternummer', code: 'taken_by_other', employee_id: 1 }],
    })
    expect(check({ ...AS_ANNA, first_name: 'Thomas', mitarbeiternummer: '00050' })).toMatchObject({
      kind: 'conflict',
      problems: [{ field: 'email', code: 'taken_by_other', employee_id: 1 }],
    })
  })

  test.each([
    ['a number', { email: 'a.schmidt@example.com' }],
    ['an address, with another number', { mitarbeiternummer: '00050' }],
    ['an address, without a number', { mitarbeiternummer: '' }],
  ])('the same first name with another last name and %s is a question', (_, values) => {
    expect(check({ ...AS_ANNA, last_name: 'Schmidt', ...values })).toMatchObject({
      kind: 'different',
      problems: [{ code: 'other_name', warning: true }],
    })
  })

  test('an address without a number and with another first name is a question', () => {
    expect(check({ ...AS_ANNA, first_name: 'Thomas', mitarbeiternummer: '' })).toMatchObject({
      kind: 'different',
      problems: [{ code: 'other_name', warning: true }],
    })
  })

  test.each(['Mueller-Groß', 'MÜLLER', 'Muller'])(
    'the name %s is still the same last name in part',
    last_name => {
      expect(check({ ...AS_ANNA, first_name: 'A.', last_name, email: 'new@example.com' }).kind).toBe(
        'different',
      )
    },
  )
})

describe('another invitation', () => {
  const moved = { ...AS_ANNA, email: 'a.mueller@example.com' }

  test('a changed address of an invited person without a photo sends another invitation', () => {
    expect(check(moved).resends_invitation).toBe(true)
  })

  test.each([
    ['a photo is there', { uploaded_at: '2026-09-02T08:00:00Z' }],
    ['nobody was invited', { invited_at: null }],
  ])('a changed address sends no other invitation when %s', (_, state) => {
    const { rows, summary } = checkRows([toRow(2, moved)], [{ ...ANNA, ...state }])
    expect(rows[0]).toMatchObject({ kind: 'different', resends_invitation: false })
    expect(summary.resends).toBe(0)
  })
})

describe('problems of cells', () => {
  test.each([
    ['missing', { first_name: ' ' }, 'first_name'],
    ['missing', { last_name: '' }, 'last_name'],
    ['missing', { email: '\u00a0' }, 'email'],
    ['too_long', { first_name: 'a'.repeat(101) }, 'first_name'],
    ['too_long', { email: `${'a'.repeat(60)}@${'b.'.repeat(100)}example.com` }, 'email'],
    ['too_long', { mitarbeiternummer: '1'.repeat(101) }, 'mitarbeiternummer'],
    ['not_an_email', { email: 'anna' }, 'email'],
    ['not_an_email', { email: 'anna @example.com' }, 'email'],
    ['not_an_email', { email: 'Max.Muster@@firma.example' }, 'email'],
    ['unknown_language', { locale: 'fr' }, 'locale'],
    ['formula_error', { last_name: '#N/A' }, 'last_name'],
    ['formula_error', { email: '#WERT!' }, 'email'],
    ['formula_error', { mitarbeiternummer: '#####' }, 'mitarbeiternummer'],
    ['unreadable', { first_name: 'Zo\ufffd' }, 'first_name'],
    ['unreadable', { last_name: 'M\ufffdller' }, 'last_name'],
    ['unreadable', { email: 'm\ufffdller@example.com' }, 'email'],
    ['unreadable', { mitarbeiternummer: '\ufffd42' }, 'mitarbeiternummer'],
    ['unreadable', { locale: 'Fran\ufffdais' }, 'locale'],
    ['rounded', { mitarbeiternummer: '1,23457E+11' }, 'mitarbeiternummer'],
  ] as const)('the problem of %s is at its cell: %j', (code, values, field) => {
    expect(check({ ...NEW, ...values })).toMatchObject({
      kind: 'invalid',
      input: null,
      problems: [{ field, code }],
    })
  })

  test.each(['R&D@firma.example', 'müller@firma.example', 'anna@localhost', '"a@b"@firma.example'])(
    'the problem %s is a warning, and the row is sent',
    email => {
      expect(check({ ...NEW, email })).toMatchObject({
        kind: 'new',
        input: { email },
        problems: [{ field: 'email', code: 'unusual_email', warning: true }],
      })
      expect(check({ ...AS_ANNA, email })).toMatchObject({ kind: 'different', update: { email } })
    },
  )

  test('unchanged values of a project are not checked: only differences are sent', () => {
    const odd = { ...ANNA, first_name: '', last_name: 'x'.repeat(120), email: 'R&D@firma.example' }
    const { id: _, invited_at: _i, uploaded_at: _u, ...same } = { ...odd, locale: 'de' }
    const checkAgainst = (values: ImportValues) => checkRows([toRow(2, values)], [odd]).rows[0]
    expect(checkAgainst(same)).toMatchObject({ kind: 'equal', problems: [] })
    expect(checkAgainst({ ...same, locale: 'en' })).toMatchObject({
      kind: 'different',
      problems: [],
      update: { locale: 'en' },
    })
    expect(checkAgainst({ ...same, last_name: 'y'.repeat(120) })).toMatchObject({ kind: 'invalid' })
  })

  test('length is counted in characters: a hundred emoji are a hundred', () => {
    expect(check({ ...NEW, first_name: '😀'.repeat(100) }).kind).toBe('new')
    expect(check({ ...NEW, first_name: '😀'.repeat(101) }).kind).toBe('invalid')
  })

  test.each(['01.02.2026', '2026-02-01', '1. Feb', '01-Feb', 'Feb 26'])(
    'the number %s was hardly typed as one',
    number => {
      expect(check({ ...NEW, mitarbeiternummer: number })).toMatchObject({
        kind: 'new',
        problems: [{ field: 'mitarbeiternummer', code: 'looks_like_date', warning: true }],
      })
    },
  )

  test.each(['12.345', '12,345', '1.234.567', '12345,00', '12345.0'])(
    'the number %s may be an amount: the row warns, and a change to it is a question',
    mitarbeiternummer => {
      const problems = [{ field: 'mitarbeiternummer', code: 'looks_formatted', warning: true }]
      expect(check({ ...NEW, mitarbeiternummer })).toMatchObject({ kind: 'new', problems })
      const changed = check({ ...AS_ANNA, mitarbeiternummer })
      expect([changed.problems, isQuestion(changed)]).toEqual([problems, true])
      const there = { ...ANNA, mitarbeiternummer }
      expect(checkRows([toRow(2, { ...AS_ANNA, mitarbeiternummer })], [there]).rows[0]?.problems).toEqual([])
    },
  )

  test.each(['12345', '00050', '1.2', '12.34', 'A-12.345', '12.3456', '0.123.4'])(
    'the number %s is a number',
    number => {
      expect(check({ ...NEW, mitarbeiternummer: number }).problems).toEqual([])
    },
  )

  test('all problems of a row are reported at once', () => {
    const { problems } = check({
      first_name: '',
      last_name: '',
      email: 'x',
      mitarbeiternummer: '',
      locale: 'xx',
    })
    expect(problems.map(({ field }) => field).sort()).toEqual(['email', 'first_name', 'last_name', 'locale'])
  })
})

describe('rows that repeat each other', () => {
  test('rows that repeat an address or a number in the file name each other', () => {
    const { rows } = checkRows(
      [
        toRow(2, NEW),
        toRow(3, { ...NEW, email: 'EVA@example.com', mitarbeiternummer: '1' }),
        toRow(4, { ...NEW, email: 'other@example.com' }),
      ],
      [],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'invalid'])
    expect(rows[0]?.problems).toEqual([
      { field: 'email', code: 'twice_in_file', rows: [3] },
      { field: 'mitarbeiternummer', code: 'twice_in_file', rows: [4] },
    ])
  })

  test('an excluded row does not affect other rows', () => {
    const { rows, summary } = checkRows([toRow(2, NEW), toRow(3, NEW, true)], [])
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'excluded'])
    expect(summary).toMatchObject({ new: 1, excluded: 1, invalid: 0 })
  })

  test('empty numbers are not the same number', () => {
    const { rows } = checkRows(
      [
        toRow(2, { ...NEW, mitarbeiternummer: '' }),
        toRow(3, { ...NEW, mitarbeiternummer: '', email: 'b@example.com' }),
      ],
      [],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['new', 'new'])
  })

  test('two rows for one person of the project, by address and by number, are a conflict', () => {
    const { rows } = checkRows(
      [
        toRow(2, { ...AS_ANNA, mitarbeiternummer: '' }),
        toRow(3, { ...AS_ANNA, email: 'a.mueller@example.com' }),
      ],
      [ANNA],
    )
    expect(rows).toMatchObject([
      { kind: 'conflict', input: null, problems: [{ code: 'same_person', rows: [3] }] },
      { kind: 'conflict', input: null, problems: [{ code: 'same_person', rows: [2] }] },
    ])
  })
})

describe('leading zeros', () => {
  test('a number that lacks only the zeros of the project is pointed out', () => {
    expect(check({ ...AS_ANNA, mitarbeiternummer: '42' }).problems).toEqual([
      { field: 'mitarbeiternummer', code: 'zeros_lost', employee_id: 1, warning: true },
    ])
    expect(check({ ...NEW, mitarbeiternummer: '42' }).problems).toMatchObject([{ code: 'zeros_lost' }])
  })

  test('a list of only short numbers asks before each change of a number', () => {
    const people = [ANNA, BEN]
    const rows = people.map(({ first_name, last_name, email }, index) =>
      toRow(index + 2, { ...NEW, first_name, last_name, email, mitarbeiternummer: String(42 + index) }),
    )
    const checked = checkRows(rows, people)
    expect(checked).toMatchObject({ lost_zeros: null, summary: { different: 2 } })
    expect(checked.rows.map(isQuestion)).toEqual([true, true])
  })

  function zerosOf(...numbers: string[]) {
    const rows = numbers.map((mitarbeiternummer, index) => toRow(index + 2, { ...NEW, mitarbeiternummer }))
    return checkRows(rows, []).lost_zeros
  }

  test('numbers shorter than most are reported with their lines', () => {
    expect(zerosOf('10042', '10043', '981', '10044', '77')).toEqual({ width: 5, rows: [4, 6] })
  })

  test('short numbers are filled up with zeros, whatever invisible characters the cell has', () => {
    const values = { ...NEW, mitarbeiternummer: '\u200b981\u00a0' }
    const { lost_zeros } = checkRows([toRow(2, { ...NEW, mitarbeiternummer: '10042' }), toRow(3, values)], [])
    expect(lost_zeros).toEqual({ width: 5, rows: [3] })
    expect(fillZeros(values, 5)).toBe('00981')
  })

  test('a short number that the project already has is not filled up', () => {
    const numbers = ['10042', '10043', '981', '10044', '77']
    const rows = numbers.map((mitarbeiternummer, index) => toRow(index + 2, { ...NEW, mitarbeiternummer }))
    expect(checkRows(rows, [{ ...ANNA, mitarbeiternummer: '77' }]).lost_zeros).toEqual({
      width: 5,
      rows: [4],
    })
  })

  test.each([
    ['all have the same length', ['00042', '10043', '00001']],
    ['they are no plain digits', ['A-1', 'B-22', '']],
    ['they only count', ['9', '10', '11', '12']],
    ['no length prevails', ['1', '22', '333', '4444', '55555']],
  ])('a short number is not reported when %s', (_, numbers) => {
    expect(zerosOf(...numbers)).toBeNull()
  })
})

describe('a number with an umlaut', () => {
  const COMPOSED = 'Gr\u00f6\u00dfe-5'
  const COMBINING = 'Gro\u0308\u00dfe-5'
  const cara = { ...ANNA, id: 3, mitarbeiternummer: COMPOSED }
  const dora = { ...BEN, id: 4, mitarbeiternummer: COMBINING }
  const rowOf = (person: ImportPerson) => ({ ...person, locale: person.locale ?? '' })

  test('a number with an umlaut belongs to its exact owner when two people have forms of it', () => {
    const { rows } = checkRows([toRow(2, rowOf(cara)), toRow(3, rowOf(dora))], [cara, dora])
    expect(rows).toMatchObject([
      { kind: 'equal', employee_id: 3, problems: [] },
      { kind: 'equal', employee_id: 4, problems: [] },
    ])
  })

  test('a number with an umlaut matches in either form, and is created in the usual one', () => {
    const same = { ...AS_ANNA, email: 'other@example.com', mitarbeiternummer: COMBINING }
    expect(checkRows([toRow(2, same)], [cara]).rows[0]).toMatchObject({ employee_id: 3 })
    expect(check({ ...NEW, mitarbeiternummer: COMBINING }).input?.mitarbeiternummer).toBe(COMPOSED)
  })
})

describe('cleaned values', () => {
  test('surrounding spaces and invisible characters are removed, and counted by cells', () => {
    const { rows, cleaned } = checkRows(
      [
        toRow(2, {
          first_name: ' Eva\u00a0',
          last_name: 'Kl\u00adein',
          email: '\ufeffeva@\u200bexample.com ',
          mitarbeiternummer: '00050',
          locale: '',
        }),
      ],
      [],
    )
    expect(rows[0]?.input).toMatchObject({ first_name: 'Eva', last_name: 'Klein', email: 'eva@example.com' })
    expect(cleaned).toEqual({ spaces: 2, invisible: 2 })
  })

  test('an unchanged or excluded row counts no cleaned cells', () => {
    expect(
      checkRows([toRow(2, AS_ANNA), toRow(3, { ...NEW, first_name: ' Eva ' }, true)], []).cleaned,
    ).toEqual({
      spaces: 0,
      invisible: 0,
    })
  })

  test('double spaces are removed from names and kept in numbers, which are compared exactly', () => {
    const { input } = check({ ...NEW, first_name: 'Eva  Maria', mitarbeiternummer: '12  3' })
    expect(input).toMatchObject({ first_name: 'Eva Maria', mitarbeiternummer: '12  3' })
  })

  test('joiners inside names are kept', () => {
    expect(check({ ...NEW, first_name: 'علی\u200cرضا' }).input?.first_name).toBe('علی\u200cرضا')
  })
})

test('leavers are people of the project without any row, even an excluded or faulty one', () => {
  const people = [ANNA, BEN, { ...BEN, id: 3, email: 'carl@example.com', mitarbeiternummer: '00044' }]
  const { leavers, summary } = checkRows(
    [
      toRow(2, { ...NEW, email: ' BEN@example.com', first_name: '' }),
      toRow(3, { ...NEW, mitarbeiternummer: '00044' }, true),
    ],
    people,
  )
  expect(leavers.map(({ id }) => id)).toEqual([1])
  expect(summary.leavers).toBe(1)
})

test('the summary counts every row once', () => {
  const rows = [
    toRow(2, AS_ANNA),
    toRow(3, { ...NEW, email: 'x1@example.com', mitarbeiternummer: 'x1' }),
    toRow(4, { ...NEW, email: 'bad', mitarbeiternummer: 'x2' }),
    toRow(5, {
      ...AS_ANNA,
      first_name: 'Ben',
      last_name: 'Groß',
      email: 'ben@example.com',
      mitarbeiternummer: '43',
    }),
    toRow(6, NEW, true),
  ]
  expect(checkRows(rows, [ANNA, BEN]).summary).toEqual({
    new: 1,
    equal: 1,
    different: 1,
    conflict: 0,
    invalid: 1,
    excluded: 1,
    resends: 0,
    warnings: 1,
    leavers: 0,
  })
})

describe('a list that only changes people', () => {
  const empty: ImportValues = { first_name: '', last_name: '', email: '', mitarbeiternummer: '', locale: '' }

  test('a list of changes changes people by number, and leaves missing fields alone', () => {
    const checked = check({ ...empty, mitarbeiternummer: '00042', last_name: 'Schmidt', locale: 'en' })
    expect(checked).toMatchObject({
      kind: 'different',
      employee_id: 1,
      update: { last_name: 'Schmidt', locale: 'en' },
    })
  })

  test('a list of changes changes an e-mail by the number alone', () => {
    const email = 'anna.mueller@example.com'
    expect(check({ ...empty, mitarbeiternummer: '00042', email })).toMatchObject({
      kind: 'different',
      problems: [],
      update: { email },
      resends_invitation: true,
    })
  })

  test('a list of changes creates nobody for an unknown number, and gives the reason', () => {
    expect(check({ ...empty, mitarbeiternummer: '00099', locale: 'en' })).toMatchObject({
      kind: 'invalid',
      problems: [{ field: 'mitarbeiternummer', code: 'not_in_project' }],
    })
  })

  test('a list of changes changes nobody whose name contradicts the number', () => {
    const values = { ...empty, mitarbeiternummer: '00042', first_name: 'Ben', last_name: 'Groß' }
    expect(check(values).kind).toBe('conflict')
  })
})

describe('remains of broken data', () => {
  test.each([
    ['last_name', 'MÃ¼ller', 'garbled'],
    ['last_name', 'GroÃŸ', 'garbled'],
    ['first_name', 'Ã„nne', 'garbled'],
    ['last_name', 'M?ller', 'garbled'],
    ['last_name', 'Gro?', 'garbled'],
    ['last_name', 'M√ºller', 'garbled'],
    ['last_name', 'M&uuml;ller', 'garbled'],
    ['last_name', 'M%C3%BCller', 'garbled'],
    ['last_name', 'Jr.', 'not_a_name'],
    ['last_name', 'II', 'not_a_name'],
    ['last_name', 'M.A.', 'not_a_name'],
    ['first_name', '(FH) Anna', 'not_a_name'],
    ['first_name', 'Dr.med.', 'not_a_name'],
    ['first_name', 'Dr. Anna', 'not_a_name'],
    ['first_name', 'Frau Anna', 'not_a_name'],
  ])('the field %s with %s is hinted as %s', (field, name, code) => {
    expect(check({ ...NEW, [field]: name })).toMatchObject({
      kind: 'new',
      problems: [{ field, code, warning: true }],
    })
  })

  test.each([
    ['first_name', 'Änne'],
    ['first_name', 'Ma'],
    ['first_name', 'Ing-Marie'],
    ['first_name', 'J.'],
    ['first_name', 'Anna M.'],
    ['last_name', 'O’Neil'],
    ['last_name', "D'Angelo"],
    ['last_name', 'O´Neil'],
    ['last_name', 'Prinz'],
    ['last_name', 'Vi'],
    ['last_name', 'Junior-Schmidt'],
    ['last_name', 'de Sá'],
    ['last_name', 'Åström'],
  ])('the field %s with %s is a name', (field, name) => {
    expect(check({ ...NEW, [field]: name }).problems).toEqual([])
  })

  test('quotation marks around an address get a hint, even single ones: ‘eva@example.com’', () => {
    for (const email of ["'eva@example.com'", '’eva@example.com’', '"eva@example.com"'])
      expect(check({ ...NEW, email }).problems.map(({ code }) => code)).not.toEqual([])
  })

  test('a domain one letter off nearly all others gets a hint', () => {
    const rows = [
      'a@musterwerk.example',
      'b@musterwerk.example',
      'c@musterwerk.example',
      'd@musterwerk.exampel',
    ]
    const { rows: checked } = checkRows(
      rows.map((email, index) => toRow(index + 2, { ...NEW, email, mitarbeiternummer: String(index) })),
      [],
    )
    expect(checked.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      [],
      [],
      [],
      ['other_domain'],
    ])
  })
})

test('numbers that look like amounts are asked about once, with an example', () => {
  const numbers = ['10.234', '10.235', '00042']
  const { formatted_numbers: formatted } = checkRows(
    numbers.map((mitarbeiternummer, index) =>
      toRow(index + 2, { ...NEW, email: `eva${index}@example.com`, mitarbeiternummer }),
    ),
    [],
  )
  expect(formatted).toEqual({ shown: '10.234', digits: '10234', rows: [2, 3] })
})
