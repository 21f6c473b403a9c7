import { expect, test, vi } from 'vitest'
import { ServiceNews } from '#lib/portrait-api/service-news.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { createServiceClient } from '#tests/support/service-client.ts'

const PERSON = readyEmployee()
const { first_name, last_name, email, mitarbeiternummer } = PERSON
const INPUT = { first_name, last_name, email, mitarbeiternummer }

/** Opens a client of a service that answers every call like this. */
async function open(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const server = await startServer(response => void response.writeHead(status).end(text))
  const news = new ServiceNews()
  const client = createServiceClient(server.origin, news)
  return { client, told: () => news.list().map(({ field }) => field) }
}

test.each([
  [201, ''],
  [201, '<html>'],
  [201, '{}'],
  [201, { data: 'made' }],
  [200, { data: null }],
])('a create answered with %i %j is done, and the person is known', async (status, body) => {
  const { client } = await open(status, body)
  const error = expect.objectContaining({ code: 'bad_service_answer', done: true })
  await expect(client.createEmployee(7, INPUT)).rejects.toEqual(error)
  await expect(client.createEmployees(7, [INPUT])).rejects.toEqual(error)
})

test.each(['', '<html>Sign in to the network</html>'])(
  'a 200 with %j may be foreign, and leaves a write in doubt',
  async page => {
    const { client } = await open(200, page)
    const error = expect.objectContaining({ code: 'bad_service_answer', done: false })
    await expect(client.createEmployee(7, INPUT)).rejects.toEqual(error)
    await expect(client.updateEmployee(1, { first_name })).rejects.toEqual(error)
  },
)

test('an invalid field in the answer does not fail a write that was done', async () => {
  const { id } = PERSON
  const { client, told } = await open(201, { data: { id } })
  expect(await client.createEmployee(7, INPUT)).toMatchObject({ ...INPUT, id, project_id: 7, status: '' })
  const answer = await client.updateEmployee(1, { first_name: 'Anna' })
  expect(answer).toMatchObject({ data: { ...INPUT, first_name: 'Anna' }, meta: { invitation_resent: false } })
  expect(told()).toEqual(expect.arrayContaining(['status', 'photo', 'meta']))
})

test.each([
  [204, '', []],
  [200, '', ['HTTP status']],
  [202, { data: PERSON }, ['HTTP status']],
])('a delete answered with %i %j is done', async (status, body, expected) => {
  const { client, told } = await open(status, body)
  await client.deleteEmployee(1)
  expect(told()).toEqual(expected)
})

test('a foreign page does not count as a deletion', async () => {
  const { client } = await open(200, '<html>')
  await expect(client.deleteEmployee(1)).rejects.toMatchObject({ code: 'bad_service_answer' })
})

test('an unreadable answer is logged with call and fields, and without values', async () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { client } = await open(200, { data: { name: 'CANARY' } })
  await expect(client.listEmployees(7, {})).rejects.toMatchObject({ code: 'bad_service_answer' })
  const lines = out.mock.calls.map(([line]) => String(line))
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    {
      event: 'service_trouble',
      call: 'GET projects/{id}/employees',
      reason: 'data: list expected, object found',
    },
  ])
  expect(lines.join()).not.toContain('CANARY')
})
