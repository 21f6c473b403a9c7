import 'server-only'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { toFileTrouble } from './file-trouble.ts'

type Source = Record<string, string | undefined>

/** How the desk makes outbound calls: to the service, and to the provider of single sign-on. */
export type Outbound = {
  /** The proxy, with name and password in its address if it needs them; null: all calls are direct. */
  proxy: { url: URL; except: Exception[] } | null
  /** Certificate and key that the desk presents to the service (mutual TLS); PEM. */
  clientCertificate: { cert: Buffer; key: Buffer } | null
}

/** `host` without a leading dot; `*` matches all. Without a port it applies to all ports. */
type Exception = { host: string; port: string | null }

const CERT = 'PORTRAIT_API_CLIENT_CERT_FILE'
const KEY = 'PORTRAIT_API_CLIENT_KEY_FILE'

/** Reads `HTTPS_PROXY`, `NO_PROXY` (lower-case names take precedence, as with curl) and the client certificate. */
export function readOutbound(source: Source): { outbound: Outbound; faults: string[] } {
  const faults: string[] = []
  const given = source.https_proxy || source.HTTPS_PROXY
  const url = given ? URL.parse(given.includes('://') ? given : `http://${given}`) : null
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
  if (given && !isUsable)
    faults.push('HTTPS_PROXY must be the address of a proxy such as http://proxy.example.com:3128.')
  const except = (source.no_proxy || source.NO_PROXY || '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(toException)
  const proxy = url && isUsable ? { url, except } : null
  return { outbound: { proxy, clientCertificate: readClientCertificate(source, faults) }, faults }
}

/**
 * True when this address is called through the proxy: only https, never this machine itself, and nothing in `NO_PROXY`.
 */
export function goesThroughProxy(
  { proxy }: Pick<Outbound, 'proxy'>,
  { protocol, hostname, port }: URL,
): boolean {
  if (!proxy || protocol !== 'https:' || isThisMachine(hostname)) return false
  const isMeant = (exception: Exception) =>
    exception.host === '*' || hostname === exception.host || isBelow(hostname, exception.host)
  return !proxy.except.some(
    exception => isMeant(exception) && (exception.port === null || exception.port === (port || '443')),
  )
}

/** `login.example.com` is below `example.com`; an address is below none. */
function isBelow(hostname: string, host: string): boolean {
  return isIP(hostname) === 0 && hostname.endsWith(`.${host}`)
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}

/** Treats `.example.com` and `*.example.com` alike, and puts an IPv6 address in brackets, as in web addresses. */
function toException(entry: string): Exception {
  const [, name = entry, port] =
    /^(.*[^:]|\[.*\]):(\d+)$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
  const host = name.toLowerCase().replace(/^\*?\./, '')
  return { host: isIP(host) === 6 ? `[${host}]` : host, port: port ?? null }
}

function readClientCertificate(source: Source, faults: string[]): Outbound['clientCertificate'] {
  if (!source[CERT] && !source[KEY]) return null
  if (!source[CERT] || !source[KEY]) {
    faults.push(`${CERT} and ${KEY} belong together: set both.`)
    return null
  }
  const [cert, key] = [CERT, KEY].map(name => {
    try {
      // The path is known only at run time: the build must not follow it, or it includes the whole project.
      return readFileSync(/*turbopackIgnore: true*/ source[name] ?? '')
    } catch (error) {
      faults.push(`${name} names a file that ${toFileTrouble(error)}.`)
      return null
    }
  })
  if (!cert || !key) return null
  try {
    createSecureContext({ cert, key })
    return { cert, key }
  } catch {
    faults.push(`${CERT} and ${KEY} are no certificate and its key in PEM, without a password.`)
    return null
  }
}
