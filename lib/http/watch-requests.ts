import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getEnv } from '#lib/settings/env.ts'
import { toDeskPath } from './desk-path.ts'
import { createRouteNames, measureRequest } from './measure-request.ts'
import { watchResponse } from './open-responses.ts'
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
  const nameRoute = createRouteNames()
  subscribe('http.server.request.start', message => {
    const { request, response, server } = message as Started
    // What the desk tells of itself has a server of its own (`lib/observe/serve-metrics.ts`).
    if (env.metricsPort !== null && request.socket.localPort === env.metricsPort) return
    if (!dev) hangUpOnUpgrades(server)
    // Before anybody leads it elsewhere.
    const route = nameRoute(toDeskPath(request.url ?? '', env.basePath)?.split('?', 1)[0] ?? '')
    const context = prepareRequest(request, response, env, { dev })
    measureRequest(request, response, { route, context, accessLog: env.accessLog })
    watchResponse(request, response)
  })
}

/**
 * Next keeps the socket of whoever asks for a WebSocket, and never answers. Without its ear for them Node takes such a
 * request for any other, and `prepareRequest` refuses it.
 */
function hangUpOnUpgrades(server: Server): void {
  if (server.listenerCount('upgrade') > 0) server.removeAllListeners('upgrade')
}
