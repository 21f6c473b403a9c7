import { inject } from 'vitest'
import { PRACTICE } from '#lib/settings/env.ts'
import { ask, askRaw, type HttpAsk, type HttpResponse } from '#tests/support/http-client.ts'

export const HOST = 'desk.example.test'

/** The headers that a page of the desk sends with its own calls. */
export const OWN = { 'sec-fetch-site': 'same-origin', 'x-csrf': '1' }

/** Sends a request to the desk under its public name. */
export function askDesk(asked: HttpAsk = {}): Promise<HttpResponse> {
  return ask(inject('desk').port, { ...asked, headers: { host: HOST, ...asked.headers } })
}

/** Sends these exact bytes to the desk. Returns the first line of the answer. */
export function askDeskRaw(bytes: string): Promise<string> {
  return askRaw(inject('desk').port, bytes)
}

/** Signs in at the desk like its page. Returns the `Cookie` header, and all cookies that were set. */
export function signIn() {
  return signInAt({ port: inject('desk').port, host: HOST, account: inject('editor') })
}

export function signInPractice() {
  return signInAt({ port: inject('practice').port, host: 'localhost', account: PRACTICE })
}

type SignInPlace = {
  port: number
  host: string
  account: { email: string; password: string }
  /** The device cookie of a browser that has signed in before. */
  device?: string
  /** The headers that a proxy adds. */
  headers?: Record<string, string>
  /** The path below which the desk is served. */
  path?: string
}

export async function signInAt(place: SignInPlace) {
  const { answer, setCookies } = await trySignInAt(place)
  if (answer.status !== 200) throw new Error(`No sign-in: ${answer.status} ${answer.body}`)
  return { cookie: toCookie(setCookies), setCookies }
}

/** Signs in, and returns the answer whatever its status. */
export async function trySignInAt({
  port,
  host,
  account: { email, password },
  device,
  headers,
  path = '',
}: SignInPlace) {
  const start = await ask(port, { path: `${path}/api/auth/csrf`, headers: { ...OWN, host, ...headers } })
  const { csrfToken } = JSON.parse(start.body)
  const answer = await ask(port, {
    method: 'POST',
    path: `${path}/api/auth/callback/credentials`,
    headers: {
      ...OWN,
      host,
      ...headers,
      'content-type': 'application/json',
      cookie: toCookie([...start.setCookies, ...(device ? [device] : [])]),
    },
    body: JSON.stringify({ email, password, csrfToken }),
  })
  return { answer, setCookies: [...start.setCookies, ...answer.setCookies] }
}

function toCookie(setCookies: string[]): string {
  return setCookies.map(header => header.split(';', 1)[0]).join('; ')
}
