import { beforeAll, describe, expect, inject, test } from 'vitest'
import { API_HEADERS } from '#lib/http/headers.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { ask, type HttpResponse } from '#tests/support/http-client.ts'
import { isSampled } from '#tests/support/night.ts'
import { listRoutes } from '#tests/support/routes.ts'
import { askDesk, OWN, signIn } from './edge-desk.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
/** A write with a session takes effect, also on the session of the other tests. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const PATHS = [
  ...listRoutes().map(({ pattern }) =>
    pattern
      .replace('[...nextauth]', 'session')
      .replace('[[...unknown]]', 'nothing/here')
      .replace('[exportId]', crypto.randomUUID())
      .replace('[employeeId]', '1001')
      .replace(/\[\w+\]/g, '101'),
  ),
  '/api',
  '/api/nothing',
  '/api/v2/projects',
  '/api/v1/employees/abc',
  '/api/auth/nothing',
  '/api/auth/_log',
  '/api/auth/csrf',
  '/api/auth/providers',
  '/api/auth/error?error=Configuration',
]

let cookie = ''
beforeAll(async () => {
  cookie = (await signIn()).cookie
})

function expectApiHeaders(answer: HttpResponse, what: string): void {
  const { 'cache-control': _, ...always } = API_HEADERS
  expect(answer.headers, what).toMatchObject(always)
  expect(answer.headers['strict-transport-security'], what).toBe('max-age=63072000')
  expect(answer.headers['x-request-id'], what).toMatch(/^[a-z2-9]{10}$/)
  expect(answer.headers['cache-control'] ?? '', what).toMatch(/no-store|private, max-age/)
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
    expect(answer.headers, what).not.toHaveProperty(name)
  const names = answer.headerNames.filter(name => name !== 'set-cookie')
  expect(new Set(names).size, what).toBe(names.length)
}

describe.each(PATHS)('%s', path => {
  test('every method answers with the API headers, with and without a session', async () => {
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' }
    for (const method of METHODS)
      for (const [index, headers] of (READS.has(method)
        ? [{}, foreign, { ...OWN, cookie }]
        : [{}, OWN, foreign]
      ).entries()) {
        if (!isSampled(`${method} ${path} ${index}`, 5)) continue
        const answer = await askDesk({ method, path, headers })
        const what = `${method} ${path} ${JSON.stringify(Object.keys(headers))} ${answer.status}`
        expectApiHeaders(answer, what)
        expect(answer.status, what).not.toBe(500)
        expect(answer.headers['content-type'] ?? 'none', what).not.toContain('text/html')
      }
  })
})

test('an address below /api that does not exist is 404 in JSON, for every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await askDesk({ method, path: '/api/v1/nothing', headers: OWN })
    expect([method, answer.status, JSON.parse(answer.body).code]).toEqual([method, 404, 'not_found'])
  }
})

test('an error names its request, which can be found in the log', async () => {
  const answer = await askDesk({ path: '/api/v1/projects', headers: OWN })
  expect(JSON.parse(answer.body).requestId).toBe(answer.headers['x-request-id'])
})

test.each(['TRACE', 'PROPFIND', 'SEARCH'])('the method %s is 405 everywhere', async method => {
  for (const path of ['/', '/api/v1/projects', '/api/health/live', '/_next/static/x.js']) {
    const { status, headers } = await askDesk({ method, path })
    expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD'])
  }
})

test('next-auth takes no log lines from strangers', async () => {
  const answer = await askDesk({
    method: 'POST',
    path: '/api/auth/_log',
    headers: OWN,
    body: '{"level":"error"}',
  })
  expect(answer.status).toBe(404)
})

describe('photos over HTTP', () => {
  const photo = (headers: Record<string, string> = { ...OWN, cookie }) =>
    askDesk({ path: `/api/v1/employees/${approved}/photo?size=3`, headers })
  let approved = 0
  beforeAll(async () => {
    const path = `/api/v1/projects/${COMPLETED_PROJECT.id}/employees?photo_ready=1`
    const answer = await askDesk({ path, headers: { ...OWN, cookie } })
    if (answer.status !== 200) throw new Error(answer.body)
    approved = JSON.parse(answer.body).data[0].id
  })

  test('a photo is an image of a checked type that cannot run anything', async () => {
    const answer = await photo()
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expectApiHeaders(answer, 'photo')
  })

  test('a photo is handed out to the address bar, and to no page of another site', async () => {
    expect((await photo({ cookie, 'sec-fetch-site': 'none' })).status).toBe(200)
    for (const site of ['cross-site', 'same-site'])
      expect((await photo({ cookie, 'sec-fetch-site': site })).status).toBe(403)
  })
})

test('the image optimiser is off', async () => {
  for (const path of [
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/image?url=https%3A%2F%2Fevil.example%2Fx.png&w=64&q=75',
    '/_next/image/',
    '/_next/image',
  ])
    expect((await askDesk({ path })).status).toBe(404)
})

describe('the cookies of the desk', () => {
  const parse = (header: string) => {
    const [pair = '', ...attributes] = header.split('; ')
    return { name: pair.split('=', 1)[0] ?? '', attributes: attributes.map(text => text.toLowerCase()) }
  }

  test('the cookies of the desk stay on its host, unread by scripts, behind TLS only', async () => {
    const { setCookies } = await signIn()
    const names = setCookies.map(header => parse(header).name)
    expect(names).toEqual(expect.arrayContaining([expect.stringContaining('session')]))
    for (const { name, attributes } of setCookies.map(parse)) {
      expect(name).toMatch(/^__Host-portrait-desk\./)
      expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'secure']))
      expect(attributes.join()).toMatch(/samesite=(lax|strict)/)
      expect(attributes.join()).not.toContain('domain')
    }
  })

  test('cookies from before a sign-in are not taken over by it', async () => {
    const first = await signIn()
    const second = await signIn()
    const session = (cookie: string) => /portrait-desk\.session=([^;]+)/.exec(cookie)?.[1]
    expect(session(first.cookie)).toBeTruthy()
    expect(session(second.cookie)).not.toBe(session(first.cookie))
  })
})

test('cookies of practice mode without TLS differ only where browsers would refuse them', async () => {
  const { port } = inject('practice')
  const { setCookies } = await ask(port, { path: '/api/auth/csrf', headers: { ...OWN, host: 'localhost' } })
  for (const cookie of setCookies) expect(cookie).toMatch(/^portrait-desk\.\w+=.*HttpOnly.*SameSite=Lax/i)
})
