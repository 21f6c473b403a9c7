import 'server-only'
import type { ServerResponse } from 'node:http'

/** Next takes `Content-Length` off what handlers answer (send-response.js of 16.4.5); a note of ours comes through. */
export const LENGTH_HEADER = 'x-desk-length'

/** Says the length that a handler has noted, so that a browser can show how much of an archive is left. */
export function tellLength(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  Object.assign(response, {
    writeHead(...args: Parameters<typeof writeHead>) {
      const length = response.headersSent ? undefined : response.getHeader(LENGTH_HEADER)
      if (length !== undefined) {
        response.removeHeader(LENGTH_HEADER)
        response.setHeader('content-length', length)
      }
      return writeHead(...args)
    },
  })
}
