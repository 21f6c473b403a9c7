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
 * Receives every request of this process before Next does (`http.server.request.start` is published first). A proxy.ts
 * would run later, would truncate long bodies, and can be bypassed; this cannot. See
 * docs/decisions/005-guards-on-every-page-and-handler.md.
 */
export function watchRequests(): void {
  const env = getEnv()
  const dev = process.env.NODE_ENV !== 'production'
  const nameRoute = createRouteNames()
  subscribe('http.server.request.start', message => {
    const { request, response, server } = message as Started
    // The metrics have their own server (`lib/observe/serve-metrics.ts`).
    if (env.metricsPort !== null && request.socket.localPort === env.metricsPort) return
    if (!dev) hangUpOnUpgrades(server)
    // Taken before the request may be routed elsewhere.
    const route = nameRoute(toDeskPath(request.url ?? '', env.basePath)?.split('?', 1)[0] ?? '')
    const context = prepareRequest(request, response, env, { dev })
    measureRequest(request, response, { route, context, accessLog: env.accessLog })
    watchResponse(request, response)
  })
}

/**
 * Removes Next's listener, which keeps the socket of a WebSocket request and never answers. Without a listener Node
 * treats such a request like any other, and `prepareRequest` refuses it.
 */
function hangUpOnUpgrades(server: Server): void {
  if (server.listenerCount('upgrade') > 0) server.removeAllListeners('upgrade')
}
