/** The built desk below a path that was unknown at build time, beside a desk at the root of the host. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { HOST, OWN, signIn, signInAt } from '#tests/edge/edge-desk.ts'
import { APP_SECRET, addAccount, PATH_PORT as PORT, SANDBOX_PORT, start } from '#tests/edge/start-desks.ts'
import { CADDY, startCaddy } from '#tests/support/caddy.ts'
import { ask } from '#tests/support/http-client.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { configBelow, NGINX, startNginx } from '#tests/support/nginx.ts'

const PATH = '/hr/portraits'
const ACCOUNT = { email: 'below@example.test', password: 'a long enough password' }
const MARK = '__portrait_desk_path__'

let cookie = ''
let setCookies: string[] = []
let folder = ''

/** Returns the working directory of the process that listens for the desk. */
function findPlace(): string {
  const places = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [readlinkSync(`/proc/${pid}/cwd`)]
      } catch {
        return []
      }
    })
  return places.find(place => existsSync(join(place, '.next')) && place.includes('portrait-desk-')) ?? ''
}

beforeAll(async () => {
  const dataDir = mkdtempSync(join(inject('tempRoot'), 'below-'))
  const settings = {
    APP_URL: `https://${HOST}${PATH}`,
    APP_SECRET,
    PORTRAIT_API_URL: `http://127.0.0.1:${SANDBOX_PORT}/api/v1`,
    PORTRAIT_API_KEY: 'practice-key-of-the-built-in-sandbox',
    STOP_GRACE_SECONDS: '0',
    DATA_DIR: dataDir,
  }
  addAccount(ACCOUNT, settings)
  const desk = await start({ port: PORT, dataDir, log: `${dataDir}/log` }, settings)
  folder = findPlace()
  const signedIn = await signInAt({ port: PORT, host: HOST, account: ACCOUNT, path: PATH })
  cookie = signedIn.cookie
  setCookies = signedIn.setCookies
  return async () => {
    desk.kill('SIGTERM')
    await once(desk, 'exit')
    expect(existsSync(folder), 'its copy of the build is gone').toBe(false)
  }
})

function get(path: string, headers: Record<string, string> = {}) {
  return ask(PORT, { path, headers: { host: HOST, ...headers } })
}

/** Returns the local links and resources of a page. */
function listAddresses(html: string): string[] {
  return Array.from(html.matchAll(/(?:src|href)="(\/[^"]*)"/g), ([, address = '']) => address)
}

test('the health check is the only answer outside the path', async () => {
  expect(folder).not.toBe('')
  for (const path of [
    '/',
    '/projects',
    '/sign-in',
    '/_next/static/x.js',
    `${PATH}x`,
    '/hr',
    '/api/v1/projects',
  ]) {
    const { status, body } = await get(path, { cookie })
    expect([path, status, JSON.parse(body).code]).toEqual([path, 404, 'not_found'])
  }
  for (const path of ['/api/health/live', `${PATH}/api/health/live`, `${PATH}/api/health/ready`])
    expect([path, (await get(path)).status]).toEqual([path, 200])
})

test('the front page leads to the projects, or to the sign-in page when signed out', async () => {
  const front = await get(PATH, { cookie })
  expect([front.status, front.headers.location]).toEqual([307, `${PATH}/projects`])
  const slash = await get(`${PATH}/`, { cookie })
  expect([slash.status, slash.headers.location]).toEqual([308, PATH])
  const stranger = await get(`${PATH}/account`)
  expect([stranger.status, stranger.headers.location]).toEqual([307, `${PATH}/sign-in?returnTo=%2Faccount`])
})

describe.each([
  '/sign-in',
  '/projects',
  '/projects/101',
  '/projects/101/people/1001',
  '/account',
  '/nowhere',
])('%s', page => {
  test('a page below the path leads nowhere else, and loads everything from there', async () => {
    const { body } = await get(PATH + page, page === '/sign-in' ? {} : { cookie })
    expect(body).not.toContain(MARK)
    const addresses = listAddresses(body)
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter(address => !address.startsWith(`${PATH}/`))).toEqual([])
    for (const address of new Set(addresses.filter(address => /\.(?:js|css|svg|woff2)$/.test(address)))) {
      const plain = await get(address)
      expect([address, plain.status]).toEqual([address, 200])
      expect(plain.body).not.toContain(MARK)
    }
  })

  test('a page below the path is fetched by client-side navigation', async () => {
    const headers = { ...(page !== '/sign-in' && { cookie }), rsc: '1' }
    // The framework first redirects such requests to an address of their own.
    const { location = '' } = (await get(PATH + page, headers)).headers
    expect(location.startsWith(`${PATH}${page}?_rsc`), location).toBe(true)
    const answer = await get(location, headers)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/x-component'])
    expect(answer.body).not.toContain(MARK)
    expect(answer.body).not.toMatch(/"\/_next\//)
  })
})

test('the mirror names its own addresses, and answers in its own words', async () => {
  const { body } = await get(`${PATH}/api/v1/projects/101/employees?per_page=50`, {
    ...OWN,
    cookie,
  })
  const { data, links } = JSON.parse(body)
  const { photo } = data.find((employee: Employee) => employee.photo.standard_url)
  for (const url of [links.next, photo.standard_url])
    expect(url.startsWith(`https://${HOST}${PATH}/api/v1/`), url).toBe(true)
  const { pathname, search } = new URL(links.next)
  expect((await get(pathname + search, { ...OWN, cookie })).status).toBe(200)
  const refused = await ask(PORT, {
    method: 'PATCH',
    path: `${PATH}/api/v1/employees/1001`,
    headers: { ...OWN, host: HOST, cookie, 'content-type': 'application/json' },
    body: '{',
  })
  // The mirror answers as the service does; other handlers answer 400.
  expect([refused.status, Object.keys(JSON.parse(refused.body).errors)]).toEqual([422, ['body']])
})

describe('cookies', () => {
  test('cookies are sent below the path only', () => {
    expect(setCookies.length).toBeGreaterThan(1)
    for (const line of setCookies) {
      expect(line).toMatch(/^__Secure-portrait-desk\.hr\.portraits\.[\w-]+=/)
      expect(line).toContain(`; Path=${PATH};`)
      expect(line).toContain('; Secure')
    }
  })

  test('cookies of a desk at the root of the host are ignored, even beside those of this desk', async () => {
    const other = await signIn()
    expect((await get(`${PATH}/api/v1/projects`, { ...OWN, cookie: other.cookie })).status).toBe(401)
    expect(
      (await get(`${PATH}/api/v1/projects`, { ...OWN, cookie: `${other.cookie}; ${cookie}` })).status,
    ).toBe(200)
    const there = await ask(inject('desk').port, {
      path: '/api/v1/projects',
      headers: { ...OWN, host: HOST, cookie: `${cookie}; ${other.cookie}` },
    })
    expect(there.status).toBe(200)
  })
})

const proxies = { nginx: NGINX, caddy: CADDY }

for (const [name, version] of Object.entries(proxies))
  if (version === null) leaveOut(`a desk below a path behind ${name}`, name)
  else
    describe(`a desk behind ${name} with the shipped configuration`, () => {
      /** Starts the proxy. The returned function fetches a path, and returns status and body. */
      async function start() {
        const desk = `127.0.0.1:${PORT}`
        const { port } =
          name === 'nginx' ? await startNginx(configBelow(PATH), desk) : await startCaddy(desk, PATH)
        return (path: string) => {
          const sent = ['-H', `host: ${HOST}`, '-H', `cookie: ${cookie}`, '-H', 'accept-language: en']
          const { stdout } = spawnSync('curl', [
            '-ksS',
            ...sent,
            '-w',
            '\n%{http_code}',
            `https://127.0.0.1:${port}${path}`,
          ])
          const [, body = '', status] = /^(.*)\n(\d+)$/s.exec(stdout.toString()) ?? []
          return { status: Number(status), body }
        }
      }

      test('the shipped proxy serves pages, answers and files of the desk, not the rest of the host', async () => {
        const get = await start()
        const page = get(`${PATH}/projects/101`)
        expect([page.status, page.body.includes('data-person=')]).toEqual([200, true])
        const scripts = listAddresses(page.body).filter(address => address.endsWith('.js'))
        expect(scripts.length).toBeGreaterThan(3)
        for (const script of scripts) expect([script, get(script).status]).toEqual([script, 200])
        expect(get(`${PATH}/api/v1/projects`).status).toBe(200)
        expect(get(`${PATH}/_next/image?url=x`).status).toBe(404)
        expect(get('/projects').body).not.toContain('not_found')
      })
    })
