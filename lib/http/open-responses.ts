import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { singleton } from '#lib/singleton.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Next takes `Content-Length` off what handlers answer (send-response.js of 16.4.5), but not what stands there already. */
const LENGTH = 'content-length'

/** The answers of this process that are still open, by the id of their request. */
const openResponses = singleton('open-responses', () => new Map<string, ServerResponse>())

/** Remembers where the answer to this request goes, until it has gone. */
export function watchResponse(request: IncomingMessage, response: ServerResponse): void {
  const id = String(request.headers[REQUEST_ID_HEADER])
  openResponses.set(id, response)
  response.once('close', () => openResponses.delete(id))
}

/** Where the answer to this request goes, as long as it has not gone; undefined when a test has asked a handler. */
export function findOpenResponse(request: Request): ServerResponse | undefined {
  return openResponses.get(request.headers.get(REQUEST_ID_HEADER) ?? '')
}

/**
 * Says past Next how long this answer is, when it knows that, so that a browser can show how much of it is left.
 * See docs/decisions/027-compression-and-content-length.md.
 */
export function withContentLength(request: Request, answer: Response): Response {
  const length = answer.headers.get(LENGTH)
  const response = findOpenResponse(request)
  if (length !== null && response?.headersSent === false) response.setHeader(LENGTH, length)
  return answer
}
