import 'server-only'
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import { getEnv } from '#lib/settings/env.ts'
import { goesThroughProxy, type Outbound } from '#lib/settings/outbound-settings.ts'
import { singleton } from '#lib/singleton.ts'

/** TCP and TLS together. Node's own limit is ten seconds. */
const CONNECT_MS = 5_000
/** Longer than the pauses between a person's clicks are not worth an open socket. */
const KEEP_ALIVE_MS = 10_000

/** Who is asked: the desk shows its client certificate to the service alone. */
type Asked = 'service' | 'provider' | 'destination'

/** The connections on which this address is asked, through the company's proxy where there is one. */
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

/** Node's `fetch` takes the deadline of its first phase, a proxy and a certificate only from here. */
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
 * The status with which a proxy has refused to connect (407: it wants a name and password, or others), or null when it was not
 * the proxy. Nothing has reached whom was asked.
 */
export function toProxyRefusal(thrown: unknown): number | null {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const [, status] = /^Proxy response \((\d{3})\)/.exec(cause.message) ?? []
    if (status) return Number(status)
  }
  return null
}
