import { request as send } from 'node:http'
import { connect } from 'node:net'

export type HttpResponse = {
  status: number
  headers: Record<string, string>
  /** Every header as it was sent, so that a duplicate is visible. */
  headerNames: string[]
  setCookies: string[]
  body: string
  /** The size of the body before decoding. */
  bytes: number
}

export type HttpAsk = {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** A string is sent with its length, parts are sent in chunks. */
  body?: string | Iterable<string | Buffer>
}

/** A request of a program. `fetch` would allow only a browser's `Host` and methods. */
export function ask(port: number, { method = 'GET', path = '/', headers = {}, body }: HttpAsk = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const request = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, async answer => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of answer) chunks.push(chunk)
    } catch (error) {
      return reject(error)
    }
    const { 'set-cookie': setCookies = [], ...rest } = answer.headers
    const whole = Buffer.concat(chunks)
    resolve({
      status: answer.statusCode ?? 0,
      headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
      headerNames: answer.rawHeaders.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase()),
      setCookies,
      body: whole.toString(),
      bytes: whole.byteLength,
    })
  })
  request.on('error', reject)
  if (typeof body === 'string') request.setHeader('content-length', Buffer.byteLength(body)).end(body)
  else {
    for (const chunk of body ?? []) request.write(chunk)
    request.end()
  }
  return promise
}

/** Sends these exact bytes and returns the first line of the answer, for requests that no HTTP client would send. */
export function askRaw(port: number, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk
    text = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    if (text.includes('\r\n') && !text.startsWith('HTTP/1.1 100')) socket.destroy()
  })
  socket.on('error', reject).on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
  return promise
}
