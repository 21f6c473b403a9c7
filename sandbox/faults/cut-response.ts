import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionDropped } from './connection-dropped.ts'

/** The bytes sent must have left before the line breaks, else the caller would see none of them. */
const FLUSH_MS = 25

type Cut = { bytes: number; withLength: boolean }

/**
 * The body ends after so many bytes. With its length announced the line breaks; without it the body merely ends, and
 * only somebody who looks at the bytes can tell.
 */
export async function cutResponse(answer: Response, { bytes, withLength }: Cut): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  if (withLength) headers.set('content-length', String(whole.length))
  else headers.set('transfer-encoding', 'chunked')
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      if (bytes > 0) controller.enqueue(whole.slice(0, bytes))
      if (!withLength) return controller.close()
      await wait(FLUSH_MS)
      controller.error(new ConnectionDropped())
    },
  })
  return new Response(body, { status: answer.status, headers })
}
