import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRACTICE, parseEnv, SettingsError } from '#lib/settings/env.ts'
import { toReachableHost } from '#lib/settings/network-settings.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const GOOD = {
  PORTRAIT_API_URL: 'https://portraits.example.com/api/v1',
  APP_URL: 'https://desk.example.com',
  APP_SECRET: 'kW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa6E',
}

function refusal(changes: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...GOOD, ...changes })
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  throw new Error('These settings were accepted.')
}

describe('practice mode', () => {
  test('a desk without settings is in practice mode', () => {
    expect(parseEnv({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      metricsPort: null,
      accessLog: '0',
      sandboxPort: 4010,
      appName: 'Portrait Desk',
      appLocale: 'de',
      timeZone: 'Europe/Berlin',
      appUrl: 'http://localhost:3000',
      appOrigin: 'http://localhost:3000',
      basePath: '',
      trustedProxies: null,
      outbound: { proxy: null, clientCertificate: null },
      deliveries: {
        folders: [resolve('.data/delivered')],
        commandDir: null,
        loginUrl: 'https://login.microsoftonline.com',
        graphUrl: 'https://graph.microsoft.com',
      },
      mail: null,
      hstsSubdomains: '0',
      appSecret: undefined,
      appSecretPrevious: undefined,
      dataDir: '.data',
      database: null,
      practice: true,
      portraitApiUrl: 'http://127.0.0.1:4010/api/v1',
      portraitApiKey: PRACTICE.apiKey,
      portraitApiLimit: 120,
      portraitApiWindowMs: 60_000,
      portraitApiReserve: 20,
      portraitApiCacheMs: 15_000,
      photoStoreDir: null,
      photoStoreMaxBytes: 4096 * 1024 * 1024,
      photoStoreMs: 3 * 24 * 60 * 60 * 1000,
      activityDays: 365,
      sessionMs: 8 * 60 * 60 * 1000,
      sessionIdleMs: 60 * 60 * 1000,
      quotas: {
        sessions: 10,
        exportsRunning: 5,
        importsRunning: 3,
        batchesRunning: 3,
        exportsKept: 50,
        batchesKept: 50,
        downloadsHourly: 200,
        importDrafts: 10,
        importBytes: 64 * 1024 * 1024,
      },
      stopGraceMs: 0,
      stopMs: 30_000,
      oidc: null,
      localSignIn: true,
      importDays: 30,
      jobLeaseMs: 20_000,
      exportDays: 30,
      exportHistoryDays: 400,
      batchDays: 7,
      goneDays: 30,
      exportTargetsFile: undefined,
      hints: [],
    })
  })

  test('practice mode follows its ports', () => {
    expect(parseEnv({ PORT: '8080', SANDBOX_PORT: '8081' })).toMatchObject({
      appUrl: 'http://localhost:8080',
      portraitApiUrl: 'http://127.0.0.1:8081/api/v1',
    })
  })

  test('practice mode never sends the key of a real service to the sandbox', () => {
    expect(parseEnv({ PORTRAIT_API_KEY: 'pk_live_0123456789' }).portraitApiKey).toBe(PRACTICE.apiKey)
  })
})

describe('settings with a service', () => {
  test('people bring their own keys, unless the operator has set one', () => {
    expect(parseEnv(GOOD)).toMatchObject({ practice: false, portraitApiKey: undefined })
    expect(parseEnv({ ...GOOD, PORTRAIT_API_KEY: 'pk_live_0123456789' }).portraitApiKey).toBe(
      'pk_live_0123456789',
    )
  })

  test('the address of the desk is an origin, with or without a slash', () => {
    for (const slash of ['', '/'])
      expect(parseEnv({ ...GOOD, APP_URL: `https://desk.example.com:8443${slash}` }).appUrl).toBe(
        'https://desk.example.com:8443',
      )
  })

  test('the desk may stand below a path', () => {
    const { appUrl, appOrigin, basePath } = parseEnv({
      ...GOOD,
      APP_URL: 'https://desk.example.com/hr/my_portraits-1',
    })
    expect([appUrl, appOrigin, basePath]).toEqual([
      'https://desk.example.com/hr/my_portraits-1',
      'https://desk.example.com',
      '/hr/my_portraits-1',
    ])
    expect(parseEnv(GOOD).basePath).toBe('')
  })

  test.each([
    ...[
      '/portraits/',
      '//',
      '//portraits',
      '/a//b',
      '/a/../b',
      '/a/./b',
      '/..',
      '/a%2fb',
      '/a b',
      '/ä',
      '/a.b',
      '/a\\b',
    ],
    ...['?x=1', '?', '/?', '#x', '/#', '/a?x', '/a#x', '/$&'],
  ])('the path of APP_URL is a plain path, which %s is not', more => {
    for (const mode of [GOOD, {}])
      expect(() => parseEnv({ ...mode, APP_URL: `https://desk.example.com${more}` })).toThrow(
        /^APP_URL must end with its host or port, or with a path of letters, digits, - and _/,
      )
  })

  test.each(['me@', 'me:secret@', ':secret@'])('the address of the desk contains no user: %s', who => {
    expect(refusal({ APP_URL: `https://${who}desk.example.com` })).toBe(
      'APP_URL must not hold a user name or password.',
    )
  })

  test('a service without TLS must be on this machine', () => {
    for (const host of ['localhost:4010', '127.0.0.1:4010', '[::1]:4010'])
      expect(parseEnv({ ...GOOD, PORTRAIT_API_URL: `http://${host}/api/v1` }).practice).toBe(false)
    expect(refusal({ PORTRAIT_API_URL: 'http://portraits.example.com/api/v1' })).toMatch(/^PORTRAIT_API_URL /)
  })

  test('trailing slashes are no part of the service’s address', () => {
    for (const slashes of ['', '/', '///'])
      expect(
        parseEnv({ ...GOOD, PORTRAIT_API_URL: `https://a.example.com/x/api/v1${slashes}` }),
      ).toMatchObject({
        portraitApiUrl: 'https://a.example.com/x/api/v1',
      })
  })

  test('a service address with a query, fragment or credentials is refused by name', () => {
    const url = 'https://a.example.com/api/v1'
    for (const more of ['?a=1', '?', '#a', '/?a=1', '/#'])
      expect(refusal({ PORTRAIT_API_URL: url + more })).toBe(
        'PORTRAIT_API_URL must hold no query (?…) and no fragment (#…).',
      )
    for (const who of ['me@', 'me:secret@', ':secret@'])
      expect(refusal({ PORTRAIT_API_URL: url.replace('//', `//${who}`) })).toBe(
        'PORTRAIT_API_URL must not hold a user name or password.',
      )
  })

  test('the desk itself may run without TLS only when the operator says so', () => {
    const plain = { APP_URL: 'http://desk.example.com' }
    expect(refusal(plain)).toMatch(/^APP_URL .*ALLOW_HTTP=1/)
    expect(refusal({ ...plain, ALLOW_HTTP: '0' })).toMatch(/^APP_URL /)
    expect(parseEnv({ ...GOOD, ...plain, ALLOW_HTTP: '1' }).appUrl).toBe('http://desk.example.com')
  })

  test('the check of certificates cannot be switched off for the whole process', () => {
    expect(refusal({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatch(/NODE_EXTRA_CA_CERTS/)
    expect(parseEnv({ ...GOOD, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).practice).toBe(false)
  })

  test('an empty setting counts as not set', () => {
    expect(parseEnv({ ...GOOD, PORT: '', PORTRAIT_API_KEY: '', APP_NAME: '' })).toMatchObject({
      port: 3000,
      portraitApiKey: undefined,
      appName: 'Portrait Desk',
    })
  })
})

test('the reserve for people is at most a quarter of the limit, so that exports proceed', () => {
  const reserveOf = (limit: string, reserve: string) =>
    parseEnv({ ...GOOD, PORTRAIT_API_LIMIT: limit, PORTRAIT_API_RESERVE: reserve }).portraitApiReserve
  expect([reserveOf('120', '120'), reserveOf('40', '20'), reserveOf('3', '20')]).toEqual([30, 10, 0])
})

test('the photo store is limited in megabytes and in days, also in parts of a day', () => {
  expect(parseEnv({ ...GOOD, PHOTO_STORE_MAX_MB: '16', PHOTO_STORE_DAYS: '0.5' })).toMatchObject({
    photoStoreMaxBytes: 16 * 1024 * 1024,
    photoStoreMs: 12 * 60 * 60 * 1000,
  })
})

describe('wrong settings', () => {
  const WRONG: [string, string | undefined][] = [
    ['APP_SECRET', undefined],
    ['APP_SECRET', 'CANARY-short'],
    ['APP_URL', undefined],
    ['APP_URL', 'CANARY'],
    ['APP_NAME', 'CANARY'.repeat(20)],
    ['APP_LOCALE', 'CANARY'],
    ['TIME_ZONE', 'Europe/CANARY'],
    ['PORT', 'CANARY'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['SANDBOX_PORT', '-99'],
    ['HOST', 'CANARY'],
    ['HOST', 'localhost'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '[::1]'],
    ['HOST', 'fe80::1%eth0'],
    ['TRUST_PROXY', 'CANARY'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.1 10.0.0.2'],
    ['TRUST_PROXY', '10.0.0.1:3000'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/6'],
    ['PORTRAIT_API_URL', 'CANARY'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/api/v1//x'],
    ['PORTRAIT_API_URL', 'https://CANARY:CANARY@portraits.example.com/api/v1'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/api/v1?'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/?/api/v1'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/#/api/v1/'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/api/v2'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/api/v1?a=1'],
    ['PORTRAIT_API_URL', 'https://CANARY.example.com/api/v1#a'],
    ['PORTRAIT_API_URL', 'ftp://CANARY.example.com/api/v1'],
    ['PORTRAIT_API_KEY', 'CANARY!'],
    ['PORTRAIT_API_KEY', 'two words CANARY'],
    ['PORTRAIT_API_KEY', 'umlaut-ü-CANARY'],
    ['PORTRAIT_API_LIMIT', 'CANARY'],
    ['PORTRAIT_API_LIMIT', '0'],
    ['PORTRAIT_API_WINDOW_MS', '99'],
    ['PORTRAIT_API_RESERVE', '-1'],
    ['PORTRAIT_API_RESERVE', '1.5'],
    ['PORTRAIT_API_CACHE_MS', 'CANARY'],
    ['PORTRAIT_API_CACHE_MS', '-1'],
    ['PHOTO_STORE_MAX_MB', '15'],
    ['PHOTO_STORE_MAX_MB', '99.5'],
    ['PHOTO_STORE_DAYS', '0'],
    ['PHOTO_STORE_DAYS', 'CANARY'],
    ['STOP_SECONDS', '-1'],
    ['STOP_SECONDS', '3601'],
    ['ALLOW_HTTP', 'CANARY'],
    ['ALLOW_HTTP', 'true'],
  ]

  test.each(WRONG)(
    'the setting %s=%s stops the start with one sentence, without its value',
    (name, value) => {
      const sentence = refusal({ [name]: value })
      expect(sentence).toMatch(new RegExp(`^${name} [^\n]+\\.$`))
      expect(sentence).not.toContain('CANARY')
      if (value && value.length > 2) expect(sentence).not.toContain(value)
    },
  )
})

describe('the address that the desk listens on', () => {
  test('the desk listens on this machine alone, unless HOST says otherwise', () => {
    expect(parseEnv(GOOD).host).toBe('127.0.0.1')
    for (const host of ['127.0.0.2', '0.0.0.0', '192.168.0.7', '::1', '::', '2001:db8::7'])
      expect(parseEnv({ ...GOOD, HOST: host })).toMatchObject({ host, hints: [] })
  })

  test.each(['0.0.0.0', '::', '192.168.0.7', 'x86_64-conda-linux-gnu'])(
    'a desk in practice mode ignores HOST (%s), with a hint',
    host => {
      for (const practice of [{ HOST: host }, { HOST: host, APP_URL: 'https://desk.example.com' }])
        expect(parseEnv(practice)).toMatchObject({
          practice: true,
          host: '127.0.0.1',
          hints: [expect.stringMatching(/^HOST [^\n]+\.$/)],
        })
    },
  )

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['192.168.0.7', '192.168.0.7'],
    ['::', '[::1]'],
    ['0:0:0:0:0:0:0:0', '[::1]'],
    ['::1', '[::1]'],
    ['2001:DB8::7', '[2001:db8::7]'],
  ])('a desk on %s is asked for its health at %s', (host, reachable) => {
    expect(toReachableHost(host)).toBe(reachable)
  })
})

describe('trusted proxies', () => {
  test('no proxy is trusted unless it is named', () => {
    for (const none of [undefined, '', '0'])
      expect(parseEnv({ ...GOOD, TRUST_PROXY: none })).toMatchObject({ trustedProxies: null, hints: [] })
  })

  test('trusted proxies may be a word, addresses and networks', () => {
    const { trustedProxies, hints } = parseEnv({
      ...GOOD,
      TRUST_PROXY: ' loopback,10.0.0.0/8 , fd00::/8,192.0.2.1',
    })
    for (const address of ['127.0.0.1', '10.1.2.3', '192.0.2.1'])
      expect(trustedProxies?.check(address), address).toBe(true)
    for (const address of ['::1', 'fd00::7', '::ffff:10.1.2.3'])
      expect(trustedProxies?.check(address, 'ipv6'), address).toBe(true)
    for (const address of ['192.0.2.2', '11.0.0.1'])
      expect(trustedProxies?.check(address), address).toBe(false)
    expect(hints).toEqual([])
  })

  test('TRUST_PROXY=1 trusts this machine, with a hint at the value to write now', () => {
    const { trustedProxies, hints } = parseEnv({ ...GOOD, TRUST_PROXY: '1' })
    expect(trustedProxies?.check('127.0.0.1')).toBe(true)
    expect(trustedProxies?.check('10.0.0.1')).toBe(false)
    expect(hints).toEqual([expect.stringMatching(/^TRUST_PROXY=1 .*TRUST_PROXY=loopback[^\n]+\.$/)])
  })
})

describe('a secret in a file', () => {
  const fileOf = (content: string) => {
    const path = join(createTempFolder(), 'secret')
    writeFileSync(path, content)
    return path
  }

  test.each([
    ['APP_SECRET', 'appSecret'],
    ['PORTRAIT_API_KEY', 'portraitApiKey'],
  ] as const)('the file of %s_FILE is read, without the end of its line', (name, field) => {
    const value = 'from-a-file-0123456789-0123456789-0123'
    expect(parseEnv({ ...GOOD, [name]: undefined, [`${name}_FILE`]: fileOf(`${value}\n`) })[field]).toBe(
      value,
    )
  })

  test('a secret must not be set twice', () => {
    expect(refusal({ APP_SECRET_FILE: fileOf('CANARY'.repeat(9)) })).toMatch(
      /^APP_SECRET and APP_SECRET_FILE [^\n]+\.$/,
    )
  })

  test('a secret file must exist', () => {
    const sentence = refusal({ PORTRAIT_API_KEY_FILE: '/nowhere/CANARY' })
    expect(sentence).toMatch(/^PORTRAIT_API_KEY_FILE [^\n]+\.$/)
    expect(sentence).not.toContain('CANARY')
  })

  test('an unreadable secret file is refused in one sentence with the reason', () => {
    expect(refusal({ PORTRAIT_API_KEY_FILE: createTempFolder() })).toBe(
      'PORTRAIT_API_KEY_FILE names a file that is a folder.',
    )
    expect(refusal({ APP_SECRET: undefined, APP_SECRET_FILE: '/nowhere/at/all' })).toBe(
      'APP_SECRET_FILE names a file that is not there.',
    )
  })

  test('an empty secret file counts as not set', () => {
    expect(refusal({ APP_SECRET: undefined, APP_SECRET_FILE: fileOf('\n') })).toMatch(/^APP_SECRET /)
  })
})

describe('unusable secrets', () => {
  const RANDOM = 'kW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa6E'
  test.each([
    ['APP_SECRET', { APP_SECRET: 'changeme-changeme-changeme-changeme' }, 'placeholder'],
    ['APP_SECRET', { APP_SECRET: 'x'.repeat(40) }, 'not random'],
    ['APP_SECRET', { APP_SECRET: 'correct horse '.repeat(4) }, 'not random'],
    ['APP_SECRET', { APP_SECRET: RANDOM.slice(1) }, '32 characters'],
    ['APP_SECRET_PREVIOUS', { APP_SECRET_PREVIOUS: '0'.repeat(32) }, 'not random'],
    ['PORTRAIT_API_KEY', { PORTRAIT_API_KEY: 'your-key-comes-here' }, 'placeholder'],
    ['APP_SECRET', { APP_SECRET: RANDOM, PORTRAIT_API_KEY: RANDOM }, 'differ from PORTRAIT_API_KEY'],
    ['APP_SECRET', { APP_SECRET: RANDOM, APP_SECRET_PREVIOUS: RANDOM }, 'differ from APP_SECRET_PREVIOUS'],
  ])('an unusable secret stops the start, and its value is never printed: %s: %j', (name, changes, why) => {
    const sentence = refusal(changes)
    expect(sentence).toMatch(new RegExp(`^${name} [^\n]+\\.$`))
    expect(sentence).toContain(why)
    for (const value of Object.values(changes)) expect(sentence).not.toContain(value)
  })
})
