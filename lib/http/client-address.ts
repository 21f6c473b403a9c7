import 'server-only'
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, SocketAddress } from 'node:net'
import { isProxy } from '#lib/settings/network-settings.ts'

/** Set by `prepare-request.ts` on every request; a client cannot send it. */
export const ADDRESS_HEADER = 'x-desk-address'
/** More proxies than that do not stand one behind the other; what is further left in the header is not looked at. */
const HOPS_MAX = 10

/** Where a request comes from, for counting and for the activity log; `unknown` when nobody has noted it. */
export function getClientAddress(request: Request): string {
  return request.headers.get(ADDRESS_HEADER) ?? 'unknown'
}

/**
 * The nearest address that is none of the operator's own proxies (`TRUST_PROXY`). Each proxy has written at the right end
 * of `X-Forwarded-For` whom it saw; what an untrusted address has sent along are its own words, and an entry that is no
 * address ends the walk.
 */
export function findClientAddress(request: IncomingMessage, proxies: BlockList | null): string {
  let client = getPeerAddress(request)
  for (const entry of listForwarded(request)) {
    const address = toAddress(entry)
    if (address === null || !isProxy(client, proxies)) break
    client = address
  }
  return client
}

/**
 * What counts as one client: an IPv4 address, and of IPv6 the /64 (RFC 6177), of which every connection has addresses
 * without number.
 */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const short = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  const [before = [], after = []] = short.split('::').map(part => part.split(':').filter(Boolean))
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? short : `${groups.slice(0, 4).join(':')}::/64`
}

/** The address at the other end of the connection. */
export function getPeerAddress({ socket }: IncomingMessage): string {
  return toAddress(socket.remoteAddress ?? '') ?? 'unknown'
}

/** From the right: the nearest first. */
function listForwarded({ headers }: IncomingMessage): string[] {
  const entries = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  return entries.slice(-HOPS_MAX).reverse()
}

/** In one spelling: `::FFFF:c000:201`, `::ffff:192.0.2.1` and `192.0.2.1` are one client. Null for what is no address. */
function toAddress(text: string): string | null {
  const address = text.trim().replace(/%.*$/, '')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}
