import { lookup } from 'node:dns/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkedAddress, isClosed } from '#lib/deliveries/destinations/checked-address.ts'

vi.mock('node:dns/promises', { spy: true })
beforeEach(() => void vi.mocked(lookup).mockClear())

test.each([
  ...['169.254.169.254', '169.254.0.1', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255'],
  ...['fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '::', 'fd00:ec2::254', 'fd20:ce::254'],
  // The same addresses of IPv4 in the notation of IPv6.
  ...['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '0:0:0:0:0:ffff:a9fe:a9fe', '::169.254.169.254'],
  ...['::ffff:0:a9fe:a9fe', '::ffff:0:169.254.169.254', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1:ffff::1'],
  ...['64:ff9b::169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', '::ffff:100.100.100.200'],
])('the address %s is closed', address => {
  expect(isClosed(address)).toBe(true)
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.9', '192.168.1.1', '100.64.0.1', '8.8.8.8', '169.253.1.1'],
  ...[
    '::1',
    'fd12:3456::1',
    '2001:db8::1',
    '::ffff:192.168.1.1',
    '64:ff9b::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b:2::1',
    '2002:c0a8:101::1',
  ],
])('the address %s is open, as private networks are normal here', address => {
  expect(isClosed(address)).toBe(false)
})

test.each([
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '169.254.43518',
  '0251.0376.0251.0376',
  '[fe80::1]',
])('the host %s is closed, however it is written', async host => {
  await expect(checkedAddress(host)).rejects.toMatchObject({ code: 'not_offered' })
})

test('a name that resolves to a closed address is refused, and the checked address is used', async () => {
  vi.mocked(lookup).mockResolvedValueOnce({ address: '169.254.169.254', family: 4 } as never)
  await expect(checkedAddress('metadata.example.com')).rejects.toMatchObject({ code: 'not_offered' })
  vi.mocked(lookup).mockResolvedValueOnce({ address: '::ffff:a9fe:a9fe', family: 6 } as never)
  await expect(checkedAddress('metadata.example.com')).rejects.toMatchObject({ code: 'not_offered' })
  vi.mocked(lookup).mockResolvedValueOnce({ address: '10.0.0.7', family: 4 } as never)
  expect(await checkedAddress('sftp.example.com')).toBe('10.0.0.7')
  expect(lookup).toHaveBeenCalledTimes(3)
})
