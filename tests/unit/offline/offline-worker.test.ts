import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { writeOfflineWorker } from '#lib/offline/offline-worker.ts'

const DESK = 'https://desk.test'
const PAGE = { method: 'GET', mode: 'navigate', url: `${DESK}/projects/7?q=m` }
const ID = { headers: { 'x-request-id': 'abc' } }

describe('what a browser opens', () => {
  test('is the answer of the desk, whatever it says', async () => {
    for (const status of [200, 404, 500, 503]) {
      const answer = new Response('from the desk', { status, ...ID })
      expect(await open(PAGE, { network: async () => answer })).toBe(answer)
    }
  })

  test('is a redirect, which a worker must not look into', async () => {
    const answer = Response.error()
    expect(await open(PAGE, { network: async () => answer })).toBe(answer)
  })

  test('is what the network said while the worker was starting', async () => {
    const answer = new Response('early')
    expect(await open(PAGE, { early: answer })).toBe(answer)
  })

  test.each([
    ['nothing answers', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy finds no desk', async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
    ['a proxy waits in vain', async () => new Response('<h1>504</h1>', { status: 504 })],
    ['a balancer has no desk that is ready', async () => new Response('<h1>503</h1>', { status: 503 })],
  ])('is the page of the desk where %s', async (_, network) => {
    const answer = await open(PAGE, { network })
    expect(answer?.status).toBe(503)
    expect(await answer?.text()).toContain('<h1>No connection to the desk</h1>')
  })

  test('is left to the browser where it is no page of the desk', async () => {
    const left = [
      { ...PAGE, mode: 'cors' },
      { ...PAGE, mode: 'no-cors', url: `${DESK}/_next/static/chunks/a.js` },
      { ...PAGE, method: 'POST' },
      { ...PAGE, url: `${DESK}/api/exports/7/archive` },
    ]
    for (const request of left) expect(await open(request, {})).toBeUndefined()
  })
})

describe('the page', () => {
  test('allows nothing but its own style and script', async () => {
    const answer = await open(PAGE, { network: async () => Promise.reject(new TypeError('no network')) })
    const page = (await answer?.text()) ?? ''
    const policy = answer?.headers.get('content-security-policy')?.split('; ') ?? []
    const hashOf = (tag: string) =>
      `sha256-${createHash('sha256')
        .update(new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '')
        .digest('base64')}`
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src '${hashOf('script')}'`,
      `style-src '${hashOf('style')}'`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer?.headers.get('x-frame-options')).toBe('DENY')
  })

  test('says the name of the desk as text, whatever it is', async () => {
    const worker = writeOfflineWorker({ locale: 'de', theme: 'dark', appName: '</title><script>`1`' })
    const answer = await run(
      worker,
      { network: async () => Promise.reject(new TypeError('no network')) },
      PAGE,
    )
    const page = (await answer?.text()) ?? ''
    expect(page).toContain('<html lang="de" data-theme="dark">')
    expect(page).toContain('&lt;/title&gt;&lt;script&gt;`1`</title>')
  })
})

type Way = {
  network?: (request: unknown) => Promise<Response>
  /** What came of the request that the browser sent while the worker was starting. */
  early?: Response
}

function open(request: typeof PAGE, way: Way): Promise<Response | undefined> {
  return run(writeOfflineWorker({ locale: 'en', theme: 'system', appName: 'Portrait Desk' }), way, request)
}

/** The worker as a browser runs it, asked for one thing; undefined when it leaves that to the browser. */
async function run(
  worker: string,
  { network = async () => Promise.reject(new Error('asked the network')), early }: Way,
  request: typeof PAGE,
): Promise<Response | undefined> {
  const heard = new Map<string, (event: object) => void>()
  const addEventListener = (type: string, listen: (event: object) => void) => heard.set(type, listen)
  runInNewContext(worker, { addEventListener, fetch: network, Response, URL })
  let answer: Promise<Response> | undefined
  heard.get('fetch')?.({
    request,
    preloadResponse: Promise.resolve(early),
    respondWith: (given: Promise<Response>) => {
      answer = given
    },
  })
  return answer
}
