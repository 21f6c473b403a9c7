import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { askDesk, HOST, OWN, signIn } from './edge-desk.ts'

const MIB = 1024 * 1024
const PATH = '/api/v1/employees/1001'
let headers: Record<string, string> = {}
beforeAll(async () => {
  headers = { ...OWN, cookie: (await signIn()).cookie, 'content-type': 'application/json' }
})

function* parts(count: number): Generator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(64 * 1024, 0x20)
}

describe('a body', () => {
  test('a body of 7 MiB is refused, with a length and without one', async () => {
    const whole = await askDesk({ method: 'PATCH', path: PATH, headers, body: ' '.repeat(7 * MIB) })
    const chunked = await askDesk({ method: 'PATCH', path: PATH, headers, body: parts(7 * 16) })
    for (const answer of [whole, chunked]) {
      expect(answer.status).toBe(413)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'body_too_large' })
    }
  })

  test('a body of 7 MiB is refused also for a client that reads only after sending everything', async () => {
    const body = ' '.repeat(7 * MIB)
    const socket = connect(inject('desk').port, '127.0.0.1').pause()
    const lines = Object.entries({ host: HOST, ...headers, 'content-length': String(body.length) })
    const head = `PATCH ${PATH} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
    await new Promise((resolve, reject) => socket.on('error', reject).write(`${head}\r\n${body}`, resolve))
    const [answer] = await once(socket.resume(), 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  test('a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MIB, 0x20))
    const answer = await askDesk({
      method: 'PATCH',
      path: PATH,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: [bomb],
    })
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([422, 'invalid'])
  })

  test('a body without end is cut off soon after the limit', async () => {
    const { sent, text } = await sendForever()
    expect(text).toContain(' 413 ')
    expect(sent).toBeLessThan(24 * MIB)
  })

  test('a body of a sign-in has a limit too', async () => {
    const answer = await askDesk({
      method: 'POST',
      path: '/api/auth/callback/credentials',
      headers: { ...OWN, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(3 * MIB) }),
    })
    expect(answer.status).toBe(413)
  })

  test('a body shorter than its length harms nothing', async () => {
    const socket = connect(inject('desk').port, '127.0.0.1')
    const lines = Object.entries({ host: HOST, ...headers, 'content-length': '100' })
    socket.write(
      `PATCH ${PATH} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{`,
    )
    socket.end()
    await new Promise(resolve => socket.on('close', resolve).resume())
    expect((await askDesk({ path: '/api/health/ready' })).status).toBe(200)
  })
})

/** Sends chunks until the desk closes the connection. */
function sendForever(): Promise<{ sent: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ sent: number; text: string }>()
  const socket = connect(inject('desk').port, '127.0.0.1')
  const lines = Object.entries({ host: HOST, ...headers, 'transfer-encoding': 'chunked' })
  socket.write(
    `PATCH ${PATH} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')])
  let sent = 0
  let text = ''
  const send = () => {
    while (!socket.destroyed && sent < 64 * MIB) {
      sent += chunk.length
      if (!socket.write(chunk)) return void socket.once('drain', send)
    }
    socket.destroy()
  }
  socket.on('connect', send).on('data', data => {
    text += data
  })
  socket.on('error', () => {}).on('close', () => resolve({ sent, text }))
  return promise
}
