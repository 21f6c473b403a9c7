import { expect, test } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { startExportDesk } from '#tests/edge/export-desk.ts'
import { TROUBLE_PORT as PORT } from '#tests/edge/start-desks.ts'
import { ask } from '#tests/support/http-client.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { until } from '#tests/support/until.ts'

test('the reference on a page or in an answer leads to the log line of the unusable answer', async () => {
  const service = await startServer(response =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>CANARY'),
  )
  const { headers, log } = await startExportDesk(
    PORT,
    { people: 0, photoBytes: 0 },
    { PORTRAIT_API_URL: `${service.origin}/api/v1/` },
  )
  const page = await ask(PORT, { path: '/projects', headers: { ...headers, accept: 'text/html' } })
  const shown = /select-all"[^>]*>([a-z0-9]{10})</.exec(page.body)?.[1]
  const handler = await ask(PORT, { path: '/api/v1/image-sizes', headers })
  const told: unknown = JSON.parse(handler.body).requestId
  expect([shown, told]).toEqual([page.headers['x-request-id'], handler.headers['x-request-id']])
  // The bar of the page requests the projects too, and may come too late to share the page's call.
  const lineOf = (call: string, request: unknown) =>
    (log().match(/.*"service_trouble".*/g) ?? [])
      .map(line => JSON.parse(line))
      .find(line => line.call === call && line.request === request)
  const ofPage = await until('the line of the page is written', () => lineOf('GET projects', shown))
  expect(ofPage).toMatchObject({ status: 200, type: 'text/html', bytes: 12 })
  await until('the line of the handler is written', () => lineOf('GET image-sizes', told))
  expect(log()).not.toContain('CANARY')
  const agents = new Set(service.seen.map(({ headers }) => headers['user-agent']))
  expect([...agents]).toEqual([`portrait-desk/${packageJson.version}`])
})
