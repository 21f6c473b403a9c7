import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { requireOwnMachine } from '../http/require-own-machine.ts'
import { toErrorResponse } from '../http/service-error.ts'
import type { Sandbox } from './create-sandbox.ts'

export type Listening = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  close(): Promise<void>
}

/** Serves a sandbox on a port of this machine, which other machines cannot reach. Port 0 takes a free one. */
export function listen(sandbox: Sandbox, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: '127.0.0.1',
        port,
        overrideGlobalObjects: false,
        fetch(request, { incoming, outgoing }) {
          try {
            requireOwnMachine(request, incoming.socket.localPort ?? 0)
          } catch (error) {
            return toErrorResponse(error)
          }
          return answerOnSocket(sandbox, request, () => outgoing.destroy())
        },
      },
      info => resolve({ origin: toOrigin(info), close }),
    )
    server.on('error', reject)

    async function close(): Promise<void> {
      await sandbox.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    }
  })
}

/** Breaks the connection of a client when `fetch` rejects or a body fails. */
async function answerOnSocket(sandbox: Sandbox, request: Request, hangUp: () => void): Promise<Response> {
  try {
    const answer = await sandbox.fetch(request)
    if (!answer.body) return answer
    return new Response(hangUpOnError(answer.body, hangUp), answer)
  } catch {
    hangUp()
    return RESPONSE_ALREADY_SENT
  }
}

/** The adapter would log a failing body as an error and end it properly; a broken connection is neither. */
function hangUpOnError(body: ReadableStream<Uint8Array>, hangUp: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch {
          hangUp()
          controller.close()
        }
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function toOrigin({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`
}
