import 'server-only'
import { BlockList, isIP, isIPv6 } from 'node:net'

const LOOPBACK = '127.0.0.1'
/** Names in `TRUST_PROXY` and their networks. `1` is its value from before it became a list. */
const NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  '1': ['127.0.0.0/8', '::1'],
}
/** Larger networks include strangers; fc00::/7 is the largest private one. */
const PREFIX_MIN = 7

/** True when this can be `HOST`: an address and not a name, because a name may have several addresses. */
export function isListenAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/**
 * Returns where the desk listens: on this machine only, unless the operator says otherwise, and in practice mode
 * always.
 */
export function chooseHost(host: string | undefined, practice: boolean): string {
  return practice ? LOOPBACK : (host ?? LOOPBACK)
}

/** Returns the address at which this machine reaches the desk, in URL form (RFC 3986, section 3.2.2). */
export function toReachableHost(host: string): string {
  const { hostname } = new URL(`http://${isIPv6(host) ? `[${host}]` : host}`)
  if (hostname === '0.0.0.0') return LOOPBACK
  return hostname === '[::]' ? '[::1]' : hostname
}

/** Returns the proxies in `TRUST_PROXY`, or null when an entry is neither an address nor a network. */
export function parseProxies(list: string): BlockList | null {
  const proxies = new BlockList()
  const entries = list.split(',').map(entry => entry.trim())
  for (const entry of entries.flatMap(entry => NETWORKS[entry] ?? entry)) {
    const [, address = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const bits = isIPv6(address) ? 128 : 32
    const prefix = Number(length ?? bits)
    if (isIP(address) === 0 || prefix < PREFIX_MIN || prefix > bits) return null
    proxies.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return proxies
}

/** True for an address of a proxy; an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is the same as its IPv4 address. */
export function isProxy(address: string, proxies: BlockList | null): boolean {
  return isIP(address) !== 0 && (proxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false)
}
