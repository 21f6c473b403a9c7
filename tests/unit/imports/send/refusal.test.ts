import { expect, test } from 'vitest'
import { toRowProblems, toSingleProblems } from '#lib/imports/send/refusal.ts'

test('each reason goes to the row and the field that its key names', () => {
  const errors = {
    'employees.0.email': ['Taken.', 'Too long.'],
    'employees.2.mitarbeiternummer': ['Taken.'],
    'employees.2': ['Odd.'],
    'employees.1.shoe_size': ['Unknown.'],
  }
  expect([...toRowProblems(errors, 3)]).toEqual([
    [
      0,
      [
        { field: 'email', code: 'refused', reason: 'Taken.' },
        { field: 'email', code: 'refused', reason: 'Too long.' },
      ],
    ],
    [
      2,
      [
        { field: 'mitarbeiternummer', code: 'refused', reason: 'Taken.' },
        { field: null, code: 'refused', reason: 'Odd.' },
      ],
    ],
    [1, [{ field: null, code: 'refused', reason: 'Unknown.' }]],
  ])
})

test.each(['employees', 'employees.3.email', 'employees.-1.email', 'email', 'employees.x.email'])(
  'a key that matches no sent person (%s) blames nobody',
  key => expect(toRowProblems({ [key]: ['No.'] }, 3).size).toBe(0),
)

test('a refusal of one person has fields as keys, or else the sentence as its reason', () => {
  expect(toSingleProblems({ email: ['Taken.'] })).toEqual([
    { field: 'email', code: 'refused', reason: 'Taken.' },
  ])
  expect(toSingleProblems({}, 'Not like this.')).toEqual([
    { field: null, code: 'refused', reason: 'Not like this.' },
  ])
  expect(toSingleProblems({})).toEqual([{ field: null, code: 'refused' }])
})
