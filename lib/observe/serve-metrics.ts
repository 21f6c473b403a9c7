import 'server-only'
import { createServer } from 'node:http'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import { getEnv } from '#lib/settings/env.ts'
import { collectMetrics } from './collect.ts'

/**
 * Serves the metrics at `/metrics` on a separate port, `METRICS_PORT`, for the operator only; it is not routed from
 * outside. A port that is in use is logged and stops nothing. See docs/decisions/040-seen-from-outside.md.
 */
export function serveMetrics(): void {
  const { metricsPort, host } = getEnv()
  if (metricsPort === null) return
  collectMetrics()
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    try {
      const { registry } = getMetrics()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log('error', 'metrics_failed', describeError(error))
      response.writeHead(500).end()
    }
  })
  server.once('error', error => log('error', 'metrics_not_served', describeError(error)))
  // The metrics server does not keep the process alive.
  server.listen(metricsPort, host).unref()
}
