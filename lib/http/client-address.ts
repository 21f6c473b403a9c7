import 'server-only'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Set by `prepare-request.ts` on every request; a client cannot send it. */
export const ADDRESS_HEADER = 'x-desk-address'

/** Where a request comes from, for counting and for the activity log; `unknown` when nobody has noted it. */
export function getClientAddress(request: Request): string {
  return request.headers.get(ADDRESS_HEADER) ?? 'unknown'
}

/**
 * The address at the other end of the connection. Behind the operator's own proxy (`TRUST_PROXY=1`) that is the proxy,
 * and the last entry of `X-Forwarded-For` is what this proxy saw; all entries before it are the client's own words.
 */
export function findClientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const connected = plain(request.socket.remoteAddress ?? 'unknown')
  if (!trustProxy) return connected
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').at(-1)?.trim()
  return forwarded && isIP(forwarded) ? plain(forwarded) : connected
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

/** `::ffff:192.0.2.1` and `192.0.2.1` are one client. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
}
