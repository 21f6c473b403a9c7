import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type SeenRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

export type LoopbackServer = {
  origin: string
  /** Every request that arrived completely, in order. */
  seen: SeenRequest[]
  /** The number of connections on which a request is being answered. */
  busySockets(): number
  /** Accepts no connection from now on. */
  close(): void
}

/** A real HTTP server on this machine for one test; `answer` gets the number of the request, from 1. */
export async function startServer(
  answer: (response: ServerResponse, request: SeenRequest, number: number) => void,
): Promise<LoopbackServer> {
  const seen: SeenRequest[] = []
  const busy = new Set<Socket>()
  const server = createServer(async (request, response) => {
    busy.add(request.socket)
    response.on('close', () => busy.delete(request.socket))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const whole = { method, url, headers, body: Buffer.concat(chunks).toString() }
    seen.push(whole)
    answer(response, whole, seen.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, seen, busySockets: () => busy.size, close }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
