import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask } from '#tests/support/http-client.ts'
import { isSampled } from '#tests/support/night.ts'
import { askDesk, askDeskRaw, HOST, OWN, signIn } from './edge-desk.ts'

/**
 * Requests that have bypassed guards before: CVE-2025-29927, -44574, -44575, -45109, -64642, GHSA-26hh-7cqf-hhc6 and
 * similar.
 */
const HEADERS: Record<string, string>[] = [
  {},
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-subrequest': 'src/middleware:nowaf:src/middleware' },
  { 'x-middleware-subrequest': 'proxy', 'x-middleware-subrequest-id': '0'.repeat(16) },
  { 'x-middleware-prefetch': '1' },
  { 'x-middleware-rewrite': '/api/v1/projects' },
  { 'x-middleware-next': '1', 'x-middleware-override-headers': 'cookie' },
  { 'x-nextjs-data': '1' },
  { 'next-router-prefetch': '1', rsc: '1' },
  { 'next-router-segment-prefetch': '/_tree', rsc: '1' },
  { 'next-resume': '1' },
  { 'x-matched-path': '/api/health/live', 'x-now-route-matches': '1' },
  { 'x-prerender-revalidate': '1' },
  { 'x-invoke-path': '/api/health/live', 'x-invoke-status': '200' },
  { 'x-original-url': '/api/health/live', 'x-rewrite-url': '/api/health/live' },
  { 'x-http-method-override': 'OPTIONS' },
  { authorization: 'Bearer anything' },
  { 'x-forwarded-host': HOST, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
  { 'x-desk-user': 'practice', 'x-desk-address': '127.0.0.1' },
]
const PATHS = [
  '/api/v1/projects',
  '/api/v1/projects?_rsc=abcde',
  '/api/v1/projects.rsc',
  '/api/v1/projects/101/employees',
  '/api/v1/employees/1001/photo',
  '/api/v1/employees/1001/photo?variant=standard&_rsc=1',
  '/api//v1/projects',
  '//api/v1/projects',
  '/api/v1/projects/',
  '/api/v1/./projects',
  '/api/health/../v1/projects',
  '/api/health/live/../../v1/projects',
  '/api/v1/%70rojects',
  '/api/v1%2fprojects',
  '/api/health/live%2f..%2f..%2fv1%2fprojects',
  '/%61pi/v1/projects',
  '/api/v1/projects%00',
  '/api/v1/projects%3f',
  '/api/v1/projects;/health/live',
  '/en/api/v1/projects',
  '/_next/data/build/api/v1/projects.json',
  '/_next/../api/v1/projects',
  '/_next/static/../../api/v1/projects',
  '/API/v1/projects',
]
/** A name that is visible only with a session. */
let secret = ''

beforeAll(async () => {
  const { cookie } = await signIn()
  const answer = await askDesk({ path: '/api/v1/projects', headers: { ...OWN, cookie } })
  secret = JSON.parse(answer.body).data[0].name
  expect(secret.length).toBeGreaterThan(5)
})

describe.each(PATHS)('%s', path => {
  test.each(sampleHeaders(path))('a guarded address with %o stays closed to strangers', async headers => {
    const { status, body, headers: told } = await askDesk({ path, headers })
    expect([307, 308, 401, 404]).toContain(status)
    if (told.location) expect(told.location).toMatch(/^\/[^/\\]/)
    expect(body).not.toContain(secret)
    expect(body).not.toMatch(/^\ufffd?\u0089?PNG|JFIF/)
  })
})

test.each(['/projects', '/projects/101', '/connect', '/projects/101?_rsc=1'])(
  'the page %s shows strangers nothing, whatever they send along',
  async path => {
    for (const headers of sampleHeaders(path)) {
      const { status, body, headers: told } = await askDesk({ path, headers })
      expect([200, 307, 308, 404]).toContain(status)
      if (told.location) expect(told.location).toMatch(/^\/[^/\\]/)
      expect(body).not.toContain(secret)
    }
  },
)

describe('requests with another host', () => {
  test.each([
    ['GET', '/sign-in'],
    ['GET', '/api/v1/projects'],
    ['POST', '/api/auth/callback/credentials'],
    ['GET', '/_next/static/x.js'],
    ['TRACE', '/'],
  ])('a request with another host gets the address of the desk: %s %s', async (method, path) => {
    const answer = await askDesk({ method, path, headers: { host: 'evil.example', 'accept-language': 'en' } })
    expect([answer.status, answer.headers['content-type']]).toEqual([421, 'text/plain; charset=utf-8'])
    expect(answer.body).toBe(`This is not the address of the desk. Please open https://${HOST}.\n`)
  })

  test('another host never appears in a link, a cookie or a redirect of the desk', async () => {
    for (const path of ['/', '/projects', '/api/auth/providers', '/api/auth/signin', '/api/v1/projects/']) {
      const headers = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      }
      expect(JSON.stringify(await askDesk({ path, headers }))).not.toContain('evil.example')
    }
  })

  test('a request with another host may call the health checks', async () => {
    for (const path of ['/api/health/live', '/api/health/ready'])
      expect((await askDesk({ path, headers: { host: '10.0.0.7' } })).status).toBe(200)
  })

  test('a request with another host is refused also in forms that no browser sends', async () => {
    const get = (target: string, lines: string[]) =>
      askDeskRaw([`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'))
    expect(await get('/sign-in', ['Host: evil.example', 'Expect: 100-continue'])).toMatch(/ (417|421) /)
    expect(await get(`http://${HOST}/api/v1/projects`, [`Host: ${HOST}`])).toContain(' 404 ')
    expect(await get('/sign-in', [`Host: ${HOST}`, 'Host: evil.example'])).toMatch(/ (400|200) /)
    expect(await askDeskRaw('GET /sign-in HTTP/1.0\r\n\r\n')).toContain(' 421 ')
    expect(await askDeskRaw('GET /sign-in HTTP/1.1\r\n\r\n')).toContain(' 400 ')
  })
})

test.each(['evil.example', 'localhost.evil.example', '192.168.0.7:3531'])(
  'practice mode does not answer to %s, a name that may point at this machine',
  async host => {
    const { port } = inject('practice')
    for (const path of ['/sign-in', '/api/v1/projects', '/api/auth/csrf']) {
      const answer = await ask(port, { path, headers: { host, 'accept-language': 'de' } })
      expect(answer.status).toBe(421)
      expect(answer.body).toContain('Der Übungsmodus')
    }
  },
)

test.each(['localhost', '127.0.0.1', '[::1]'])('practice mode answers to %s', async name => {
  const { port } = inject('practice')
  expect((await ask(port, { path: '/sign-in', headers: { host: `${name}:${port}` } })).status).toBe(200)
})

/** Never empty: each address is tried with the first headers. */
function sampleHeaders(path: string) {
  return HEADERS.filter((_, index) => index === 0 || isSampled(`${path} ${index}`, 5))
}
