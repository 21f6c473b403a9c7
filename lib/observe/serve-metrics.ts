import 'server-only'
import { createServer } from 'node:http'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import { getEnv } from '#lib/settings/env.ts'
import { collectMetrics } from './collect.ts'

/**
 * Tells Prometheus at `/metrics` of a port of its own what the desk counts: `METRICS_PORT`, which is nobody's business but the
 * operator's and is not led to from outside. A port that is taken goes to the log and stops nothing.
 * See docs/decisions/040-seen-from-outside.md.
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
  // Nobody who asks keeps the desk from ending.
  server.listen(metricsPort, host).unref()
}
