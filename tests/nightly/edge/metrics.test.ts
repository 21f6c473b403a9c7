import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { askDesk, HOST, OWN, signIn } from '#tests/edge/edge-desk.ts'
import { ask } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'

const MONITORING = join(import.meta.dirname, '../../../../deploy/monitoring')
const DASHBOARD = readFileSync(join(MONITORING, 'grafana-dashboard.json'), 'utf8')
const ALERTS = readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8')

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']

const scrape = async () => (await ask(inject('desk').metricsPort, { path: '/metrics' })).body
/** Returns the names and labels of the series, without values. */
const seriesIn = (text: string) =>
  text.split('\n').flatMap(line => (/^\w/.test(line) ? line.replace(/ \S+$/, '') : []))

async function lookAround() {
  const { cookie } = await signIn()
  for (const path of ['/projects', '/projects/101', '/api/v1/projects', '/api/v1/employees/1001'])
    expect((await askDesk({ path, headers: { ...OWN, cookie } })).status).toBe(200)
  return cookie
}

test('the dashboard and the alerts query only metrics that the desk has', async () => {
  await lookAround()
  // The HELP lines name all metrics: a counter without any event has no series.
  const told = new Set((await scrape()).match(/(?<=^# HELP )\w+/gm))
  for (const [what, text] of Object.entries({ dashboard: DASHBOARD, alerts: ALERTS })) {
    const asked = new Set(text.match(/\b(?:desk|process|nodejs)_[a-z\d_]+/g))
    expect(asked.size, what).toBeGreaterThan(2)
    expect([...asked].filter(name => !told.has(name.replace(/_bucket$/, '')))).toEqual([])
  }
  expect(ALERTS.match(/- alert: /g)).toHaveLength(6)
  // A first refusal is an increase only if the counter existed before it.
  expect(await scrape()).toMatch(/^desk_key_refusals_total \d+$/m)
})

test('metrics name no person, project or address, and cannot be multiplied by requests', async () => {
  const cookie = await lookAround()
  for (const index of Array.from({ length: 30 }).keys()) {
    await askDesk({ path: `/somewhere-${index}/else-${index}`, headers: { cookie } })
    await askDesk({ path: `/api/somewhere-${index}?q=${index}`, headers: { ...OWN, cookie } })
    await askDesk({ method: `WORD${index}`, path: '/projects' })
    await askDesk({ path: `/projects/${100_000 + index}`, headers: { cookie } })
  }
  const text = await scrape()
  // Other tests query the same desk at the same time, but cannot invent a label either.
  const told = (label: string) =>
    new Set(Array.from(text.matchAll(RegExp(`${label}="([^"]*)"`, 'g')), found => found[1]))
  const routes = Object.values(JSON.parse(readFileSync('.next/app-path-routes-manifest.json', 'utf8')))
  const known = [...routes, 'other', '/_next/static']
  expect([...told('route')].filter(route => !known.includes(route))).toEqual([])
  expect([...told('method')].filter(method => !METHODS.includes(method ?? ''))).toEqual([])
  for (const word of [inject('editor').email, '1001', '127.0.0.1', 'WORD1', 'somewhere'])
    expect(seriesIn(text).join('\n')).not.toContain(word)
  expect(text).toContain('route="/projects/[projectId]/[[...person]]"')
})

test('metrics are served only on their own port, and only at /metrics', async () => {
  expect((await askDesk({ path: '/metrics' })).body).not.toContain('desk_budget')
  expect((await ask(inject('desk').metricsPort, { path: '/projects' })).status).toBe(404)
  expect((await ask(inject('desk').metricsPort, { method: 'POST', path: '/metrics' })).status).toBe(404)
  const { headers } = await ask(inject('desk').metricsPort, { path: '/metrics' })
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
})

test('a request is logged in one line with reference, session and route, but no address', async () => {
  const cookie = await lookAround()
  const answer = await askDesk({ path: '/api/v1/employees/1001?q=CANARY', headers: { ...OWN, cookie } })
  const id = answer.headers['x-request-id']
  const find = () =>
    readFileSync(inject('desk').log, 'utf8')
      .split('\n')
      .filter(line => line.includes(`"${id}"`) && line.includes('"event":"request"'))
  const lines = await until('its line is there', () => find().length > 0 && find())
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: expect.any(String),
    level: 'info',
    event: 'request',
    request: id,
    account: expect.stringMatching(/^[\w-]{10,}$/),
    method: 'GET',
    route: '/api/v1/employees/[employeeId]',
    status: '200',
    bytes: expect.any(Number),
    ms: expect.any(Number),
  })
  expect(JSON.parse(lines[0] ?? '').bytes).toBeGreaterThan(answer.body.length)
  expect(readFileSync(inject('practice').log, 'utf8')).not.toContain('"event":"request"')
})

test('a request whose client leaves in the middle is counted as aborted', async () => {
  const cookie = await lookAround()
  const aborted = async () =>
    seriesIn(await scrape()).filter(series => series.includes('status="aborted"')).length
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(inject('desk').port, '127.0.0.1', () => {
    socket.write(`GET /projects/102 HTTP/1.1\r\nhost: ${HOST}\r\ncookie: ${cookie}\r\n\r\n`)
    setTimeout(() => socket.resetAndDestroy(), 5)
  })
  socket.on('error', () => {}).on('close', () => resolve())
  await promise
  await expect.poll(aborted).toBeGreaterThan(0)
})
