import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'
import { until } from '#tests/support/until.ts'
import { askDesk, HOST, OWN, signIn } from './edge-desk.ts'
import { SANDBOX_PORT } from './start-desks.ts'

const lines = () => readFileSync(inject('desk').log, 'utf8').split('\n').filter(Boolean)

test('two hundred readers who leave in the middle of an answer harm nobody', async () => {
  const { cookie } = await signIn()
  const headers = Object.entries({ host: HOST, ...OWN, cookie })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const leave = (path: string, afterMs: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(inject('desk').port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
      setTimeout(() => socket.resetAndDestroy(), afterMs)
    })
    socket.on('error', () => {}).on('close', () => resolve())
    return promise
  }
  const paths = ['/projects', '/projects/101', '/sign-in', '/api/v1/projects/101/employees', '/api/budget']
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => leave(paths[index % paths.length] ?? '/', (index * 7) % 90)),
  )
  expect((await askDesk({ path: '/api/health/ready' })).status).toBe(200)
  expect((await askDesk({ path: '/api/budget', headers: { ...OWN, cookie } })).status).toBe(200)
})

test('every line of the log is one event in JSON, without the person who asked', async () => {
  const { email, password } = inject('editor')
  await askDesk({ path: '/api/v1/projects%0d%0a%7b%7d', headers: { ...OWN, 'user-agent': 'CANARY\u0085x' } })
  await askDesk({
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: { ...OWN, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'CANARY\n@example.test', password: 'CANARY' }),
  })
  const answer = await askDesk({ path: '/api/v1/employees/1001', headers: OWN })
  expect(answer.status).toBe(401)
  const log = lines()
  expect(log.length).toBeGreaterThan(0)
  for (const line of log)
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), event: expect.any(String) })
  expect(log.some(line => JSON.parse(line).kind === 'security')).toBe(true)
  for (const word of ['CANARY', email, password]) expect(log.join('\n')).not.toContain(word)
})

test("the reference of a failed answer leads to the log line about the service's answer", async () => {
  const { cookie } = await signIn()
  await fetch(`http://127.0.0.1:${SANDBOX_PORT}/portal/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: '/employees/424242', answer: { kind: 'html', status: 200 } }),
  })
  const answer = await askDesk({ path: '/api/v1/employees/424242', headers: { ...OWN, cookie } })
  const { code, requestId } = JSON.parse(answer.body)
  expect([answer.status, code]).toEqual([502, 'bad_service_answer'])
  // The answer may arrive before its line is in the file.
  const found = await until('the line with the reference', () => {
    const own = lines()
      .map(line => JSON.parse(line))
      .filter(({ request, event }) => request === requestId && event === 'service_trouble')
    return own.length > 0 && own
  })
  expect(found).toMatchObject([{ call: 'GET employees/{id}', reason: 'not JSON' }])
})
