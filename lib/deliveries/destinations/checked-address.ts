import 'server-only'
import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { DestinationError } from './destination.ts'

/**
 * Addresses at which nobody keeps portraits, but clouds keep their machines' credentials: link-local ones, and what the large
 * clouds have beside them. Private networks and this machine are normal here.
 */
const CLOSED = new BlockList()
CLOSED.addSubnet('169.254.0.0', 16, 'ipv4')
CLOSED.addSubnet('0.0.0.0', 8, 'ipv4')
CLOSED.addSubnet('224.0.0.0', 4, 'ipv4')
CLOSED.addAddress('255.255.255.255', 'ipv4')
CLOSED.addAddress('100.100.100.200', 'ipv4')
CLOSED.addSubnet('fe80::', 10, 'ipv6')
CLOSED.addSubnet('ff00::', 8, 'ipv6')
CLOSED.addAddress('::', 'ipv6')
CLOSED.addAddress('fd00:ec2::254', 'ipv6')

/**
 * The one address of a host that is connected to then, so that no second look at the name can lead elsewhere. Throws
 * `not_offered` for an address that is closed, and `unreachable` for a name that nobody knows.
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
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return CLOSED.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
