import 'server-only'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestId, enterRequest } from '#lib/request-context.ts'
import type { Env } from '#lib/settings/env.ts'
import { ADDRESS_HEADER, findClientAddress } from './client-address.ts'
import { noteForwarding } from './forwarding-hints.ts'
import { API_HEADERS } from './headers.ts'
import { PAGE_HEADERS } from './page-headers.ts'
import { pagePolicy } from './page-policy.ts'
import { findRefusal, isApi, REFUSAL_HEADER } from './refusal.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { transportSecurity } from './transport-security.ts'

/** The protocol of the connection: an archive needs one that tells a broken transfer from a finished one. */
export const HTTP_VERSION_HEADER = 'x-desk-http-version'

const NONCE_BYTES = 16
/**
 * What a client must not say: the framework reads the nonce from the first two, routes by others, and builds addresses
 * from `x-forwarded-*`; `x-desk-*` are our own notes.
 */
const UNHEARD =
  /^(content-security-policy(-report-only)?|x-nonce|x-real-ip|forwarded|x-(middleware|forwarded|desk)-.*)$/

/**
 * Runs on every request before the framework sees it: takes away what a client must not say, notes what handlers want to
 * know, and puts the security headers on the answer. Headers that are set here cannot be replaced further in.
 */
export function prepareRequest(
  request: IncomingMessage,
  response: ServerResponse,
  env: Env,
  { dev = false } = {},
): void {
  const address = findClientAddress(request, env.trustedProxies)
  noteForwarding(request, env)
  for (const name of Object.keys(request.headers)) if (UNHEARD.test(name)) delete request.headers[name]
  const id = createRequestId()
  enterRequest(id)
  request.headers[ADDRESS_HEADER] = address
  request.headers[HTTP_VERSION_HEADER] = request.httpVersion
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader('x-request-id', id)
  const transport = transportSecurity(env)
  if (transport) response.setHeader('strict-transport-security', transport)

  const refusal = findRefusal(request, env, { dev })
  if (refusal) divert(request, refusal)
  // Who wants to speak something else has nothing more to say here.
  if (refusal === 'upgrade') response.setHeader('connection', 'close')
  if (isApi(request.url ?? '')) setApiHeaders(response)
  else setPageHeaders(request, response, pagePolicy(randomBytes(NONCE_BYTES).toString('base64'), { dev }))
}

/** A request cannot be answered from here, but it can be led to the one handler that says no. */
function divert(request: IncomingMessage, refusal: string): void {
  request.url = '/api/refused'
  request.method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  request.headers[REFUSAL_HEADER] = refusal
}

/** All but `cache-control`, which a thumbnail decides for itself. */
function setApiHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(API_HEADERS))
    if (name !== 'cache-control') response.setHeader(name, value)
}

/** Next takes the nonce for its scripts from the policy on the *request*. */
function setPageHeaders(request: IncomingMessage, response: ServerResponse, policy: string): void {
  request.headers['content-security-policy'] = policy
  response.setHeader('content-security-policy', policy)
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
}
