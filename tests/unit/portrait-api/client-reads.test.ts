import { expect, test } from 'vitest'
import { sendJson, startServer } from '#tests/support/loopback-server.ts'
import { pageOf, photoOf, readyEmployee } from '#tests/support/people.ts'
import { createServiceClient } from '#tests/support/service-client.ts'

const WITHDRAWN = readyEmployee({ photo: photoOf(1, { approved: false }) })

/** Opens a service whose list is older than its record of one person. */
async function open() {
  const server = await startServer((response, { method, url }) => {
    if (url.includes('/projects/')) sendJson(response, pageOf([readyEmployee()]))
    else if (method === 'PATCH') sendJson(response, { data: WITHDRAWN, meta: { invitation_resent: false } })
    else sendJson(response, { data: WITHDRAWN })
  })
  const client = createServiceClient(server.origin)
  return { server, client }
}

test('a cached list does not restore an approval withdrawn since', async () => {
  const { server, client } = await open()
  await client.listEmployees(7, { page: 1 })
  await client.getEmployee(1)
  await client.listEmployees(7, { page: 1 })
  expect(server.seen).toHaveLength(2)
  expect(client.recent.lastSeen(1, 60_000)?.photo).toMatchObject({ approved: false })
})

test('the same page has one address, whatever the order of its parameters', async () => {
  const { server, client } = await open()
  await client.listEmployees(7, { page: 1, per_page: 200 })
  await client.listEmployees(7, { per_page: 200, page: 1 })
  expect(server.seen).toHaveLength(1)
})

test('a value with query syntax is not the cached answer to another query', async () => {
  const { server, client } = await open()
  await client.listEmployees(7, { mitarbeiternummer: 'X&page=1&per_page=50' })
  await client.listEmployees(7, { mitarbeiternummer: 'X', page: 1, per_page: 50 })
  expect(server.seen).toHaveLength(2)
})

test('a change clears the lists and the person, but not other people', async () => {
  const { server, client } = await open()
  await client.listEmployees(7, { page: 1 })
  await client.getEmployee(1)
  await client.getEmployee(11)
  await client.updateEmployee(1, { locale: 'de' })
  await client.listEmployees(7, { page: 1 })
  await client.getEmployee(1)
  await client.getEmployee(11)
  expect(server.seen.slice(4).map(({ url }) => url.replace('/api/v1', ''))).toEqual([
    '/projects/7/employees?page=1',
    '/employees/1',
  ])
})
