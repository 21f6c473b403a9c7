import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A company's proxy that connects every name to this machine, so that only its own callers can reach a service by name.
 * `refuses`: the status with which it refuses every connection.
 */
export async function startConnectProxy({ user, refuses }: { user?: string; refuses?: number } = {}) {
  const asked: string[] = []
  const wanted = user && `Basic ${Buffer.from(user).toString('base64')}`
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', (request, socket, head) => {
    socket.on('error', () => {})
    asked.push(String(request.url))
    const isKnown = !wanted || request.headers['proxy-authorization'] === wanted
    if (refuses || !isKnown) {
      const status = refuses ?? 407
      return void socket.end(
        `HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n`,
      )
    }
    const port = Number(String(request.url).split(':').at(-1))
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      through.write(head)
      through.pipe(socket).pipe(through)
    })
    through.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, asked }
}
