import { request } from 'node:http'
import { PRACTICE } from '#lib/settings/env.ts'

type Sent = {
  method?: 'GET' | 'POST' | 'PATCH'
  cookie?: string
  body?: string
  headers?: Record<string, string>
}
export type Answer = { status: number; setCookies: string[]; body: Buffer }

/** The headers that a page of the desk sends with its own calls. */
const OWN = { 'sec-fetch-site': 'same-origin', 'x-csrf': '1' }

/** One request like a browser's, which accepts compressed answers. The body is not decompressed. */
export function ask(address: string, asked: Sent = {}): Promise<Answer> {
  const { method = 'GET', cookie, body, headers } = asked
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    address,
    {
      method,
      headers: {
        ...OWN,
        'accept-encoding': 'gzip, br',
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    },
    answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          setCookies: answer.headers['set-cookie'] ?? [],
          body: Buffer.concat(chunks),
        }),
      )
    },
  )
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The desk closed an idle connection just when it was used again. Browsers repeat the request, too.
    if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(address, asked))
    else reject(error)
  })
  sent.end(body)
  return promise
}

/** Signs in like the page. Resolves to the `Cookie` header. */
export async function signIn(
  desk: string,
  account: { email: string; password: string } = PRACTICE,
): Promise<string> {
  const plain = { headers: { 'accept-encoding': 'identity' } }
  const start = await ask(`${desk}/api/auth/csrf`, plain)
  const { csrfToken } = JSON.parse(start.body.toString())
  const { status, setCookies } = await ask(`${desk}/api/auth/callback/credentials`, {
    ...plain,
    method: 'POST',
    cookie: toCookie(start.setCookies),
    body: JSON.stringify({ email: account.email, password: account.password, csrfToken }),
  })
  if (status !== 200) throw new Error(`No sign-in: ${status}`)
  return toCookie([...start.setCookies, ...setCookies])
}

function toCookie(setCookies: string[]): string {
  return setCookies.map(header => header.split(';', 1)[0]).join('; ')
}
