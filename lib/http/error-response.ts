import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { noteDenied } from './denied.ts'
import { dropBody } from './read-input.ts'
import { getRequestId } from './request-id.ts'
import { errorResponse } from './responses.ts'

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
