import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionDropped } from './connection-dropped.ts'
import { cutResponse } from './cut-response.ts'
import { dripResponse } from './drip-response.ts'
import type { FaultResponse } from './fault-input.ts'

type Work = () => Promise<Response>

/** Lets one request go wrong. `work` is what the service would have done; `signal` says that the client has left. */
export async function respondWithFault(
  fault: FaultResponse,
  work: Work,
  signal: AbortSignal,
): Promise<Response> {
  if ('phase' in fault && fault.phase === 'after') {
    const answer = await work()
    return distort(fault, () => Promise.resolve(answer), signal)
  }
  return distort(fault, work, signal)
}

async function distort(fault: FaultResponse, work: Work, signal: AbortSignal): Promise<Response> {
  switch (fault.kind) {
    case 'status':
      return toResponse(fault.status, fault.headers, fault.body)
    case 'delay':
      await wait(fault.ms, undefined, { signal })
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

/** A text goes out as it is, everything else as JSON; no body at all when there is none. */
function toResponse(status: number, headers: Record<string, string>, body: unknown): Response {
  if (body === undefined || body === null) return new Response(null, { status, headers })
  if (typeof body === 'string') return new Response(body, { status, headers })
  return Response.json(body, { status, headers })
}

const ERROR_PAGE =
  '<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong</h1><p>gateway</p></body></html>'
