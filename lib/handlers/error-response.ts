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

/** Converts anything that a handler threw into the one error shape, and logs what the operator must know. */
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
  // A user who reads that the disk is full can ask an operator to fix it.
  const hasNoRoom = isOurs(known) && isForWantOfRoom(thrown)
  return errorResponse(hasNoRoom ? new DeskError('disk_full', { cause: thrown }) : known, request)
}

function isOurs({ code }: DeskError): boolean {
  return code === 'internal' || code === 'unavailable'
}

/** Logs refused requests: the first of a kind within a minute, and the number of further ones. */
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

/** Answers every unknown address below `/api`, with any method. */
export async function notFoundResponse(request: Request): Promise<Response> {
  return errorResponse(new DeskError('not_found'), request)
}
