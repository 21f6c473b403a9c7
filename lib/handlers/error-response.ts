import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { toStatus } from '#lib/error-codes.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { dropBody } from '#lib/http/read-input.ts'
import { getRequestId } from '#lib/http/request-id.ts'
import { log } from '#lib/log.ts'
import { logSome } from '#lib/log-some.ts'
import { isForWantOfRoom } from '#lib/process/disk-room.ts'
import { errorResponse } from './responses.ts'

const DENIALS = new Set([401, 403])

/** Whatever a handler has thrown, in the one error shape. What the operator must know goes to the log. */
export async function toErrorResponse(request: Request, thrown: unknown): Promise<Response> {
  const known = toDeskError(thrown)
  noteDenied(known, request)
  if (isOurs(known) && !request.signal.aborted) {
    log('error', 'handler_failed', {
      method: request.method,
      path: new URL(request.url).pathname,
      ...describeError(known.cause ?? thrown),
      request: getRequestId(request),
    })
  }
  await dropBody(request)
  // Whoever reads what is missing can tell somebody who can mend it.
  const hasNoRoom = isOurs(known) && isForWantOfRoom(thrown)
  return errorResponse(hasNoRoom ? new DeskError('disk_full', { cause: thrown }) : known, request)
}

function isOurs({ code }: DeskError): boolean {
  return code === 'internal' || code === 'unavailable'
}

/** Notes in the log that somebody was turned away: the first of a kind within a minute, and how many more there were. */
export function noteDenied(error: DeskError, request: Request): void {
  if (!DENIALS.has(toStatus(error))) return
  logSome('warn', 'denied', {
    kind: { kind: 'security', code: error.code },
    most: 1,
    fields: {
      method: request.method,
      path: new URL(request.url).pathname,
      request: getRequestId(request),
    },
  })
}

/** Every address below `/api` that the desk does not have, with whatever method. */
export async function notFoundResponse(request: Request): Promise<Response> {
  return errorResponse(new DeskError('not_found'), request)
}
