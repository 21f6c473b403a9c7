import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { singleton } from '#lib/singleton.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * Next removes `Content-Length` from answers of handlers (send-response.js of 16.4.5), but not from a response that has
 * it already.
 */
const LENGTH = 'content-length'

/** Responses of this process that are still open, by the id of their request. */
const openResponses = singleton('open-responses', () => new Map<string, ServerResponse>())

/** Remembers the response to this request until it is closed. */
export function watchResponse(request: IncomingMessage, response: ServerResponse): void {
  const id = String(request.headers[REQUEST_ID_HEADER])
  openResponses.set(id, response)
  response.once('close', () => openResponses.delete(id))
}

/** Returns the open response to this request; undefined when a test calls a handler directly. */
export function findOpenResponse(request: Request): ServerResponse | undefined {
  return openResponses.get(request.headers.get(REQUEST_ID_HEADER) ?? '')
}

/**
 * Sets the length of the answer on the open response, bypassing Next, so that a browser can show progress. See
 * docs/decisions/027-compression-and-content-length.md.
 */
export function withContentLength(request: Request, answer: Response): Response {
  const length = answer.headers.get(LENGTH)
  const response = findOpenResponse(request)
  if (length !== null && response?.headersSent === false) response.setHeader(LENGTH, length)
  return answer
}
