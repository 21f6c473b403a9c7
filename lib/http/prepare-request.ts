import 'server-only'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestId, enterRequest, type RequestContext } from '#lib/request-context.ts'
import type { Env } from '#lib/settings/env.ts'
import { ADDRESS_HEADER, findClientAddress } from './client-address.ts'
import { isHealth, toDeskPath } from './desk-path.ts'
import { noteForwarding } from './forwarding-hints.ts'
import { API_HEADERS } from './headers.ts'
import { findRefusal, isApi, REFUSAL_HEADER } from './refusal.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Headers of all answers outside the API: pages, and the files that they load. The policy is added per answer. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * The protocol of the connection: an archive needs one in which an interrupted transfer differs from a finished one.
 */
export const HTTP_VERSION_HEADER = 'x-desk-http-version'

const NONCE_BYTES = 16
/**
 * Headers that a client must not send. The framework reads the nonce from the first two, routes by others, and builds
 * addresses from `x-forwarded-*`; `x-desk-*` are set by the desk itself.
 */
const UNHEARD =
  /^(content-security-policy(-report-only)?|x-nonce|x-real-ip|forwarded|x-(middleware|forwarded|desk)-.*)$/

/**
 * Runs on every request before the framework sees it. Removes headers that a client must not send, adds those that
 * handlers need, and sets the security headers of the answer. Headers that are set here cannot be replaced later.
 */
export function prepareRequest(
  request: IncomingMessage,
  response: ServerResponse,
  env: Env,
  { dev = false } = {},
): RequestContext {
  const address = findClientAddress(request, env.trustedProxies)
  noteForwarding(request, env)
  for (const name of Object.keys(request.headers)) if (UNHEARD.test(name)) delete request.headers[name]
  const id = createRequestId()
  const context = enterRequest(id)
  request.headers[ADDRESS_HEADER] = address
  request.headers[HTTP_VERSION_HEADER] = request.httpVersion
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader('x-request-id', id)
  const transport = transportSecurity(env)
  if (transport) response.setHeader('strict-transport-security', transport)

  const refusal = findRefusal(request, env, { dev })
  if (refusal) divert(request, refusal, env)
  // The framework serves no address outside its base path.
  else if (isHealth(request.url ?? '')) request.url = `${env.basePath}${request.url}`
  // The connection ends when the client asked for another protocol.
  if (refusal === 'upgrade') response.setHeader('connection', 'close')
  closeUnlessRead(request, response)
  if (isApi(toDeskPath(request.url ?? '', env.basePath) ?? '')) setApiHeaders(response)
  else setPageHeaders(request, response, pagePolicy(randomBytes(NONCE_BYTES).toString('base64'), { dev }))
  return context
}

/**
 * Announces the end of the connection with an answer that is given before the request's body has arrived. Node resets
 * such a connection later, and a proxy that reuses it would lose the next request, of another client (RFC 9112, section
 * 9.6).
 */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    if (!request.complete && hasBody(request)) response.setHeader('connection', 'close')
    return writeHead.apply(response, given)
  }) as typeof writeHead
}

/** True when a body is announced (RFC 9112, section 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Routes the request to the one handler that refuses, because it cannot be answered here. */
function divert(request: IncomingMessage, refusal: string, { basePath }: Env): void {
  request.url = `${basePath}/api/refused`
  request.method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  request.headers[REFUSAL_HEADER] = refusal
}

/** Sets all but `cache-control`, which a thumbnail sets itself. */
function setApiHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(API_HEADERS))
    if (name !== 'cache-control') response.setHeader(name, value)
}

/** Next reads the nonce for its scripts from the policy on the *request*. */
function setPageHeaders(request: IncomingMessage, response: ServerResponse, policy: string): void {
  request.headers['content-security-policy'] = policy
  response.setHeader('content-security-policy', policy)
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
}

/**
 * The Content-Security-Policy of a page: only what is named is allowed, and scripts only with this answer's nonce. In
 * development React reads stacks with `eval`, and Next shows its own messages with its own styles.
 */
function pagePolicy(nonce: string, { dev = false } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/**
 * `Strict-Transport-Security`, or null when users open the desk without TLS. Hosts below the desk's name may still need
 * plain http, so they are included only when the operator says so (RFC 6797, 6.1.2).
 */
function transportSecurity({ appUrl, hstsSubdomains }: Env): string | null {
  if (!appUrl.startsWith('https://')) return null
  const subdomains = hstsSubdomains === '0' ? '' : '; includeSubDomains'
  return `max-age=${2 * YEAR_S}${subdomains}${hstsSubdomains === 'preload' ? '; preload' : ''}`
}
