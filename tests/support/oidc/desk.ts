import { createHash } from 'node:crypto'
import { vi } from 'vitest'
import type { User } from '#lib/contracts/session.ts'
import { applySettings, DESK_ORIGIN, type DeskSettings } from '../desk-env.ts'

type BeginOptions = {
  returnTo?: string
  headers?: Record<string, string>
  csrfToken?: string
  /** A query appended to the address. */
  query?: string
}

export type Browser = {
  cookies: Map<string, string>
  /** `POST /api/auth/signin/oidc`, like the button; the answer has the provider's address. */
  begin(options?: BeginOptions): Promise<Response>
  /** The provider's address from the answer of `begin`. */
  leave(returnTo?: string): Promise<URL>
  /** `GET /api/auth/callback/oidc?…`, as the provider redirects the browser. */
  comeBack(address: URL | Record<string, string>, method?: 'GET' | 'HEAD'): Promise<Response>
  user(): Promise<User | null>
  /** `DELETE /api/session`. */
  signOut(): Promise<Response>
  /** `POST /api/auth/callback/credentials`. */
  signInWithPassword(email: string, password: string): Promise<Response>
}

/** The headers of our own pages. */
const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-csrf': '1' }

/** A desk with single sign-on, for one test; `output` has its log. */
export function startSignOnDesk(settings: DeskSettings) {
  const output: string[] = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => void output.push(parts.join(' ')))
  applySettings(settings)
  return { output, openBrowser, lastLine: () => JSON.parse(output.at(-1) ?? '{}') }
}

async function openBrowser(): Promise<Browser> {
  const [{ POST }, { GET, HEAD }, { getNextAuthSecret }, { cookieName, readCookies }, { readSession }] =
    await Promise.all([
      import('#app/api/auth/signin/oidc/route.ts'),
      import('#app/api/auth/callback/oidc/route.ts'),
      import('#lib/session/secrets.ts'),
      import('#lib/http/cookies.ts'),
      import('#lib/session/sessions/read-session.ts'),
    ])
  const context = { params: Promise.resolve({}) }
  const csrfToken = 'a'.repeat(64)
  const hash = createHash('sha256').update(`${csrfToken}${getNextAuthSecret()}`).digest('hex')
  const cookies = new Map([[cookieName('csrf'), `${csrfToken}|${hash}`]])
  const header = () => [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')

  async function send(handle: typeof GET, path: string, init: RequestInit): Promise<Response> {
    const headers = { cookie: header(), ...(init.headers as Record<string, string>) }
    const answer = await handle(new Request(new URL(path, DESK_ORIGIN), { ...init, headers }), context)
    keepCookies(answer, cookies)
    return answer
  }
  const browser: Browser = {
    cookies,
    begin: ({ returnTo = '/projects/1001', headers, csrfToken: token = csrfToken, query = '' } = {}) =>
      send(POST, `/api/auth/signin/oidc${query}`, {
        method: 'POST',
        headers: { ...OWN, ...headers },
        body: JSON.stringify({ csrfToken: token, returnTo }),
      }),
    async leave(returnTo) {
      const answer = await browser.begin(returnTo === undefined ? {} : { returnTo })
      return new URL(((await answer.json()) as { url: string }).url, DESK_ORIGIN)
    },
    comeBack(address, method = 'GET') {
      const query = address instanceof URL ? address.search : `?${new URLSearchParams(address)}`
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      return send(method === 'GET' ? GET : HEAD, `/api/auth/callback/oidc${query}`, { method, headers })
    },
    async signOut() {
      const { DELETE } = await import('#app/api/session/route.ts')
      return send(DELETE, '/api/session', { method: 'DELETE', headers: OWN })
    },
    async signInWithPassword(email, password) {
      const { POST: signIn } = await import('#app/api/auth/[...nextauth]/route.ts')
      const body = JSON.stringify({ email, password, csrfToken })
      const params = Promise.resolve({ nextauth: ['callback', 'credentials'] })
      const request = new Request(`${DESK_ORIGIN}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { ...OWN, cookie: header() },
        body,
      })
      return signIn(request, { params })
    },
    async user() {
      const request = new Request(DESK_ORIGIN, { headers: { cookie: header() } })
      return (await readSession(readCookies(request)))?.user ?? null
    },
  }
  return browser
}

function keepCookies(answer: Response, cookies: Map<string, string>): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    if (attributes.some(attribute => /^ *max-age=0$/i.test(attribute))) cookies.delete(name)
    else cookies.set(name, decodeURIComponent(value.join('=')))
  }
}
