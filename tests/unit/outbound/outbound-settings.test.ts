import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEnv } from '#lib/settings/env.ts'
import { goesThroughProxy, readOutbound } from '#lib/settings/outbound-settings.ts'

const TLS = join(import.meta.dirname, '../../support/tls')
const PROXY = 'http://desk:CANARY@proxy.example.com:3128'

test.each([
  ['', 'https://portraits.example.com/', true],
  ['', 'http://portraits.example.com/', false],
  ['', 'https://localhost:4010/', false],
  ['', 'https://127.0.0.1/', false],
  ['', 'https://[::1]/', false],
  ['*', 'https://portraits.example.com/', false],
  ['example.com', 'https://portraits.example.com/', false],
  ['.example.com', 'https://portraits.example.com/', false],
  ['*.Example.com', 'https://portraits.example.com/', false],
  ['ample.com', 'https://portraits.example.com/', true],
  ['portraits.example.com:443', 'https://portraits.example.com/', false],
  ['portraits.example.com:8443', 'https://portraits.example.com/', true],
  ['a.test, b.test  10.0.0.5', 'https://10.0.0.5/', false],
  ['0.5', 'https://10.0.0.5/', true],
  ['fd00::7', 'https://[fd00::7]/', false],
  ['[fd00::7]:8443', 'https://[fd00::7]/', true],
])('NO_PROXY=%s: that %s goes through the proxy is %s', (NO_PROXY, url, through) => {
  const { outbound } = readOutbound({ HTTPS_PROXY: PROXY, NO_PROXY })
  expect(goesThroughProxy(outbound, new URL(url))).toBe(through)
})

test('no request goes through a proxy that is not set', () => {
  expect(goesThroughProxy(readOutbound({}).outbound, new URL('https://portraits.example.com/'))).toBe(false)
})

test('a proxy may be written without http://, and in lower case', () => {
  for (const source of [{ https_proxy: 'proxy.example.com:3128' }, { HTTPS_PROXY: 'proxy.example.com:3128' }])
    expect(readOutbound(source).outbound.proxy?.url.href).toBe('http://proxy.example.com:3128/')
})

test.each([
  [{ HTTPS_PROXY: 'socks5://CANARY:1080' }, 'HTTPS_PROXY must be the address of a proxy'],
  [{ HTTPS_PROXY: 'http://CANARY:nothing' }, 'HTTPS_PROXY must be the address of a proxy'],
  [{ PORTRAIT_API_CLIENT_CERT_FILE: join(TLS, 'client.cert.pem') }, 'belong together: set both'],
  [
    certificate('nothing.pem', 'client.key.pem'),
    'PORTRAIT_API_CLIENT_CERT_FILE names a file that is not there',
  ],
  [certificate('client.cert.pem', 'issued.key.pem'), 'are no certificate and its key'],
])('a desk whose outbound settings are invalid does not start: %o', (source, sentence) => {
  const settings = { PORTRAIT_API_URL: 'https://portraits.example.com/api/v1', ...source }
  expect(() => parseEnv(settings)).toThrow(sentence)
  expect(() => parseEnv(settings)).not.toThrow('CANARY')
})

function certificate(cert: string, key: string): Record<string, string> {
  return {
    PORTRAIT_API_CLIENT_CERT_FILE: join(TLS, cert),
    PORTRAIT_API_CLIENT_KEY_FILE: join(TLS, key),
  }
}
