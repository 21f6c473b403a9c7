import 'server-only'
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, SocketAddress } from 'node:net'
import { isProxy } from '#lib/settings/network-settings.ts'

/** Set by `prepare-request.ts` on every request; a client cannot send it. */
export const ADDRESS_HEADER = 'x-desk-address'
/** Maximum number of proxies in a chain; entries of the header further left are ignored. */
const HOPS_MAX = 10

/** Returns the address of a request, for rate limits and the activity log; `unknown` when none was recorded. */
export function getClientAddress(request: Request): string {
  return request.headers.get(ADDRESS_HEADER) ?? 'unknown'
}

/**
 * Returns the nearest address that is not one of the operator's own proxies (`TRUST_PROXY`). Each proxy appends to
 * `X-Forwarded-For` the address that it saw. Entries sent by an untrusted address are not trusted, and an entry that is
 * no address ends the search.
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
 * Returns what counts as one client: an IPv4 address, or the /64 of an IPv6 address (RFC 6177), in which every
 * connection has practically unlimited addresses.
 */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const short = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  const [before = [], after = []] = short.split('::').map(part => part.split(':').filter(Boolean))
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? short : `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the address at the other end of the connection. */
export function getPeerAddress({ socket }: IncomingMessage): string {
  return toAddress(socket.remoteAddress ?? '') ?? 'unknown'
}

/** Lists the entries from the right, the nearest first. */
function listForwarded({ headers }: IncomingMessage): string[] {
  const entries = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  return entries.slice(-HOPS_MAX).reverse()
}

/**
 * Normalizes an address: `::FFFF:c000:201`, `::ffff:192.0.2.1` and `192.0.2.1` are one client. Null when it is no
 * address.
 */
function toAddress(text: string): string | null {
  const address = text.trim().replace(/%.*$/, '')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}
