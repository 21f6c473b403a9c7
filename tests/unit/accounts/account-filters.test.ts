import { describe, expect, test } from 'vitest'
import { filterAccounts, parseAccountFilters, toAccountSearch } from '#components/accounts/account-filters.ts'
import type { Account } from '#lib/contracts/accounts.ts'

const ANNA = makePerson({ email: 'Anna@example.com', role: 'admin' })
const BEN = makePerson({ email: 'ben@example.com', status: 'invited' })
const CEM = makePerson({ email: 'cem@elsewhere.example', role: 'editor', status: 'disabled' })
const ALL = [ANNA, BEN, CEM]

describe('the filters of the accounts page', () => {
  test('the account filters are kept in the address', () => {
    const filters = { q: 'a & b+c', role: 'editor', status: 'invited' } as const
    const search = toAccountSearch(filters)
    expect(parseAccountFilters(Object.fromEntries(new URLSearchParams(search)))).toEqual(filters)
    expect(toAccountSearch({})).toBe('')
  })

  test('invalid account filters are left out, and the rest is kept', () => {
    expect(parseAccountFilters({ q: ['a', 'b'], role: 'owner', status: 'active' })).toEqual({
      q: 'b',
      status: 'active',
    })
  })

  test('the account filters match part of an e-mail in any case, and can be combined', () => {
    expect(filterAccounts(ALL, { q: 'ANNA' })).toEqual([ANNA])
    expect(filterAccounts(ALL, { q: '@example' })).toEqual([ANNA, BEN])
    expect(filterAccounts(ALL, { q: '@example', status: 'invited' })).toEqual([BEN])
    expect(filterAccounts(ALL, { role: 'editor', status: 'active' })).toEqual([])
    expect(filterAccounts(ALL, {})).toEqual(ALL)
  })
})

function makePerson(known: Partial<Account> & { email: string }): Account {
  return {
    id: known.email,
    role: 'viewer',
    status: 'active',
    method: 'password',
    can_sign_in: true,
    created_at: '2026-01-01T00:00:00.000Z',
    last_signed_in_at: null,
    ...known,
  }
}
