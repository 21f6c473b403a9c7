import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionDropped } from './connection-dropped.ts'
import type { FaultResponse } from './fault-input.ts'

const TICK_MS = 50

/** The sent bytes must leave before the connection breaks, else the caller would receive none of them. */
const FLUSH_MS = 25

type Cut = { bytes: number; withLength: boolean }

type Work = () => Promise<Response>

type Ends = {
  /** The client has left. */
  left: AbortSignal
  /** The faults were cleared: delayed answers are released. */
  cleared: AbortSignal
}

/** Applies a fault to one request. `work` is what the service would have done. */
export async function respondWithFault(fault: FaultResponse, work: Work, ends: Ends): Promise<Response> {
  if ('phase' in fault && fault.phase === 'after') {
    const answer = await work()
    return distort(fault, () => Promise.resolve(answer), ends)
  }
  return distort(fault, work, ends)
}

async function distort(fault: FaultResponse, work: Work, { left, cleared }: Ends): Promise<Response> {
  switch (fault.kind) {
    case 'status':
      return toResponse(fault.status, fault.headers, fault.body)
    case 'delay':
      await wait(fault.ms, undefined, { signal: AbortSignal.any([left, cleared]) }).catch(() => {})
      left.throwIfAborted()
      return work()
    case 'drop':
      throw new ConnectionDropped()
    case 'cut':
      return cutResponse(await work(), fault)
    case 'drip':
      return dripResponse(await work(), fault.bytesPerSecond)
    case 'redirect':
      return new Response(null, { status: fault.status, headers: { location: fault.location } })
    case 'html':
      return toResponse(fault.status, { 'content-type': 'text/html; charset=utf-8' }, ERROR_PAGE)
  }
}

/** Sends a text unchanged, everything else as JSON; no body at all when there is none. */
function toResponse(status: number, headers: Record<string, string>, body: unknown): Response {
  if (body === undefined || body === null) return new Response(null, { status, headers })
  if (typeof body === 'string') return new Response(body, { status, headers })
  return Response.json(body, { status, headers })
}

const ERROR_PAGE =
  '<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong</h1><p>gateway</p></body></html>'

/**
 * Ends the body after this many bytes. With an announced length, the connection breaks. Without it, the body just ends,
 * and only its bytes show the fault.
 */
async function cutResponse(answer: Response, { bytes, withLength }: Cut): Promise<Response> {
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

/** Sends the whole body with its right length, but slowly. Stops when the reader leaves. */
async function dripResponse(answer: Response, bytesPerSecond: number): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer())
  const portion = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000))
  const pause = Math.max(TICK_MS, (portion * 1000) / bytesPerSecond)
  const headers = new Headers(answer.headers)
  headers.set('content-length', String(whole.length))
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent > 0) await wait(pause)
        if (sent < whole.length) controller.enqueue(whole.slice(sent, sent + portion))
        sent += portion
        if (sent >= whole.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: answer.status, headers })
}
