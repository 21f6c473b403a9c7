import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getEnv } from '#lib/settings/env.ts'
import { compressPage } from './compress-page.ts'
import { leadToCompressed, listCompressedStatic } from './compressed-static.ts'
import { watchResponse } from './content-length.ts'
import { prepareRequest } from './prepare-request.ts'

type Started = { request: IncomingMessage; response: ServerResponse; server: Server }

/**
 * Hears of every request of this process before Next does (`http.server.request.start` is published first). A proxy.ts
 * would come later, would cut long bodies, and can be gone around; this cannot.
 * See docs/decisions/005-guards-on-every-page-and-handler.md.
 */
export function watchRequests(): void {
  const env = getEnv()
  const dev = process.env.NODE_ENV !== 'production'
  const compressed = dev ? new Map() : listCompressedStatic()
  subscribe('http.server.request.start', message => {
    const { request, response, server } = message as Started
    if (!dev) hangUpOnUpgrades(server)
    prepareRequest(request, response, env, { dev })
    watchResponse(request, response)
    leadToCompressed(request, response, compressed)
    if (!dev) compressPage(request, response)
  })
}

/**
 * Next keeps the socket of whoever asks for a WebSocket, and never answers. Without its ear for them Node takes such a
 * request for any other, and `prepareRequest` refuses it.
 */
function hangUpOnUpgrades(server: Server): void {
  if (server.listenerCount('upgrade') > 0) server.removeAllListeners('upgrade')
}
