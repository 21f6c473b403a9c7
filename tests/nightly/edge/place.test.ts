import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { HOST, signInAt } from '#tests/edge/edge-desk.ts'
import { APP_SECRET, addAccount, PLACE_PORT as PORT, start } from '#tests/edge/start-desks.ts'
import { ask } from '#tests/support/http-client.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const ADMIN = { email: 'admin@example.test', password: 'a long enough password', role: 'admin' as const }
const EDITOR = { ...ADMIN, email: 'editor@example.test', role: 'editor' as const }
const SANDBOX_PORT = PORT + 1000
/** Addresses as Linux writes them in /proc/net/tcp and tcp6. */
const ADDRESSES: Record<string, string> = {
  '0100007F': '127.0.0.1',
  '00000000': '0.0.0.0',
  '00000000000000000000000001000000': '::1',
  '00000000000000000000000000000000': '::',
}
const LISTENING = '0A'
const HAS_IPV6 = Object.values(networkInterfaces()).some(all => all?.some(({ address }) => address === '::1'))

/** Returns the addresses on which any process of this machine listens at this port. */
function listeners(port: number): string[] {
  const lines = ['tcp', 'tcp6'].flatMap(name =>
    existsSync(`/proc/net/${name}`) ? readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1) : [],
  )
  return lines.flatMap(line => {
    const [, local = '', , state] = line.trim().split(/\s+/)
    const [address = '', hexPort = ''] = local.split(':')
    const isHere = state === LISTENING && Number.parseInt(hexPort, 16) === port
    return isHere ? [ADDRESSES[address] ?? address] : []
  })
}

/** Starts the built desk with these settings, for one test. */
async function startHere(changes: Record<string, string>) {
  const dataDir = createTempFolder()
  const settings = { DATA_DIR: dataDir, SANDBOX_PORT: String(SANDBOX_PORT), ...changes }
  const log = `${dataDir}/log`
  if (changes.PORTRAIT_API_URL) for (const account of [ADMIN, EDITOR]) addAccount(account, settings)
  const desk = await start({ port: PORT, dataDir, log }, settings)
  onTestFinished(async () => {
    desk.kill('SIGTERM')
    await once(desk, 'exit')
  })
  return { said: () => readFileSync(log, 'utf8') }
}

/** Settings of a desk that is connected to a service which gets no call. */
const OUTSIDE = {
  APP_URL: `https://${HOST}`,
  APP_SECRET,
  PORTRAIT_API_URL: 'http://127.0.0.1:9/api/v1',
  STOP_GRACE_SECONDS: '0',
  PORTRAIT_API_KEY: 'key-of-a-desk-in-its-place',
}

function describeListeners(tests: () => void): void {
  if (existsSync('/proc/net/tcp')) describe('the address of the built desk', tests)
  else leaveOut('where the desk listens', '/proc')
}

describeListeners(() => {
  test('a desk in practice mode and behind a proxy listens on this machine only', () => {
    expect(listeners(inject('practice').port)).toEqual(['127.0.0.1'])
    expect(listeners(inject('desk').port)).toEqual(['127.0.0.1'])
  })

  test('a desk in practice mode ignores HOST, and says so', async () => {
    const { said } = await startHere({ HOST: '0.0.0.0' })
    expect([listeners(PORT), listeners(SANDBOX_PORT)]).toEqual([['127.0.0.1'], ['127.0.0.1']])
    expect(said()).toMatch(/^HOST is not heeded/m)
  })

  test('a desk listens on HOST, and logs so', async () => {
    const { said } = await startHere({ ...OUTSIDE, HOST: '0.0.0.0' })
    expect(listeners(PORT)).toEqual(['0.0.0.0'])
    const ready = said()
      .split('\n')
      .find(line => line.includes('"event":"desk_ready"'))
    expect(JSON.parse(ready ?? '{}')).toMatchObject({ host: '0.0.0.0', port: PORT })
  })

  if (!HAS_IPV6) leaveOut('a desk on an address of IPv6', 'IPv6')
  else
    test.each(['::1', '::'])('a desk listens on the IPv6 address in HOST: %s', async host => {
      await startHere({ ...OUTSIDE, HOST: host })
      expect(listeners(PORT)).toEqual([host])
      expect((await fetch(`http://[::1]:${PORT}/api/health/ready`)).status).toBe(200)
    })
})

const HINT = 'A proxy that the desk does not know'

/** Signs in and returns a function that returns the HTML of a page. */
async function signInHere(account: typeof ADMIN | typeof EDITOR, headers: Record<string, string> = {}) {
  const { cookie } = await signInAt({ port: PORT, host: HOST, account, headers })
  const sent = { host: HOST, cookie, 'sec-fetch-site': 'none', 'accept-language': 'en', ...headers }
  return async (path: string, more: Record<string, string> = {}) =>
    (await ask(PORT, { path, headers: { ...sent, ...more } })).body
}

test('an unknown proxy is reported to administrators, and to nobody else', async () => {
  const { said } = await startHere(OUTSIDE)
  const open = await signInHere(ADMIN)
  expect(await open('/connect')).not.toContain(HINT)
  for (let index = 0; index < 3; index++) await open('/connect', { 'x-forwarded-for': '203.0.113.66' })
  const shown = await open('/connect')
  expect(shown).toContain(HINT)
  expect(shown).toContain('please have 127.0.0.1 added to TRUST_PROXY')
  expect(await open('/connect', { 'accept-language': 'de' })).toContain(
    'Lassen Sie 127.0.0.1 in TRUST_PROXY aufnehmen',
  )
  expect(await (await signInHere(EDITOR))('/connect')).not.toContain(HINT)
  expect(said().match(/"event":"forwarded_for_untrusted"/g)).toHaveLength(1)
})

test('the activity names the client behind a trusted proxy, not the proxy or a claimed address', async () => {
  await startHere({ ...OUTSIDE, TRUST_PROXY: 'loopback' })
  const open = await signInHere(ADMIN, { 'x-forwarded-for': '198.51.100.1, 203.0.113.66' })
  const activity = await open('/activity')
  expect(activity).toContain('203.0.113.66')
  expect(activity).not.toMatch(/198\.51\.100\.1|127\.0\.0\.1/)
  expect(await open('/connect')).not.toContain(HINT)
})
