import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** Set by us on every request, whatever a client has sent. */
export const HTTP_VERSION_HEADER = 'x-desk-http-version'

/**
 * Route handlers do not see which HTTP a request came with; this tells them. The channel is published before Next sees
 * the request.
 */
export function noteHttpVersion(): void {
  subscribe('http.server.request.start', message => {
    const { request } = message as { request: IncomingMessage }
    request.headers[HTTP_VERSION_HEADER] = request.httpVersion
  })
}
