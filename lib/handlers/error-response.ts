import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { dropBody } from '#lib/http/read-input.ts'
import { getRequestId } from '#lib/http/request-id.ts'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { errorResponse } from './responses.ts'

const WINDOW_MS = 60_000

const DENIALS = new Set([401, 403])

/** Whatever a handler has thrown, in the one error shape. What the operator must know goes to the log. */
export async function toErrorResponse(request: Request, thrown: unknown): Promise<Response> {
  const error = toDeskError(thrown)
  noteDenied(error, request)
  if (isOurs(error) && !request.signal.aborted) {
    log('error', 'handler_failed', {
      method: request.method,
      path: new URL(request.url).pathname,
      ...describeError(error.cause ?? thrown),
      request: getRequestId(request),
    })
  }
  await dropBody(request)
  return errorResponse(error, request)
}

function isOurs({ code }: DeskError): boolean {
  return code === 'internal' || code === 'unavailable'
}

/**
 * Notes in the log that somebody was turned away. The first of a kind is a line of its own; how many more of that kind
 * came within the minute is one line at its end, so that nobody can fill the log from outside.
 */
export function noteDenied(error: DeskError, request: Request): void {
  if (!DENIALS.has(error.status)) return
  const counts = singleton('denied', () => new Map<string, number>())
  const { code } = error
  const before = counts.get(code)
  counts.set(code, (before ?? 0) + 1)
  if (before !== undefined) return
  log('warn', 'denied', {
    kind: 'security',
    code,
    method: request.method,
    path: new URL(request.url).pathname,
    request: getRequestId(request),
  })
  setTimeout(() => {
    const more = (counts.get(code) ?? 1) - 1
    counts.delete(code)
    if (more > 0) log('warn', 'denied', { kind: 'security', code, more })
  }, WINDOW_MS).unref()
}

/** Every address below `/api` that the desk does not have, with whatever method. */
export async function notFoundResponse(request: Request): Promise<Response> {
  return errorResponse(new DeskError('not_found'), request)
}
