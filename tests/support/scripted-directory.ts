import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'

const TLS = join(import.meta.dirname, 'tls')

/** Answers one request on this socket. */
type Answer = (request: Buffer, socket: Socket) => void

/** Starts an LDAP server on this machine with the answers of the test. */
export async function startScriptedDirectory(
  answer: Answer,
): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server = net.createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', request => answer(request, socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

/** Upgrades a connection to TLS with a certificate of the tests: `issued` for names, `self-signed` for 127.0.0.1. */
export function secure(socket: Socket, certificate: 'issued' | 'self-signed', answer: Answer): void {
  const file = (kind: string) => readFileSync(join(TLS, `${certificate}.${kind}.pem`))
  socket.removeAllListeners('data')
  const secured = new tls.TLSSocket(socket, { isServer: true, cert: file('cert'), key: file('key') })
  secured.on('error', () => {})
  secured.on('data', request => answer(request, secured))
}

/** Builds an LDAPMessage (RFC 4511, section 4.1.1). */
export function toMessage(id: number, operation: Buffer): Buffer {
  return element(0x30, element(0x02, Buffer.from([id])), operation)
}

/** Builds a successful answer of the operation with this tag. */
export function success(id: number, tag: number): Buffer {
  const text = element(0x04)
  return toMessage(id, element(tag, element(0x0a, Buffer.from([0])), text, text))
}

/** Builds a BER element (X.690, section 8.1). */
export function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(contents)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(inside.length)
  const head = inside.length < 128 ? [tag, inside.length] : [tag, 0x84, ...length]
  return Buffer.concat([Buffer.from(head), inside])
}
