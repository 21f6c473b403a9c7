import 'server-only'
import { BlockList, isIP, isIPv6 } from 'node:net'

const LOOPBACK = '127.0.0.1'
/** What a word of `TRUST_PROXY` stands for. `1` is what it was before it became a list. */
const NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  '1': ['127.0.0.0/8', '::1'],
}
/** A network that is larger (fc00::/7 is the largest private one) holds strangers. */
const PREFIX_MIN = 7

/** Whether this can be `HOST`: an address and no name, because a name may stand for several. */
export function isListenAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/** Where the desk listens: on this machine only, unless the operator says otherwise, and in practice mode always. */
export function chooseHost(host: string | undefined, practice: boolean): string {
  return practice ? LOOPBACK : (host ?? LOOPBACK)
}

/** How this machine reaches a desk that listens there, as it stands in a web address (RFC 3986, section 3.2.2). */
export function toReachableHost(host: string): string {
  const { hostname } = new URL(`http://${isIPv6(host) ? `[${host}]` : host}`)
  if (hostname === '0.0.0.0') return LOOPBACK
  return hostname === '[::]' ? '[::1]' : hostname
}

/** The proxies that `TRUST_PROXY` names, or null when an entry is no address and no network. */
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

/** An IPv4 address in the clothes of an IPv6 one (`::ffff:10.0.0.1`) is the same. */
export function isProxy(address: string, proxies: BlockList | null): boolean {
  return isIP(address) !== 0 && (proxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false)
}
