import 'server-only'
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import { getEnv } from '#lib/settings/env.ts'
import { goesThroughProxy, type Outbound } from '#lib/settings/outbound-settings.ts'
import { singleton } from '#lib/singleton.ts'

/** Timeout (ms) of TCP and TLS together. Node's own limit is ten seconds. */
const CONNECT_MS = 5_000
/** Milliseconds that an idle socket stays open. Longer pauses between a user's clicks are not worth an open socket. */
const KEEP_ALIVE_MS = 10_000

/** The kind of server that is called. Only the service sees the desk's client certificate. */
type Asked = 'service' | 'provider' | 'destination'

/** Returns the connections to this address, through the company's proxy if there is one. */
export function connectionsTo(url: URL, asked: Asked): Dispatcher {
  const { outbound } = getEnv()
  const proxy = goesThroughProxy(outbound, url) ? outbound.proxy : null
  const clientCertificate = asked === 'service' ? outbound.clientCertificate : null
  const all = singleton('outbound', () => new Map<string, Dispatcher>())
  const name = `${asked} ${proxy ? 'through the proxy' : 'directly'}`
  const known = all.get(name) ?? createDispatcher({ proxy, clientCertificate })
  all.set(name, known)
  return known
}

/** Creates a dispatcher: only it can give Node's `fetch` a connect timeout, a proxy and a certificate. */
export function createDispatcher(
  { proxy, clientCertificate }: Outbound = { proxy: null, clientCertificate: null },
  connectMs = CONNECT_MS,
): Dispatcher {
  const connect = { timeout: connectMs, ...clientCertificate }
  if (!proxy) return new Agent({ connect, keepAliveTimeout: KEEP_ALIVE_MS })
  return new ProxyAgent({
    uri: proxy.url.href,
    requestTls: connect,
    proxyTls: { timeout: connectMs },
    keepAliveTimeout: KEEP_ALIVE_MS,
  })
}

/**
 * Returns the status with which a proxy refused to connect (407: it requires a name and password, or other ones). Null
 * when the error is not the proxy's. The request has not reached its target.
 */
export function toProxyRefusal(thrown: unknown): number | null {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const [, status] = /^Proxy response \((\d{3})\)/.exec(cause.message) ?? []
    if (status) return Number(status)
  }
  return null
}
