import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGunzip, createGzip, type Gzip, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compressPage } from '#lib/http/compress-page.ts'

const HTML = '<li>Jörg Müller</li>'.repeat(20_000)
const streams: Gzip[] = []

async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  streams.length = 0
  const server = createServer((request, response) => {
    compressPage(request, response, () => {
      const stream = createGzip()
      streams.push(stream)
      return stream
    })
    answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function ask(port: number, { method = 'GET', encoding = 'gzip, deflate, br' } = {}) {
  const request = get({ port, method, headers: { 'accept-encoding': encoding }, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = await answer.toArray()
  return { headers: answer.headers, status: answer.statusCode, body: Buffer.concat(chunks) }
}

function sendPage(response: ServerResponse) {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(HTML))
  response.end(HTML)
}

test('a page arrives as gzip, whole, and says so', async () => {
  const { headers, body } = await ask(await serve(sendPage))
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(headers).not.toHaveProperty('content-length')
  expect(body.length).toBeLessThan(HTML.length / 10)
  expect(gunzipSync(body).toString()).toBe(HTML)
})

test.each([
  ['for a client that does not take gzip', { encoding: 'br' }],
  ['for a client that asks for the headers only', { method: 'HEAD' }],
])('a page stays as it is %s', async (_, asked) => {
  const { headers } = await ask(await serve(sendPage), asked)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers['content-length']).toBe(String(Buffer.byteLength(HTML)))
})

test.each([
  ['a photo', 'image/jpeg', {}, 200],
  ['an archive', 'application/zip', {}, 200],
  ['data', 'application/json', {}, 200],
  ['what is compressed already', 'text/html', { 'content-encoding': 'br' }, 200],
  ['nothing new', 'text/html', {}, 304],
])('%s is left alone', async (_, type, extra: Record<string, string>, status) => {
  const port = await serve(response => {
    response.setHeaders(new Map([['content-type', type], ...Object.entries(extra)]))
    response.writeHead(status)
    response.end(status === 304 ? undefined : HTML)
  })
  const answer = await ask(port)
  expect(answer.headers['content-encoding']).toBe(extra['content-encoding'])
  expect(answer.body.toString()).toBe(status === 304 ? '' : HTML)
  expect(streams).toEqual([])
})

test('what is flushed arrives before the page is over', async () => {
  let finish = () => {}
  const port = await serve(response => {
    response.setHeader('content-type', 'text/html')
    response.write('<h1>first</h1>')
    Reflect.apply(Reflect.get(response, 'flush'), response, [])
    finish = () => response.end('last')
  })
  const request = get({ port, headers: { 'accept-encoding': 'gzip' }, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const page = answer.pipe(createGunzip())
  expect(String((await once(page, 'data'))[0])).toBe('<h1>first</h1>')
  finish()
  expect(String((await once(page, 'data'))[0])).toBe('last')
})

test('a part is flushed once, however often that is asked for, and the last one not at all', async () => {
  const flushes: number[] = []
  const port = await serve(async response => {
    const flush = () => Reflect.apply(Reflect.get(response, 'flush'), response, [])
    response.setHeader('content-type', 'text/html')
    response.write('<h1>first</h1>')
    const spy = vi.spyOn(streams[0] as Gzip, 'flush')
    for (let asked = 0; asked < 3; asked++) flush()
    await new Promise(resolve => setImmediate(resolve))
    flushes.push(spy.mock.calls.length)
    response.write('last')
    flush()
    response.end()
    await once(response, 'close')
    flushes.push(spy.mock.calls.length)
  })
  expect(gunzipSync((await ask(port)).body).toString()).toBe('<h1>first</h1>last')
  await vi.waitFor(() => expect(flushes).toEqual([1, 1]))
})

test('a slow reader slows the page down, and gets all of it', async () => {
  const parts = 200
  const drains = vi.fn()
  const noise = Array.from({ length: 20_000 }, (_, n) => ((n * 7919) % 65_521).toString(36)).join('')
  const port = await serve(async response => {
    response.setHeader('content-type', 'text/html')
    for (let part = 0; part < parts; part++) {
      if (response.write(noise)) continue
      drains()
      await once(response, 'drain')
    }
    response.end()
  })
  const { body } = await ask(port)
  expect(gunzipSync(body).toString()).toBe(noise.repeat(parts))
  expect(drains).toHaveBeenCalled()
})

test('a page that its reader has left holds nothing any more', async () => {
  const port = await serve(response => {
    response.setHeader('content-type', 'text/html')
    response.write(HTML)
  })
  const request = get({ port, headers: { 'accept-encoding': 'gzip' }, agent: false })
  await once(request, 'response')
  request.destroy()
  await vi.waitFor(() => expect(streams.map(({ destroyed }) => destroyed)).toEqual([true]))
})
