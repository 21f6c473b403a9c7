import 'server-only'
import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { DestinationError } from './destination.ts'

/**
 * Addresses that hold no portraits, but at which clouds keep the credentials of their machines: link-local ones, and
 * others of the large clouds (Alibaba, Azure, Oracle; Amazon and Google by IPv6). Private networks and this machine are
 * normal here.
 */
const CLOSED = new BlockList()
CLOSED.addSubnet('0.0.0.0', 8, 'ipv4')
CLOSED.addSubnet('169.254.0.0', 16, 'ipv4')
CLOSED.addSubnet('224.0.0.0', 4, 'ipv4')
CLOSED.addAddress('255.255.255.255', 'ipv4')
CLOSED.addAddress('100.100.100.200', 'ipv4')
CLOSED.addAddress('168.63.129.16', 'ipv4')
CLOSED.addAddress('192.0.0.192', 'ipv4')
CLOSED.addAddress('::', 'ipv6')
// 169.254.0.0/16 again, as an "IPv4-compatible" address.
CLOSED.addSubnet('::a9fe:0', 112, 'ipv6')
CLOSED.addSubnet('fe80::', 10, 'ipv6')
CLOSED.addSubnet('fec0::', 10, 'ipv6')
CLOSED.addSubnet('ff00::', 8, 'ipv6')
// Translators of the local network (RFC 8215): each decides where it puts the IPv4 address.
CLOSED.addSubnet('64:ff9b:1::', 48, 'ipv6')
CLOSED.addAddress('fd00:ec2::254', 'ipv6')
CLOSED.addAddress('fd20:ce::254', 'ipv6')

/**
 * IPv6 prefixes that an IPv4 address follows: mapped (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC
 * 3056).
 */
const WITH_IPV4 = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
]

/**
 * Resolves a host to the one address that is then connected to, so that no second lookup can lead elsewhere. Throws
 * `not_offered` for a closed address, and `unreachable` for an unknown name.
 */
export async function checkedAddress(host: string): Promise<string> {
  const found = await lookup(host.replace(/^\[|\]$/g, '')).catch((cause: unknown) => {
    throw new DestinationError('unreachable', { message: 'The name is not known.', cause })
  })
  if (isClosed(found.address))
    throw new DestinationError('not_offered', { message: 'The address is closed.' })
  return found.address
}

export function isClosed(address: string): boolean {
  if (!isIPv6(address)) return CLOSED.check(address, 'ipv4')
  const groups = toGroups(address)
  const inside = WITH_IPV4.filter(({ prefix }) => prefix.every((group, index) => groups[index] === group))
  return (
    CLOSED.check(address, 'ipv6') ||
    inside.some(({ at }) => CLOSED.check(toIpv4(groups[at] ?? 0, groups[at + 1] ?? 0), 'ipv4'))
  )
}

/** Returns the eight groups of an IPv6 address in any notation. */
function toGroups(address: string): number[] {
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
