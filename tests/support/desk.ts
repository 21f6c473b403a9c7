import { copyFileSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { encode } from 'next-auth/jwt'
import { inject, onTestFinished } from 'vitest'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import type { Role } from '#lib/contracts/session.ts'
import type { ErrorBody } from '#lib/errors.ts'
import { openDatabase } from '#lib/store/database.ts'
import { captureOutput } from './capture-output.ts'
import { applySettings, DESK_ORIGIN, type DeskSettings } from './desk-env.ts'
import { matchRoute } from './routes.ts'
import { startService } from './sandbox-service.ts'

/** The API key of the first customer in every handler test. It must never appear in any output. */
export const CANARY_KEY = 'pk_canary_7d0e8f1b2c3a4d5e6f708192'

export type CallOptions = {
  body?: unknown
  headers?: Record<string, string | undefined>
  signal?: AbortSignal
}

/** A union of all answers of the desk. */
export type AnyBody = Partial<ErrorBody> & { data?: unknown; meta?: unknown }

export type Person = {
  id: string
  /** Calls the real handler with a real `Request`, like the desk's own pages. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>
  /** The same, with the answer read as JSON. */
  json<Body = AnyBody>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<{ status: number; body: Body }>
  /** The cookies that a browser would send. */
  cookies: Map<string, string>
}

/**
 * Starts a desk and the sandbox behind it, for one test. The photos are patterns, which are fast to make; tests about
 * pictures pass `sandbox: { pictures: 'drawn' }`.
 * @param options `connected: 'operator'`, the default, puts the key into the settings; with `'person'` there is no key
 */
export function startDesk(
  options: {
    connected?: 'operator' | 'person'
    settings?: DeskSettings
    sandbox?: Parameters<typeof startService>[1]
  } = {},
) {
  const { connected = 'operator', settings, sandbox } = options
  const key = connected === 'operator' ? { PORTRAIT_API_KEY: CANARY_KEY } : {}
  const { dataDir } = applySettings({ PORTRAIT_API_LIMIT: '100000', ...key, ...settings })
  copyFileSync(newDatabase(), join(dataDir, 'desk.sqlite'))
  const output = captureOutput()
  const service = startService(CANARY_KEY, { pictures: 'patterns', ...sandbox })
  onTestFinished(endJobs)
  return { dataDir, service, output, signIn, signInAs, visitor: () => createPerson('', new Map()) }
}

export type Desk = ReturnType<typeof startDesk>

/** An empty database. Its migration takes longer than most tests of it, so it is made once. */
function newDatabase(): string {
  const folder = inject('tempRoot')
  const path = join(folder, `new-${process.pid}.sqlite`)
  if (!existsSync(path)) openDatabase(folder, basename(path)).close()
  return path
}

/** The log lines about jobs: event, reason and outcome of each line, in order. */
export function toldOfJobs({ output }: Desk): unknown[][] {
  const lines = output.map(line => JSON.parse(line) as Record<string, unknown>)
  return lines
    .filter(({ event }) => /^(export|import|batch)_/.test(String(event)))
    .map(({ event, reason, state }) => [event, reason ?? state].filter(Boolean))
}

/** Cancels the jobs of a test, whose calls and log lines would otherwise appear in the next test. */
async function endJobs(): Promise<void> {
  const { getHeldJobs } = await import('#lib/jobs/job.ts')
  for (const { cancellation } of getHeldJobs().values()) cancellation.abort(new Error('The test is over.'))
  const { dropSingleton } = await import('#lib/singleton.ts')
  // The number of suppressed lines is logged after a minute, when another test runs.
  dropSingleton<Map<string, unknown>>('held-lines')?.clear()
}

/** A new account with this role, signed in like by next-auth. */
async function signIn(role: Role = 'editor'): Promise<Person> {
  const [{ getAccountStore }, { newAccountRow }] = await Promise.all([
    import('#lib/store/account-store.ts'),
    import('#lib/session/accounts/accounts.ts'),
  ])
  const id = crypto.randomUUID()
  await getAccountStore().create(newAccountRow({ id, email: `${id}@example.com`, role }))
  return signInAs(id)
}

/** A new session of an existing account. */
async function signInAs(id: string, method: SignInMethod = 'password'): Promise<Person> {
  const [{ startSession }, { getNextAuthSecret }, { cookieName }] = await Promise.all([
    import('#lib/session/sessions/registry.ts'),
    import('#lib/session/secrets.ts'),
    import('#lib/http/cookies.ts'),
  ])
  const { sid } = await startSession(id, { method, client: 'Chrome, Windows' })
  const token = await encode({ token: { sub: id, sid }, secret: getNextAuthSecret(), maxAge: 8 * 60 * 60 })
  return createPerson(id, new Map([[cookieName('session'), token]]))
}

/** Sends a text or a stream unchanged, everything else as JSON. */
function toSent(body: unknown): BodyInit {
  return typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body)
}

function createPerson(id: string, cookies: Map<string, string>): Person {
  const call: Person['call'] = async (method, path, { body, headers = {}, signal } = {}) => {
    const url = new URL(path, DESK_ORIGIN)
    const { route, params } = matchRoute(url.pathname)
    const handlers = await route.load()
    const cookie = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const sent = {
      'sec-fetch-site': 'same-origin',
      'x-csrf': '1',
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const request = new Request(url, {
      method,
      headers: Object.entries(sent).filter((entry): entry is [string, string] => Boolean(entry[1])),
      ...(body !== undefined && { body: toSent(body), duplex: 'half' }),
      ...(signal && { signal }),
    })
    const handle = handlers[method]
    if (!handle) throw new Error(`${route.pattern} exports no ${method}`)
    const answer = await handle(request, { params: Promise.resolve(params) })
    keepCookies(answer, cookies)
    return answer
  }
  return {
    id,
    cookies,
    call,
    async json(method, path, options) {
      const answer = await call(method, path, options)
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

function keepCookies(answer: Response, cookies: Map<string, string>): void {
  for (const header of answer.headers.getSetCookie()) {
    const [pair = '', ...attributes] = header.split(';')
    const [name = '', ...value] = pair.split('=')
    if (attributes.some(attribute => /^ *max-age=0$/i.test(attribute))) cookies.delete(name)
    else cookies.set(name, decodeURIComponent(value.join('=')))
  }
}
