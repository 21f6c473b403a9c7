import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import fc from 'fast-check'
import { MessageParser } from 'ldapts'
import { expect, onTestFinished, test } from 'vitest'
import { AnswerGuard } from '#lib/deliveries/destinations/ldap-answers.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { runs } from '#tests/support/night.ts'
import {
  element,
  secure,
  startScriptedDirectory,
  success,
  toMessage,
} from '#tests/support/scripted-directory.ts'
import { trustTestAuthority } from '#tests/support/slapd.ts'
import { until } from '#tests/support/until.ts'

/** Makes `SearchEntry.parseMessage` of ldapts 9.2.0 loop forever and allocate until the process ends. */
const ENDLESS = Buffer.from('300902010264040400307f', 'hex')

const text = (value: string | Buffer) => element(0x04, Buffer.from(value))
const attribute = (type: string, ...values: (string | Buffer)[]) =>
  element(0x30, text(type), element(0x31, ...values.map(text)))
const result = Buffer.concat([element(0x0a, Buffer.from([0])), text(''), text('')])
const MESSAGES = [
  toMessage(1, element(0x61, result)),
  toMessage(2, element(0x64, text('cn=a'), element(0x30, attribute('jpegPhoto', Buffer.alloc(300, 7), 'b')))),
  toMessage(2, element(0x64, text('cn=b'), element(0x30))),
  toMessage(2, element(0x73, text('ldap://elsewhere/dc=x'), text('ldap://another/dc=x'))),
  toMessage(2, element(0x65, result, element(0xa3, text('ldap://writer/dc=x')))),
  element(
    0x30,
    element(0x02, Buffer.from([3])),
    element(0x65, result),
    element(0xa0, element(0x30, text('1.2.3'), element(0x01, Buffer.from([255])), text('any'))),
  ),
  toMessage(4, element(0x67, result)),
  toMessage(5, element(0x78, result, element(0x8a, Buffer.from('1.2.3')))),
]

/** A guarded socket, and the messages that it passes. */
function guarded() {
  const socket = new Socket()
  new AnswerGuard().watching(() => socket)()
  const passed: Buffer[] = []
  const errors: string[] = []
  socket.on('data', (message: Buffer) => passed.push(message))
  socket.on('error', error => errors.push(error.message))
  return { socket, passed, errors }
}

/** Feeds the client's parser with the messages that a guard passes of these chunks. */
function parse(chunks: readonly Buffer[]): { messages: number; passed: Buffer[] } {
  const { socket, passed } = guarded()
  for (const chunk of chunks) socket.emit('data', chunk)
  const parser = new MessageParser()
  let messages = 0
  parser.on('message', () => {
    messages += 1
  })
  parser.on('error', () => {})
  for (const message of passed) parser.read(message, new Map())
  return { messages, passed }
}

test('the guard passes well-formed messages whole, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), sizes => {
      const all = Buffer.concat(MESSAGES)
      const chunks: Buffer[] = []
      for (let at = 0, turn = 0; at < all.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        chunks.push(all.subarray(at, at + size))
        at += size
      }
      expect(parse(chunks)).toEqual({ messages: MESSAGES.length, passed: MESSAGES })
    }),
    runs(200),
  )
})

test('the client’s parser terminates on everything that the guard passes', () => {
  const mutation = fc.record({
    message: fc.constantFrom(...MESSAGES, ENDLESS),
    changes: fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    }),
    cut: fc.nat(400),
    isCut: fc.boolean(),
  })
  const hostile = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
    mutation.map(({ message, changes, cut, isCut }) => {
      const bytes = Buffer.from(message)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return isCut ? bytes.subarray(0, cut % bytes.length) : bytes
    }),
  )
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), chunks => {
      const { messages, passed } = parse(chunks)
      expect(messages).toBeLessThanOrEqual(passed.length)
    }),
    runs(20_000),
  )
})

test.each([
  ['an entry whose list leads out of its message', ENDLESS],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['an indefinite length', Buffer.from('3080020101', 'hex')],
  ['a length of five bytes', Buffer.from('30850000000001', 'hex')],
  ['an attribute without a type', toMessage(2, element(0x64, text('cn=a'), element(0x30, element(0x30))))],
  [
    'a control without a name',
    element(0x30, element(2, Buffer.from([1])), element(0x65, result), element(0xa0, element(0x30))),
  ],
  ['a result without a code', toMessage(1, element(0x61))],
  [
    'nesting without an end',
    toMessage(
      1,
      Array.from({ length: 20 }).reduce<Buffer>(inside => element(0x61, inside), result),
    ),
  ],
])('%s ends the connection', async (_, bytes) => {
  const { socket, passed, errors } = guarded()
  socket.emit('data', bytes)
  await until(
    () => 'the connection ends',
    () => errors.length > 0,
  )
  expect(passed).toEqual([])
  expect(socket.destroyed).toBe(true)
})

test('an answer of endless small messages ends the connection', async () => {
  const { socket, passed, errors } = guarded()
  const small = success(9, 0x65)
  socket.emit('data', Buffer.concat(Array.from({ length: 2_000 }, () => small)))
  await until(
    () => 'the connection ends',
    () => errors.length > 0,
  )
  expect(passed).toHaveLength(1_000)
})

async function openAt(port: number, scheme = 'ldap', signal = new AbortController().signal) {
  applySettings()
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const settings = { kind: 'ldap', user: 'cn=x', base: 'dc=x', attribute: 'jpegPhoto' } as const
  const at = { url: `${scheme}://127.0.0.1:${port}`, filter: '(mail={email})' }
  return openDestination({ ...settings, ...at }, { password: 'any' }, { signal })
}

test('an answer that would loop in the client’s parser counts as unreachable', async () => {
  const { port } = await startScriptedDirectory((_, socket) => void socket.write(ENDLESS))
  await expect(openAt(port)).rejects.toMatchObject({ code: 'unreachable' })
})

/** A directory that accepts every bind after StartTLS with this certificate. */
function startSecureDirectory(certificate: 'issued' | 'self-signed') {
  return startScriptedDirectory((request, socket) => {
    socket.write(success(request[4] ?? 0, 0x78))
    secure(socket, certificate, (bind, secured) => void secured.write(success(bind[4] ?? 0, 0x61)))
  })
}

test('StartTLS to an IP address accepts its certificate and refuses one for localhost', async () => {
  trustTestAuthority()
  const before = tls.getCACertificates('default')
  const own = readFileSync(join(import.meta.dirname, '../../support/tls/self-signed.cert.pem'), 'utf8')
  tls.setDefaultCACertificates([...before, own])
  onTestFinished(() => tls.setDefaultCACertificates(before))
  const ofLocalhost = await startSecureDirectory('issued')
  await expect(openAt(ofLocalhost.port)).rejects.toMatchObject({ code: 'not_trusted' })
  const ofTheAddress = await startSecureDirectory('self-signed')
  const destination = await openAt(ofTheAddress.port)
  await destination.close()
})

test('cancelling a run during an unfinished StartTLS handshake closes the connection', async () => {
  const run = new AbortController()
  const { port, sockets } = await startScriptedDirectory((request, socket) => {
    socket.removeAllListeners('data')
    socket.write(success(request[4] ?? 0, 0x78))
    socket.once('data', () => run.abort())
  })
  await expect(openAt(port, 'ldap', run.signal)).rejects.toMatchObject({ code: 'unreachable' })
  await until(
    () => 'nobody is connected',
    () => sockets.size === 0,
  )
})
