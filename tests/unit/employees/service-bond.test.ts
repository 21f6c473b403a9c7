import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const projectsOf = (numbers: Record<number, string>): Project[] =>
  Object.entries(numbers).map(([id, projektnummer]) => ({
    ...{ id: Number(id), projektnummer, name: 'A', status: 'active' },
    ...{ start_date: null, deadline: null, employees_count: null },
  }))

/** Returns the client of a key whose account has these projects and no employees. */
function clientOf(keyFingerprint: string, numbers: Record<number, string>): PortraitClient {
  const data = projectsOf(numbers)
  const client = fakeClient({
    async getEmployee() {
      throw new DeskError('not_found')
    },
    listProjects: async () => ({ data, unreadable: 0 }),
  })
  client.recent.seeProjects(data, 0)
  return { ...client, keyFingerprint }
}

async function open() {
  applySettings()
  const bond = await import('#lib/employees/service-bond.ts')
  const departures = await import('#lib/employees/departures.ts')
  const { getDatabase } = await import('#lib/store/database.ts')
  const compare = (client: PortraitClient) =>
    departures.handleCompleteList({ client, projectId: 7, people: new Map(), before: [17] })
  const gone = async () =>
    (await getDatabase().all('SELECT employee_id AS id FROM gone_people')).map(({ id }) => id)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return { ...bond, ...departures, compare, gone }
}

test('an account with the same project ids deletes no employee until it is accepted', async () => {
  const { compare, gone, findAskedSource, acceptAskedSource } = await open()
  await compare({ ...clientOf('ours', { 7: 'P-7' }), getEmployee: async () => readyEmployee({ id: 17 }) })
  const other = clientOf('other', { 7: 'X-1' })
  await compare(other)
  expect(await gone()).toEqual([])
  expect(await findAskedSource()).toMatchObject({ keys: ['other'], projects: { 7: 'X-1' } })
  await acceptAskedSource()
  await compare(other)
  expect([await gone(), await findAskedSource()]).toEqual([[17], null])
})

test('a withdrawal from another account is not believed', async () => {
  const { isSameSource, forgetOn404, handleWithdrawnApprovals, gone } = await open()
  expect(await isSameSource(clientOf('ours', { 7: 'P-7' }))).toBe(true)
  const other = clientOf('other', { 8: 'P-7' })
  other.recent.see(readyEmployee({ id: 17 }))
  await expect(forgetOn404(other, 17, () => other.getEmployee(17))).rejects.toThrow('not_found')
  await handleWithdrawnApprovals(other, [readyEmployee({ id: 17, photo: photoOf(17, { approved: false }) })])
  expect(await gone()).toEqual([])
})

test('a new key of one account is the same source, but a key of another address is not', async () => {
  const { isSameSource, compare, findAskedSource } = await open()
  await compare(clientOf('ours', { 7: 'P-7', 8: 'P-8' }))
  expect(await isSameSource(clientOf('rotated', { 8: 'P-8', 9: 'P-9' }))).toBe(true)
  expect(await isSameSource(clientOf('other', { 7: 'P-1', 8: 'P-2' }))).toBe(false)
  vi.stubEnv('PORTRAIT_API_URL', 'http://localhost:1/api/v1')
  const { dropSingleton } = await import('#lib/singleton.ts')
  dropSingleton('settings')
  expect(await isSameSource(clientOf('ours', { 7: 'P-7', 8: 'P-8' }))).toBe(false)
  expect(await findAskedSource()).toMatchObject({ service: 'http://localhost:1/api/v1' })
})
