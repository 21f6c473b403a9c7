import 'server-only'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Env } from '#lib/settings/env.ts'
import { ADDRESS_HEADER } from './client-address.ts'

/** Returns the route that answers a path, such as `/api/employees/[employeeId]`; `other` when the desk has none. */
type NameRoute = (path: string) => string

const STATIC = '/_next/static'

/** Reads the routes of this build. Without a build, as in development, every path is `other`. */
export function createRouteNames(distDir = join(process.cwd(), '.next')): NameRoute {
  const routes = readRoutes(distDir)
    // Literal segments come before variables, and variables before catch-all segments.
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .map(route => ({ route, pattern: toPattern(route) }))
  return path => {
    if (path.startsWith(`${STATIC}/`)) return STATIC
    return routes.find(({ pattern }) => pattern.test(path))?.route ?? 'other'
  }
}

type Measured = { route: string; context: RequestContext; accessLog: Env['accessLog'] }

/** Counts the request when its answer has ended, and writes its line into the access log if that is on. */
export function measureRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { route, context, accessLog }: Measured,
): void {
  const began = performance.now()
  // The request may have released its socket when the answer ends.
  const { socket } = request
  const before = socket.bytesWritten
  const method = toMethod(request.method)
  const address = String(request.headers[ADDRESS_HEADER] ?? '')
  response.once('close', () => {
    const ms = performance.now() - began
    const status = response.writableFinished ? String(response.statusCode) : 'aborted'
    const metrics = getMetrics()
    metrics.requests.inc({ route, method, status })
    metrics.requestSeconds.observe({ route, method }, ms / 1000)
    if (accessLog === '0') return
    log('info', 'request', {
      request: context.id,
      account: context.account,
      method,
      route,
      status,
      bytes: socket.bytesWritten - before,
      ms: Math.round(ms),
      ...(accessLog === '1' && { address }),
    })
  })
}

/** Clients may send any word as a method, so only known methods are distinguished. */
function toMethod(method = ''): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'
}

function readRoutes(distDir: string): string[] {
  try {
    const file = readFileSync(
      join(/*turbopackIgnore: true*/ distDir, 'app-path-routes-manifest.json'),
      'utf8',
    )
    return [...new Set(Object.values(z.record(z.string(), z.string()).parse(JSON.parse(file))))]
  } catch {
    return []
  }
}

function rank(route: string): string {
  const segments = route.split('/').slice(1)
  return segments.map(segment => (segment.includes('...') ? 2 : segment.startsWith('[') ? 1 : 0)).join('')
}

function toPattern(route: string): RegExp {
  const segments = route.split('/').slice(1)
  const pattern = segments.map(segment => {
    if (segment.startsWith('[[...')) return '(?:/.*)?'
    if (segment.startsWith('[...')) return '/.+'
    if (segment.startsWith('[')) return '/[^/]+'
    return segment === '' ? '/' : `/${segment.replaceAll(/[^\w-]/g, '\\$&')}`
  })
  return new RegExp(`^${pattern.join('')}/?$`)
}
