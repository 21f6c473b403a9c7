import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { toErrorCode } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { type Exchange, exchange, JSON_DEADLINES } from '#lib/portrait-api/exchange.ts'
import { getEnv } from '#lib/settings/env.ts'
import { goesThroughProxy } from '#lib/settings/outbound-settings.ts'
import type { Finding } from './finding.ts'

const CONNECT_MS = 5_000
const MAX_BYTES = 16 * 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000
/** Days that an operator needs to renew a certificate by hand. */
const CERTIFICATE_DAYS_MIN = 14
/** Tokens of single sign-on tolerate this difference (lib/session/oidc/id-token.ts). */
const CLOCK_MAX_S = 30

/**
 * Checks the path to the service step by step until one fails: its name, a connection, its certificate, and one call.
 */
export async function lookAtService(baseUrl: string, key: string | null): Promise<Finding[]> {
  const url = new URL(`${baseUrl}/projects`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const findings: Finding[] = []
  const { outbound } = getEnv()
  const proxy = goesThroughProxy(outbound, url) ? outbound.proxy : null
  if (proxy) return checkThroughProxy(proxy.url, url, key)
  try {
    const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
    findings.push({ about: 'service name', found: `${host} is ${addresses.join(', ')}` })
  } catch (error) {
    const todo = 'check PORTRAIT_API_URL and the name servers of this machine'
    return [{ about: 'service name', found: `${host} is not known (${toErrorCode(error)})`, todo }]
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const connection = await checkConnection(host, port, url.protocol === 'https:')
  findings.push(...connection)
  if (key === null || connection.some(({ about, todo }) => about === 'connection' && todo)) return findings
  return [...findings, ...(await checkCall(url, key))]
}

/** Only the proxy must be reachable from here. It resolves the name of the service, which this machine may not know. */
async function checkThroughProxy(proxy: URL, url: URL, key: string | null): Promise<Finding[]> {
  const about = 'connection'
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || (proxy.protocol === 'https:' ? 443 : 80)
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
  } catch (error) {
    const found = `none to the proxy ${proxy.host} (${toErrorCode(error)})`
    return [{ about, found, todo: 'check HTTPS_PROXY, or name the service in NO_PROXY' }]
  } finally {
    socket.on('error', () => {}).destroy()
  }
  const reached = { about, found: `the proxy ${proxy.host} answers` }
  return key === null ? [reached] : [reached, ...(await checkCall(url, key))]
}

/** Sends nothing on this connection, so it may read the certificate without trust in it. */
async function checkConnection(host: string, port: number, secure: boolean): Promise<Finding[]> {
  const about = 'connection'
  const signal = AbortSignal.timeout(CONNECT_MS)
  const started = performance.now()
  const tls = { servername: isIP(host) ? '' : host, rejectUnauthorized: false }
  const socket = secure ? connectTls({ host, port, ...tls }) : connect({ host, port })
  try {
    await once(socket, 'connect', { signal })
    const found = `port ${port} answers after ${Math.round(performance.now() - started)} ms`
    if (!(socket instanceof TLSSocket)) return [{ about, found: `${found}, without TLS` }]
    await once(socket, 'secureConnect', { signal })
    return [{ about, found: `${found}, ${socket.getProtocol()}` }, toCertificate(socket)]
  } catch (error) {
    const todo =
      'check the firewall, and the host and port of PORTRAIT_API_URL; if a proxy leads there, name it in HTTPS_PROXY'
    return [{ about, found: `none to port ${port} of ${host} (${toErrorCode(error)})`, todo }]
  } finally {
    socket.on('error', () => {}).destroy()
  }
}

function toCertificate(tls: TLSSocket): Finding {
  const { issuer, valid_to } = tls.getPeerCertificate()
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / DAY_MS)
  const name = [issuer?.O, issuer?.CN].flat().filter(Boolean).join(', ') || 'nobody'
  const trouble = tls.authorized ? null : String(tls.authorizationError)
  return {
    about: 'certificate',
    found: `issued by ${name}, ${days} days left${trouble ? `, not trusted (${trouble})` : ''}`,
    todo: trouble
      ? 'if your own network issues it, name its authority in NODE_EXTRA_CA_CERTS; else tell the service'
      : days < CERTIFICATE_DAYS_MIN
        ? 'it must be renewed: tell the service'
        : undefined,
  }
}

/** Calls GET /projects: one call of the service's limit (specification sections 4 and 8). */
async function checkCall(url: URL, key: string): Promise<Finding[]> {
  const about = 'service'
  const sentAt = Date.now()
  let answer: Exchange
  try {
    answer = await exchange({ url, method: 'GET', key, deadlines: JSON_DEADLINES, maxBytes: MAX_BYTES })
  } catch (error) {
    const code =
      error instanceof DeskError && error.code !== 'service_unreachable' ? error.code : toErrorCode(error)
    return [
      {
        about,
        found: `no answer to GET /projects (${code})`,
        todo: toCallTodo(code),
      },
    ]
  }
  const ms = Date.now() - sentAt
  await answer.body.cancel().catch(() => {})
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return [
    {
      about,
      found: `GET /projects: ${answer.status} after ${ms} ms`,
      todo: isJson
        ? toServiceTodo(answer.status)
        : 'this is no JSON: something else answers at PORTRAIT_API_URL',
    },
    toKeyFinding(isJson ? answer.status : 0),
    toClockFinding(answer.headers.get('date'), sentAt + ms / 2),
  ]
}

function toCallTodo(code: string): string {
  if (code === 'PROXY_REFUSED_407') return 'the proxy wants a name and password: write them in HTTPS_PROXY'
  if (code.startsWith('PROXY_REFUSED')) return 'the proxy does not let the desk through: ask who runs it'
  return 'check PORTRAIT_API_URL, and the lines above'
}

function toServiceTodo(status: number): string | undefined {
  if (status === 429) return 'the limit of calls is used up: look again in a minute'
  if (status === 200 || status === 401 || status === 403) return undefined
  return status >= 500 ? 'the service has a fault: look again later, or tell it' : 'check PORTRAIT_API_URL'
}

/** Specification section 6. */
function toKeyFinding(status: number): Finding {
  const about = 'key'
  if (status === 200) return { about, found: 'accepted' }
  if (status === 401)
    return {
      about,
      found: 'refused (401): wrong or revoked',
      todo: 'enter a new one (PORTRAIT_API_KEY, or the page Connection)',
    }
  if (status === 403)
    return {
      about,
      found: 'refused (403): no API access for this account',
      todo: 'ask the service to enable it',
    }
  return { about, found: 'not judged by that answer', todo: 'see the line above' }
}

/** The header counts whole seconds (RFC 9110 section 6.6.1). */
function toClockFinding(date: string | null, now: number): Finding {
  const about = 'clock'
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return { about, found: 'the service does not say its time' }
  const seconds = Math.round((now - theirs) / 1000)
  const far = Math.abs(seconds) > CLOCK_MAX_S
  const found = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service`
  return { about, found, todo: far ? 'set the clock of this machine (NTP), or tell the service' : undefined }
}
