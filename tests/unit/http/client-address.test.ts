import { describe, expect, test } from 'vitest'
import { toNetwork } from '#lib/http/client-address.ts'

describe('the identity of a client', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['unknown', 'unknown'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::2:3:4:5:6:7', '0:0:2:3::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::ffff:c000:201', '::ffff:c000:201'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
  ])('the client %s counts as %s', (address, network) => expect(toNetwork(address)).toBe(network))
})
