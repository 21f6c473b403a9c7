import { beforeEach, expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

beforeEach(() => void applySettings())

async function find(wanted: { email?: string; mitarbeiternummer?: string; except?: number }) {
  const people = [readyEmployee({ id: 1, email: 'Erika.Groß@Example.com', mitarbeiternummer: 'A007' })]
  const client = fakeClient({ listEmployees: async () => pageOf(people) })
  const { loadRoster } = await import('#lib/employees/roster.ts')
  await loadRoster(client, 7)
  const { findTaken } = await import('#lib/employees/find-taken.ts')
  const { email, mitarbeiternummer } = findTaken(client, 7, wanted)
  return [email?.id ?? null, mitarbeiternummer?.id ?? null]
}

test('an e-mail is taken in any letter case, a number only as written, and only by others', async () => {
  expect(await find({ email: 'erika.groß@example.COM' })).toEqual([1, null])
  expect(await find({ mitarbeiternummer: ' A007 ' })).toEqual([null, 1])
  expect(await find({ mitarbeiternummer: 'a007' })).toEqual([null, null])
  expect(await find({ email: 'Erika.Groß@Example.com', mitarbeiternummer: 'A007', except: 1 })).toEqual([
    null,
    null,
  ])
})
