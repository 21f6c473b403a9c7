import { expect, test } from 'vitest'
import { DomainCounts, hasSlip } from '#lib/employees/usual-domain.ts'

test.each([
  ['swapped letters', 'anna@musterwerk.exampel', true],
  ['a letter missing', 'anna@musterwer.example', true],
  ['a letter too many', 'anna@musterwerkk.example', true],
  ['another letter', 'anna@musterwerc.example', true],
  ['the usual domain in capitals', 'anna@MUSTERWERK.example', false],
  ['another domain', 'anna@elsewhere.example', false],
  ['two other letters', 'anna@mustarwerc.example', false],
  ['no address', 'musterwerk.exampel', false],
])('%s', (_, email, slip) => {
  expect(hasSlip(email, 'musterwerk.example')).toBe(slip)
})

test('a domain is usual only when nearly all addresses have it', () => {
  const domains = new DomainCounts()
  for (const email of ['a@one.example', 'b@one.example', 'c@two.example']) domains.count(email, 1)
  expect(domains.usual()).toBeNull()
  domains.count('d@one.example', 1)
  expect(domains.usual()).toBe('one.example')
  domains.count('d@one.example', -1)
  expect(domains.usual()).toBeNull()
})
