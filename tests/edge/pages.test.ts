import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { PAGE_HEADERS } from '#lib/http/prepare-request.ts'
import { ask, type HttpResponse } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { askDesk, signIn, signInPractice } from './edge-desk.ts'

/** Every address with an HTML page, and addresses without one. */
const PAGES = [
  '/sign-in',
  '/sign-in?returnTo=%2Fprojects',
  '/connect',
  '/projects',
  '/projects/101',
  '/projects/101?q=x&page=2',
  '/projects/999999',
  '/projects/abc',
  '/nothing',
  '/nothing/at/all',
  '/_next/nothing',
  '/_next/static/chunks/nothing.js',
  '/_next/data/x/projects.json',
  '/favicon.ico',
  '/robots.txt',
]

let cookie = ''
beforeAll(async () => {
  cookie = (await signIn()).cookie
})

const nonceOf = (answer: HttpResponse) =>
  /script-src 'nonce-([^']+)'/.exec(answer.headers['content-security-policy'] ?? '')?.[1] ?? ''

function expectNonces(answer: HttpResponse): void {
  const nonce = nonceOf(answer)
  expect(nonce).not.toBe('')
  const scripts = answer.body.match(/<script\b[^>]*>/gi) ?? []
  for (const script of scripts) expect(script).toContain(` nonce="${nonce}"`)
  for (const style of answer.body.match(/<style\b[^>]*>/gi) ?? [])
    expect(style).toContain(` nonce="${nonce}"`)
  expect(answer.body.match(/<[^>]+\son\w+=/gi)).toBeNull()
  if (answer.body.includes('<html')) expect(scripts.length).toBeGreaterThan(3)
}

test('every page is rendered for each request, except the fallback page for render errors', () => {
  expect(globSync('**/*.html', { cwd: '.next/server/app' })).toEqual(['_global-error.html'])
})

describe.each(PAGES)('%s', path => {
  const get = (headers = {}) => askDesk({ path, headers: { cookie, accept: 'text/html', ...headers } })

  test('a page runs only scripts with the nonce of its own answer', async () => {
    const answers = [await get(), await get(), await askDesk({ path })]
    for (const answer of answers) expectNonces(answer)
    expect(new Set(answers.map(nonceOf)).size).toBe(3)
  })

  test('a page has every security header once, and stays out of caches', async () => {
    const answer = await get()
    expect(answer.headers).toMatchObject(PAGE_HEADERS)
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000')
    expect(answer.headers['cache-control'] ?? '').toContain('no-store')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(new Set(answer.headerNames).size).toBe(answer.headerNames.length)
  })

  test('a page takes no style from HTML', async () => {
    expect((await get()).body.match(/<[^>]+\sstyle="/g)).toBeNull()
  })

  test('a page ignores a policy that the client sends', async () => {
    const evil = `script-src 'nonce-ZXZpbGV2aWxldmlsZXZpbA=='`
    for (const name of ['content-security-policy', 'content-security-policy-report-only', 'x-nonce']) {
      const answer = await get({ [name]: evil })
      expect(JSON.stringify(answer)).not.toContain('ZXZpbGV2aWxldmlsZXZpbA')
      expectNonces(answer)
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('a page is read-only: %s is 405', async method => {
    const answer = await askDesk({
      method,
      path,
      headers: { cookie, 'next-action': '0'.repeat(42), 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n["$1:a"]\r\n--x--\r\n',
    })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

test('a page that crashed has the same headers, and does not show the cause', async () => {
  const { port, dataDir, log } = inject('practice')
  const [file = ''] = globSync('*.sqlite', { cwd: dataDir })
  const database = new DatabaseSync(join(dataDir, file))
  const { cookie } = await signInPractice()
  database.exec('ALTER TABLE accounts RENAME TO accounts_gone')
  try {
    const answer = await ask(port, { path: '/sign-in', headers: { host: 'localhost', cookie } })
    expect(answer.status).toBe(500)
    expectNonces(answer)
    expect(answer.headers).toMatchObject(PAGE_HEADERS)
    expect(answer.body).not.toMatch(/no such table|sqlite|\.ts:|node_modules| style="/i)
    const lines = await until('the log says so', () => eventsOf(log))
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: expect.any(String) })
    expect(lines.join()).not.toContain('no such table')
  } finally {
    database.exec('ALTER TABLE accounts_gone RENAME TO accounts')
    database.close()
  }
})

/** The lines that a desk has written after its ready line; null while there are none. */
function eventsOf(log: string): string[] | null {
  const [, ...lines] = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return lines.length > 0 ? lines : null
}
