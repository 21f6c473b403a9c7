import { describe, expect, test } from 'vitest'
import { filterPeople, parsePeopleFilters, toPeopleSearch } from '#components/people/people-filters.ts'
import type { Person } from '#lib/session/people-contract.ts'

const ANNA = makePerson({ email: 'Anna@example.com', role: 'admin' })
const BEN = makePerson({ email: 'ben@example.com', status: 'invited' })
const CEM = makePerson({ email: 'cem@elsewhere.example', role: 'editor', status: 'disabled' })
const ALL = [ANNA, BEN, CEM]

describe('the filters of the people page', () => {
  test('are in the address, and are the same when it is opened again', () => {
    const filters = { q: 'a & b+c', role: 'editor', status: 'invited' } as const
    const search = toPeopleSearch(filters)
    expect(parsePeopleFilters(Object.fromEntries(new URLSearchParams(search)))).toEqual(filters)
    expect(toPeopleSearch({})).toBe('')
  })

  test('leave out what does not fit, and keep the rest', () => {
    expect(parsePeopleFilters({ q: ['a', 'b'], role: 'owner', status: 'active' })).toEqual({
      status: 'active',
    })
  })

  test('find a part of an e-mail in any case, and narrow each other', () => {
    expect(filterPeople(ALL, { q: 'ANNA' })).toEqual([ANNA])
    expect(filterPeople(ALL, { q: '@example' })).toEqual([ANNA, BEN])
    expect(filterPeople(ALL, { q: '@example', status: 'invited' })).toEqual([BEN])
    expect(filterPeople(ALL, { role: 'editor', status: 'active' })).toEqual([])
    expect(filterPeople(ALL, {})).toEqual(ALL)
  })
})

function makePerson(known: Partial<Person> & { email: string }): Person {
  return {
    id: known.email,
    role: 'viewer',
    status: 'active',
    method: 'password',
    created_at: '2026-01-01T00:00:00.000Z',
    last_signed_in_at: null,
    ...known,
  }
}
