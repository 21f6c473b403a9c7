import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findClientAddress } from '#lib/http/client-address.ts'
import { listForwardingHints, noteForwarding } from '#lib/http/forwarding-hints.ts'
import { type Env, parseEnv } from '#lib/settings/env.ts'
import { dropSingletons } from '#lib/singleton.ts'

const DESK = {
  APP_URL: 'https://desk.example.test',
  APP_SECRET: 'a secret for tests, 32 characters or more',
  PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
}
const CLIENT = '203.0.113.66'

type Asked = { peer?: string; forwarded?: string | undefined; url?: string }

/** A request that comes from another machine. */
function requestOf({ peer, forwarded, url = '/' }: Asked): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.url = url
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

function envOf(trust: string): Env {
  return parseEnv({ ...DESK, TRUST_PROXY: trust })
}

function clientOf(trust: string, peer: string, forwarded?: string): string {
  return findClientAddress(requestOf({ peer, forwarded }), envOf(trust).trustedProxies)
}

describe('the address of the client', () => {
  test('the client’s address is the connection’s when no proxy is trusted, whatever is claimed', () => {
    expect(clientOf('', '127.0.0.1', CLIENT)).toBe('127.0.0.1')
    expect(clientOf('0', '10.0.0.1', CLIENT)).toBe('10.0.0.1')
    expect(clientOf('10.0.0.2', '10.0.0.1', CLIENT)).toBe('10.0.0.1')
  })

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.8.9.10'],
    ['loopback', '::1'],
    ['loopback', '::ffff:127.0.0.1'],
    ['10.0.0.0/8', '10.255.0.7'],
    ['10.0.0.0/8', '::ffff:10.255.0.7'],
    ['::ffff:10.0.0.0/104', '10.255.0.7'],
    ['fd00::/8', 'fd12:3456::1'],
    ['fe80::/10', 'fe80::1%eth0'],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1, 2001:DB8::7 ,loopback', '2001:db8:0:0::7'],
  ])('the client’s address is what a proxy in TRUST_PROXY=%s saw: %s', (trust, peer) => {
    expect(clientOf(trust, peer, CLIENT)).toBe(CLIENT)
  })

  test.each([
    ['loopback', '128.0.0.1'],
    ['loopback', '::2'],
    ['10.0.0.0/8', '11.0.0.1'],
    ['fd00::/8', 'fe00::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['192.0.2.1', '2001:db8::1'],
  ])('the client’s address is the connection’s when TRUST_PROXY=%s does not name it: %s', (trust, peer) => {
    expect(clientOf(trust, peer, CLIENT)).toBe(peer)
  })

  test('the client’s address is the last one that is not a trusted proxy', () => {
    const trust = 'loopback, 10.0.0.0/24, fd00::/8'
    expect(clientOf(trust, '127.0.0.1', `198.51.100.1, ${CLIENT}`)).toBe(CLIENT)
    expect(clientOf(trust, '127.0.0.1', `10.9.9.9, ${CLIENT}, fd00::5, ::ffff:10.0.0.7`)).toBe(CLIENT)
    expect(clientOf(trust, '127.0.0.1', '10.0.0.8, 10.0.0.7')).toBe('10.0.0.8')
    expect(clientOf(trust, '127.0.0.1', '198.51.100.1, 10.0.1.7, 10.0.0.7')).toBe('10.0.1.7')
  })

  test.each([undefined, '', ',', 'unknown', '_hidden', '203.0.113.66, <script>', '203.0.113.66:80', '1.2.3'])(
    'the client’s address is the last known one when an entry is unreadable: %j',
    forwarded => {
      expect(clientOf('loopback', '127.0.0.1', forwarded)).toBe('127.0.0.1')
      expect(clientOf('loopback,10.0.0.7', '127.0.0.1', `${forwarded ?? ''}, 10.0.0.7`)).toBe('10.0.0.7')
    },
  )

  test('the client’s address is not searched behind more than ten proxies', () => {
    const hops = (count: number) => [CLIENT, ...Array.from({ length: count }, (_, n) => `10.0.0.${n}`)].join()
    expect(clientOf('loopback,10.0.0.0/8', '127.0.0.1', hops(9))).toBe(CLIENT)
    expect(clientOf('loopback,10.0.0.0/8', '127.0.0.1', hops(10))).toBe('10.0.0.0')
    expect(clientOf('loopback,10.0.0.0/8', '127.0.0.1', hops(200))).toBe('10.0.0.190')
  })

  test('the client’s address has one spelling, so that a client counts as one', () => {
    const spellings = ['2001:DB8::7', '2001:db8:0:0:0:0:0:7', '2001:0db8::0007']
    expect(spellings.map(spelling => clientOf('loopback', '::1', spelling))).toEqual(
      spellings.map(() => '2001:db8::7'),
    )
    for (const spelling of ['::ffff:203.0.113.66', '::FFFF:cb00:7142', ` ${CLIENT} `])
      expect(clientOf('loopback', '::1', spelling)).toBe(CLIENT)
    expect(clientOf('', '::ffff:203.0.113.66')).toBe(CLIENT)
  })

  test('the client’s address is unknown when the connection is closed', () => {
    expect(findClientAddress(requestOf({ forwarded: CLIENT }), envOf('loopback').trustedProxies)).toBe(
      'unknown',
    )
  })
})

describe('mismatches between TRUST_PROXY and the proxy', () => {
  beforeEach(() => dropSingletons(new Set()))

  /** Sends all of these and returns the events of the log. */
  function note(env: Env, asked: Asked[]): unknown[] {
    const out = vi.spyOn(console, 'log').mockImplementation(() => {})
    for (const one of asked) noteForwarding(requestOf(one), env)
    return out.mock.calls.map(([line]) => JSON.parse(String(line)))
  }
  const many = (count: number, asked: Asked) => Array.from({ length: count }, () => asked)
  const UNTRUSTED = { peer: '10.0.0.9', forwarded: CLIENT }
  const SILENT = { peer: '127.0.0.1' }

  test.each(['', 'loopback'])('a header from an unknown proxy is reported once, TRUST_PROXY=%s', trust => {
    expect(note(envOf(trust), many(500, UNTRUSTED))).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'forwarded_for_untrusted',
        setting: 'TRUST_PROXY',
      }),
    ])
    expect(listForwardingHints()).toEqual([{ problem: 'untrusted', address: '10.0.0.9' }])
  })

  test('the sender of a mismatch is shown to administrators, not logged', () => {
    expect(JSON.stringify(note(envOf(''), [UNTRUSTED]))).not.toMatch(/10\.0\.0\.9|203\.0\.113/)
  })

  test('a proxy that never sends the header is reported once, after a hundred requests', () => {
    const env = envOf('loopback')
    expect(note(env, many(99, SILENT))).toEqual([])
    expect(listForwardingHints()).toEqual([])
    expect(note(env, many(500, SILENT))).toEqual([
      expect.objectContaining({ level: 'warn', event: 'forwarded_for_missing', setting: 'TRUST_PROXY' }),
    ])
    expect(listForwardingHints()).toEqual([{ problem: 'missing' }])
  })

  test('a mismatch ends when the header arrives after all', () => {
    const env = envOf('loopback')
    note(env, [...many(200, SILENT), UNTRUSTED, { ...SILENT, forwarded: CLIENT }])
    expect(listForwardingHints()).toEqual([{ problem: 'untrusted', address: '10.0.0.9' }])
  })

  test('a mismatch is not reported when a request without the header is an exception', () => {
    expect(note(envOf('loopback'), [{ ...SILENT, forwarded: CLIENT }, ...many(500, SILENT)])).toEqual([])
    expect(note(envOf('loopback'), many(500, { peer: '10.0.0.9' }))).toEqual([])
  })

  test('a health check is no mismatch, and practice mode looks for none', () => {
    const health = { ...SILENT, url: '/api/health/ready' }
    expect(note(envOf('loopback'), many(500, health))).toEqual([])
    expect(note(envOf(''), [{ ...UNTRUSTED, url: '/api/health/live' }])).toEqual([])
    expect(note(parseEnv({}), [UNTRUSTED])).toEqual([])
  })
})
