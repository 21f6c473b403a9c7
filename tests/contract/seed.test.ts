import { expect, test } from 'vitest'
import { toLookOptions } from '#sandbox/portraits/to-look-options.ts'
import { createSeed } from '#sandbox/seed/create-seed.ts'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { MIXED_SITUATIONS, SITUATIONS } from '#sandbox/seed/situations.ts'
import { SPECIAL_NUMBERS, SPECIAL_PEOPLE } from '#sandbox/seed/special-people.ts'
import { serviceState } from '#sandbox/state/records.ts'
import { startSandbox } from './support/start-sandbox.ts'
import { listAll, newEmployee } from './support/walk.ts'

test('the seed is the same each time, and a valid state of a data file', () => {
  const seed = createSeed('key')
  expect(createSeed('key')).toEqual(seed)
  expect(serviceState.parse(seed)).toEqual(seed)
})

test('emails and numbers of the seed are unique in their project, emails in any letter case', () => {
  const { employees } = createSeed('key')
  const emails = employees.map(({ project_id, email }) => `${project_id} ${email.toLowerCase()}`)
  const numbers = employees.map(({ project_id, mitarbeiternummer }) => `${project_id} ${mitarbeiternummer}`)
  expect(new Set(emails).size).toBe(employees.length)
  expect(new Set(numbers).size).toBe(employees.length)
})

test('every employee of the seed could have been created through the API', async () => {
  const sandbox = startSandbox()
  const { employees } = createSeed('key')
  const inputs = employees.map(({ first_name, last_name, locale }) =>
    newEmployee({ first_name, last_name, locale }),
  )
  const numbered = [...new Set(employees.map(({ mitarbeiternummer }) => mitarbeiternummer))]
  const bodies = inputs.map((input, index) => ({ ...input, mitarbeiternummer: numbered[index] }))
  for (let from = 0; from < bodies.length; from += 200) {
    const body = { employees: bodies.slice(from, from + 200) }
    expect((await sandbox.api('POST', '/projects/103/employees', { body })).status).toBe(201)
  }
})

test.each([LARGE_PROJECT, MIXED_PROJECT])(
  'the project $name of the seed holds every special name and number',
  async ({ id }) => {
    const employees = await listAll(startSandbox(), id)
    const names = new Set(employees.map(({ first_name, last_name }) => `${first_name} ${last_name}`))
    const numbers = new Set(employees.map(({ mitarbeiternummer }) => mitarbeiternummer))
    expect(SPECIAL_PEOPLE.filter(person => !names.has(`${person.first_name} ${person.last_name}`))).toEqual(
      [],
    )
    expect(SPECIAL_NUMBERS.filter(number => !numbers.has(number))).toEqual([])
  },
)

test('the mixed project of the seed has every situation', () => {
  expect(new Set(MIXED_SITUATIONS)).toEqual(new Set(SITUATIONS))
})

test('all 700 people of the large project are approved, in both variants', async () => {
  const employees = await listAll(startSandbox(), LARGE_PROJECT.id)
  const ready = employees.filter(({ photo }) => photo.approved && photo.standard_url && photo.transparent_url)
  expect(ready).toHaveLength(700)
})

test('no two people of a project of the seed are drawn alike', () => {
  const large = createSeed('key').employees.filter(({ project_id }) => project_id === LARGE_PROJECT.id)
  const drawings = large.map(sitter => JSON.stringify({ ...toLookOptions(sitter), seed: '' }))
  expect(new Set(drawings).size).toBe(700)
})

test('a reset restores the seed and empties the rate windows', async () => {
  const sandbox = startSandbox({ rateLimit: 3 })
  await sandbox.api('DELETE', '/employees/1001')
  await sandbox.portal('PUT', '/account', { state: 'trial' })
  await sandbox.api('GET', '/projects')
  await sandbox.api('GET', '/projects')
  await sandbox.portal('POST', '/reset')
  expect(await sandbox.journal()).toEqual([])
  expect((await sandbox.api('GET', '/employees/1001')).status).toBe(200)
})
