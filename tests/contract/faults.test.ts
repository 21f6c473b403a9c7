import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionDropped } from '#sandbox/faults/connection-dropped.ts'
import { EMPTY_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { until } from '#tests/support/until.ts'
import { startSandbox } from './support/start-sandbox.ts'
import { listAll, newEmployee } from './support/walk.ts'

/** The sandbox's timer. */
const wait = vi.hoisted(() => vi.fn<typeof import('node:timers/promises').setTimeout<undefined>>())
vi.mock('node:timers/promises', () => ({ setTimeout: wait }))
beforeEach(async () => {
  const { setTimeout } = await vi.importActual<typeof import('node:timers/promises')>('node:timers/promises')
  wait.mockReset().mockImplementation(setTimeout)
})

const CREATE = `/projects/${EMPTY_PROJECT.id}/employees`

describe('faults and the requests that they match', () => {
  test('a fault hits the next N matching requests, then all is well again', async () => {
    const sandbox = startSandbox()
    await sandbox.addFault({ path: '/projects', times: 2, answer: { kind: 'status', status: 503 } })
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await sandbox.api('GET', '/projects')).status)
    expect(statuses).toEqual([503, 503, 200])
  })

  test('a fault with skip lets the first requests pass', async () => {
    const sandbox = startSandbox()
    await sandbox.addFault({ path: '/projects', skip: 1, answer: { kind: 'status', status: 500 } })
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await sandbox.api('GET', '/projects')).status)
    expect(statuses).toEqual([200, 500, 200])
  })

  test.each([
    ['/employees/*', 'GET', '/employees/1001', true],
    ['/employees/*', 'GET', '/employees/1001/photo', false],
    ['/employees/**', 'GET', '/employees/1001/photo?size=1', true],
    ['/employees/*/photo?*size=1*', 'GET', '/employees/1001/photo?size=1', true],
    ['/employees/*/photo?*size=1*', 'GET', '/employees/1001/photo?size=2', false],
    ['^/employees/10(01|02)$', 'GET', '/employees/1002', true],
    ['^/employees/10(01|02)$', 'GET', '/employees/1003', false],
    ['/projects', 'POST', '/projects', false],
  ])('a fault at %s hits %s %s: %s', async (path, method, target, meets) => {
    const sandbox = startSandbox()
    await sandbox.addFault({ method: 'get', path, answer: { kind: 'status', status: 599 } })
    expect((await sandbox.api(method, target)).status === 599).toBe(meets)
  })

  test('a clear or a reset removes all faults; an invalid fault is a 422', async () => {
    const sandbox = startSandbox()
    for (const [method, path] of [
      ['DELETE', '/faults'],
      ['POST', '/reset'],
    ] as const) {
      await sandbox.addFault({ answer: { kind: 'status', status: 500 } })
      await sandbox.portal(method, path)
      expect((await sandbox.api('GET', '/projects')).status).toBe(200)
    }
    expect(await sandbox.portalStatus('POST', '/faults', { answer: { kind: 'explode' } })).toBe(422)
  })
})

describe('the effects of faults', () => {
  test('a status fault sets headers and body, and prevents the effect of the request by default', async () => {
    const sandbox = startSandbox()
    const headers = { 'retry-after': '7' }
    const body = { message: 'Send again.' }
    await sandbox.addFault({ method: 'POST', answer: { kind: 'status', status: 409, headers, body } })
    const answer = await sandbox.api('POST', CREATE, { body: newEmployee() })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '7'])
    expect(await answer.json()).toEqual(body)
    expect(await listAll(sandbox, EMPTY_PROJECT.id)).toEqual([])
  })

  test('a status fault after the work lets the service do it, and loses the answer', async () => {
    const sandbox = startSandbox()
    await sandbox.addFault({ method: 'POST', answer: { kind: 'status', status: 502, phase: 'after' } })
    expect((await sandbox.api('POST', CREATE, { body: newEmployee() })).status).toBe(502)
    expect(await listAll(sandbox, EMPTY_PROJECT.id)).toHaveLength(1)
  })

  test.each([
    ['before', 0],
    ['after', 1],
  ])('a drop fault %s the work makes fetch reject, employees created: %i', async (phase, count) => {
    const sandbox = startSandbox()
    await sandbox.addFault({ method: 'POST', answer: { kind: 'drop', phase } })
    const call = sandbox.api('POST', CREATE, { body: newEmployee() })
    await expect(call).rejects.toBeInstanceOf(ConnectionDropped)
    expect(await listAll(sandbox, EMPTY_PROJECT.id)).toHaveLength(count)
  })

  test('a delay fault sends the right answer later; a caller who leaves prevents the work', async () => {
    const sandbox = startSandbox()
    await sandbox.addFault({ times: 2, answer: { kind: 'delay', ms: 60 } })
    const held = Promise.withResolvers<undefined>()
    wait.mockReturnValueOnce(held.promise)
    const answered = vi.fn()
    const call = sandbox.api('GET', '/projects').finally(answered)
    await until('the answer is held back', () => wait.mock.calls.length > 0)
    expect(wait.mock.calls[0]?.[0]).toBe(60)
    expect(answered).not.toHaveBeenCalled()
    held.resolve(undefined)
    expect((await call).status).toBe(200)
    const signal = AbortSignal.timeout(10)
    await expect(sandbox.api('POST', CREATE, { body: newEmployee(), signal })).rejects.toThrow()
    expect(await listAll(sandbox, EMPTY_PROJECT.id)).toEqual([])
  })

  test('a cut fault with a length announces the whole length, then breaks the body', async () => {
    const sandbox = startSandbox()
    const whole = await (await sandbox.api('GET', '/projects')).text()
    await sandbox.addFault({ answer: { kind: 'cut', bytes: 100, withLength: true } })
    const answer = await sandbox.api('GET', '/projects')
    expect(answer.headers.get('content-length')).toBe(String(new TextEncoder().encode(whole).length))
    await expect(answer.text()).rejects.toBeInstanceOf(ConnectionDropped)
  })

  test('a cut fault without a length ends the body early', async () => {
    const sandbox = startSandbox()
    await sandbox.addFault({ answer: { kind: 'cut', bytes: 100, withLength: false } })
    const answer = await sandbox.api('GET', '/projects')
    expect(answer.headers.get('content-length')).toBeNull()
    expect((await answer.arrayBuffer()).byteLength).toBe(100)
  })

  test('a drip fault sends the whole body, not faster than asked for', async () => {
    const sandbox = startSandbox()
    const whole = await (await sandbox.api('GET', '/image-sizes')).text()
    await sandbox.addFault({ answer: { kind: 'drip', bytesPerSecond: 1000 } })
    wait.mockResolvedValue(undefined)
    expect(await (await sandbox.api('GET', '/image-sizes')).text()).toBe(whole)
    const waitedMs = wait.mock.calls.reduce((sum, [ms = 0]) => sum + ms, 0)
    // The first piece is sent at once.
    expect(waitedMs).toBeGreaterThan(whole.length - 100)
  })

  test('redirect and html faults answer like a gateway in between', async () => {
    const sandbox = startSandbox()
    await sandbox.addFault({ answer: { kind: 'redirect', location: 'http://elsewhere.test/' } })
    const redirect = await sandbox.api('GET', '/projects')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://elsewhere.test/'])
    await sandbox.addFault({ answer: { kind: 'html', status: 502 } })
    const page = await sandbox.api('GET', '/projects')
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<h1>')
  })

  test('a fault uses up none of the rate limit, because the request never reached the service', async () => {
    const sandbox = startSandbox({ rateLimit: 1 })
    await sandbox.addFault({ answer: { kind: 'status', status: 503 } })
    expect((await sandbox.api('GET', '/projects')).status).toBe(503)
    expect((await sandbox.api('GET', `/projects/${LARGE_PROJECT.id}/employees`)).status).toBe(200)
  })
})
