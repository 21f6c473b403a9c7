import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sealData } from 'iron-session'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { lookAtService } from '#scripts/doctor/service.ts'
import { describeProxy, listSettings } from '#scripts/doctor/settings.ts'
import { BUNDLED_FLAGS, bundledCompileCache } from '#tests/support/bundled.ts'
import { startConnectProxy } from '#tests/support/connect-proxy.ts'
import { applySettings, PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'
import { sendJson, startServer } from '#tests/support/loopback-server.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const TLS = join(ROOT, 'tests/support/tls')
const SECRETS = {
  APP_SECRET: 'CANARY-kW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa6E',
  APP_SECRET_PREVIOUS: 'CANARY-6EkW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa',
  OIDC_CLIENT_SECRET: 'CANARY-of-single-sign-on',
}
const OIDC = {
  OIDC_ISSUER: 'https://login.example.test',
  OIDC_CLIENT_ID: 'desk',
  OIDC_ADMIN_VALUES: 'hr',
}

/** `portrait-desk doctor`, once everything is installed. */
async function runDoctor(settings: Record<string, string>) {
  const child = spawn(process.execPath, [...BUNDLED_FLAGS, join(inject('commands'), 'doctor/doctor.mjs')], {
    cwd: ROOT,
    env: { ...bundledCompileCache(), PATH: process.env.PATH, NODE_ENV: 'test', PORT: '28392', ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  const [status] = await once(child, 'close')
  const lines = said.trim().split('\n')
  for (const line of lines) expect(line).toMatch(/ · (ok|attention: .+)$/)
  return { status, said, todo: lines.filter(line => line.includes(' · attention: ')) }
}

describe('portrait-desk doctor', () => {
  test('the doctor names practice mode, finds nothing to do, and creates nothing', async () => {
    const dataDir = join(createTempFolder(), 'data')
    const { status, said, todo } = await runDoctor({ DATA_DIR: dataDir })
    expect([status, todo, existsSync(dataDir)]).toEqual([0, [], false])
    expect(said).toMatch(/^mode +practice mode/m)
    expect(said).toMatch(/^versions +Portrait Desk \d.*, Node \d.*, SQLite \d/m)
    expect(said).toContain('Europe/Berlin')
  })

  test('the doctor asks the service once with the stored key, and never prints a secret', async () => {
    const { origin, seen } = await startServer((response, { headers }) =>
      sendJson(response, { data: [], echo: headers.authorization }),
    )
    const dataDir = createTempFolder()
    const secretFile = join(createTempFolder(), 'CANARY-secret')
    writeFileSync(secretFile, 'CANARY-in-a-file-0123456789abcdefghijklmnop')
    const settings = {
      ...OIDC,
      ...SECRETS,
      APP_SECRET: '',
      APP_SECRET_FILE: secretFile,
      APP_URL: 'https://desk.example.test',
      PORTRAIT_API_URL: `${origin}/api/v1`,
      DATA_DIR: dataDir,
      HTTPS_PROXY: 'http://CANARY:CANARY@proxy.example.test:3128',
      PORTRAIT_API_KEY: 'CANARY-key-of-the-service',
    }
    openDatabase(dataDir).close()
    const before = listFiles(dataDir)
    const { status, said, todo } = await runDoctor(settings)
    expect([status, todo]).toEqual([0, []])
    expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['GET', '/api/v1/projects', 'Bearer CANARY-key-of-the-service'],
    ])
    expect(said).not.toMatch(/CANARY/i)
    for (const line of ['APP_SECRET = set (file)', 'PORTRAIT_API_KEY = set (environment)'])
      expect(said).toContain(line)
    expect(said).toContain('HTTPS_PROXY (proxy.example.test:3128)')
    expect(said).toMatch(/^key +accepted/m)
    expect(said).toMatch(/^database .*quick_check: ok/m)
    expect(listFiles(dataDir)).toEqual(before)
  })

  test('the doctor names outside folders that it could not write to', async () => {
    const folder = createTempFolder()
    const { todo } = await runDoctor({
      ...SECRETS,
      ...OIDC,
      APP_URL: 'https://desk.example.test',
      PORTRAIT_API_URL: 'http://127.0.0.1:1/api/v1',
      DATA_DIR: createTempFolder(),
      PHOTO_STORE_DIR: join(folder, 'photos'),
      DELIVERY_FOLDERS: `${folder}:${join(folder, 'intranet')}`,
    })
    expect(todo.filter(line => line.startsWith('disk '))).toEqual([
      expect.stringMatching(
        /photos cannot be written \(ENOENT\) · attention: .*PHOTO_STORE_DIR.*ReadWritePaths=/,
      ),
      expect.stringMatching(/intranet cannot be written \(ENOENT\) · attention: .*DELIVERY_FOLDERS/),
    ])
  })

  test('the doctor finds the desk that runs on the folder, and uses the key of the company', async () => {
    const settings = { APP_SECRET: SECRETS.APP_SECRET, APP_URL: 'https://desk.example.test' }
    const { origin, seen } = await startServer(response => sendJson(response, { data: [] }))
    const { dataDir } = applySettings({ ...settings, PORTRAIT_API_URL: `${origin}/api/v1` })
    const { saveCompanyKey } = await import('#lib/session/connection/company-key.ts')
    await saveCompanyKey('CANARY-company-key')
    const { ownDataDir } = await import('#lib/store/data-dir-lock.ts')
    onTestFinished(ownDataDir())
    const { said, todo } = await runDoctor({
      ...settings,
      DATA_DIR: dataDir,
      PORT: new URL(origin).port,
      PORTRAIT_API_URL: `${origin}/api/v1`,
    })
    expect(todo).toEqual([])
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api/health/live', undefined],
      ['/api/v1/projects', 'Bearer CANARY-company-key'],
    ])
    expect(said).not.toContain('CANARY')
    expect(said).toMatch(
      new RegExp(`^desk +runs on this folder \\(process ${process.pid} on ${hostname()}, since 20`, 'm'),
    )
  })

  test.each([
    [
      'that nobody works on the folder, whatever an owner of before has left there',
      false,
      /^desk +one answers .* on another folder/m,
    ],
    [
      'who works on the folder and does not answer',
      true,
      /^desk +one works on this folder \(process \d+ on .* nothing answers/m,
    ],
  ])('the doctor tells %s', async (_, owned, told) => {
    const { origin } = await startServer(response => sendJson(response, {}))
    const { dataDir } = applySettings(PRACTICE_SETTINGS)
    const { lockDataDir } = await import('#lib/store/data-dir-lock.ts')
    const release = lockDataDir()
    if (owned) onTestFinished(release)
    else release()
    writeFileSync(join(dataDir, 'desk.owner.json'), JSON.stringify({ pid: 1, host: 'CANARY', since: '2026' }))
    // Only the names are read: a process that opens and closes a file loses its own lock on it.
    const before = readdirSync(dataDir)
    const { said } = await runDoctor({ DATA_DIR: dataDir, PORT: owned ? '28393' : new URL(origin).port })
    expect(said).toMatch(told)
    expect(readdirSync(dataDir)).toEqual(before)
  })

  test('the doctor reports a port that another program uses', async () => {
    const { origin } = await startServer(response => sendJson(response, {}, 404))
    const dataDir = join(createTempFolder(), 'data')
    const { status, todo } = await runDoctor({ DATA_DIR: dataDir, PORT: new URL(origin).port })
    expect([status, todo]).toEqual([
      1,
      [expect.stringMatching(/^desk +something else answers .*set another PORT/)],
    ])
  })

  test('the doctor names every wrong setting, but no value', async () => {
    const { status, said, todo } = await runDoctor({
      ACTIVITY_DAY: 'CANARY',
      PORTRAIT_API_URL: 'https://CANARY:CANARY@portraits.example.test/api/v1',
      DATA_DIR: join(createTempFolder(), 'data'),
    })
    expect(status).toBe(1)
    for (const name of ['ACTIVITY_DAY', 'PORTRAIT_API_URL', 'APP_SECRET', 'APP_URL'])
      expect(todo.join('\n')).toContain(name)
    expect(said).not.toContain('CANARY')
  })

  test.each<[string, (path: string) => void | Promise<void>, RegExp]>([
    [
      'was written by a newer version',
      path => alter(path, 'PRAGMA user_version = 999'),
      /version 999 of \d+.*attention: a newer version/,
    ],
    ['is no database', path => writeFileSync(path, 'x'.repeat(8192)), /cannot be read \(.*restore a backup/],
    [
      'holds a key of another secret',
      async path => {
        const seal = await sealData(
          { key: 'CANARY-key' },
          { password: 'another secret of 32 letters or more' },
        )
        alter(path, `INSERT INTO desk_connection VALUES (1, '${seal}')`)
      },
      /cannot be opened.*attention: set APP_SECRET_PREVIOUS/,
    ],
    [
      'holds passwords of deliveries of another secret',
      async path => {
        const password = 'another secret of 32 letters or more'
        const seal = await sealData({ password: 'CANARY-password' }, { password })
        alter(path, addDelivery(seal))
      },
      /^deliveries +the passwords of 1 cannot be opened.*attention: set APP_SECRET_PREVIOUS/m,
    ],
  ])('the doctor reports that the database %s', async (_, spoil, told) => {
    const dataDir = createTempFolder()
    openDatabase(dataDir).close()
    await spoil(join(dataDir, 'desk.sqlite'))
    const { status, said, todo } = await runDoctor({
      ...OIDC,
      ...SECRETS,
      APP_URL: 'https://desk.example.test',
      PORTRAIT_API_URL: 'http://127.0.0.1:1/api/v1',
      DATA_DIR: dataDir,
    })
    expect(status).toBe(1)
    expect(todo.join('\n')).toMatch(told)
    expect(todo.join('\n')).toMatch(/^connection .*ECONNREFUSED.*attention: check the firewall/m)
    expect(said).not.toContain('CANARY')
  })
})

describe('the doctor’s findings about the service', () => {
  test.each<[number, { type?: string; shift?: number }, RegExp[]]>([
    [200, {}, []],
    [200, { shift: -3600 }, [/^clock 360\d s ahead of the service: set the clock/]],
    [200, { shift: 3600 }, [/^clock 3(600|59\d) s behind the service: set the clock/]],
    [401, {}, [/^key refused \(401\).*: enter a new one/]],
    [403, {}, [/^key refused \(403\).*: ask the service/]],
    [404, {}, [/^service GET \/projects: 404 .*: check PORTRAIT_API_URL/, /^key not judged/]],
    [429, {}, [/^service GET \/projects: 429 .*: the limit of calls is used up/, /^key not judged/]],
    [503, {}, [/^service GET \/projects: 503 .*: the service has a fault/, /^key not judged/]],
    [200, { type: 'text/html' }, [/^service .*something else answers/, /^key not judged/]],
  ])(
    'the answer %i %j is reported with what to do',
    async (status, { type = 'application/json', shift = 0 }, todo) => {
      const { origin, seen } = await startServer(response =>
        sendJson(response, { data: [] }, status, { 'content-type': type, date: toDate(shift) }),
      )
      const findings = await lookAtService(`${origin}/api/v1`, 'CANARY-key')
      const told = findings.flatMap(({ about, found, todo }) => (todo ? `${about} ${found}: ${todo}` : []))
      expect(told).toHaveLength(todo.length)
      for (const [index, line] of told.entries()) expect(line).toMatch(todo[index] ?? /nothing/)
      expect(seen).toHaveLength(1)
      expect(JSON.stringify(findings)).not.toContain('CANARY')
    },
  )

  test('the doctor sends the service nothing without a key', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, { data: [] }))
    expect((await lookAtService(`${origin}/api/v1`, null)).every(({ todo }) => todo === undefined)).toBe(true)
    expect(seen).toEqual([])
  })

  test.each([
    [407, 'the proxy wants a name and password: write them in HTTPS_PROXY'],
    [403, 'the proxy does not let the desk through: ask who runs it'],
  ])('a proxy that refuses with %i is reported without its credentials', async (refuses, todo) => {
    const proxy = await startConnectProxy({ refuses })
    const { status, said } = await runDoctor({
      ...SECRETS,
      APP_URL: 'https://desk.example.test',
      PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
      PORTRAIT_API_KEY: 'CANARY-key-of-the-service',
      DATA_DIR: createTempFolder(),
      OIDC_CLIENT_SECRET: '',
      HTTPS_PROXY: `http://CANARY:CANARY@${proxy.host}`,
    })
    expect(status).toBe(1)
    expect(said).toContain(`the proxy ${proxy.host} answers`)
    expect(said).toContain(`no answer to GET /projects (PROXY_REFUSED_${refuses}) · attention: ${todo}`)
    expect(said).not.toContain('CANARY')
  })

  test('an untrusted certificate is shown, and the key is not sent', async () => {
    const seen: string[] = []
    const files = { key: 'self-signed.key.pem', cert: 'self-signed.cert.pem' }
    const [key, cert] = [files.key, files.cert].map(name => readFileSync(join(TLS, name)))
    const server = createServer({ key, cert }, (request, response) => {
      seen.push(String(request.headers.authorization))
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const findings = await lookAtService(`https://127.0.0.1:${port}/api/v1`, 'CANARY-key')
    expect(findings.find(({ about }) => about === 'certificate')).toMatchObject({
      found: expect.stringMatching(/^issued by .*, -?\d+ days left, not trusted \([\w ]+\)$/),
      todo: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
    expect(findings.at(-1)).toMatchObject({ about: 'service', todo: expect.any(String) })
    expect(seen).toEqual([])
  })
})

test('each setting is listed with its source', () => {
  const source = { PORT: '3001', APP_NAME: 'Ours', PORTRAIT_API_KEY_FILE: '/run/key', STOP_SECONDS: 'CANARY' }
  const found = listSettings(source, { PORT: '3001', APP_NAME: 'Theirs' }).map(line => line.found)
  expect(found.slice(0, -1)).toEqual([
    'PORT = 3001 (.env)',
    'APP_NAME = Ours (environment)',
    'PORTRAIT_API_KEY = set (file)',
    'STOP_SECONDS = wrong (environment)',
  ])
  expect(found.at(-1)).toMatch(/SANDBOX_PORT=4010, .* \(default\)$/)
  expect(found.at(-1)).not.toMatch(/\bPORT=|APP_NAME=/)
})

test('the doctor names what a proxy is used for, without its credentials', () => {
  expect(describeProxy({}).found).toMatch(/^none is set/)
  const settings = { https_proxy: 'http://CANARY:CANARY@proxy.example.test:3128' }
  expect(describeProxy(settings).found).toBe(
    'https_proxy (proxy.example.test:3128) for the service and for single sign-on',
  )
  expect(describeProxy({ ...settings, NO_PROXY: '.example.org' }).found).toMatch(/, but for \.example\.org$/)
})

function toDate(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString()
}

/** SQL of a delivery with this sealed password. */
function addDelivery(seal: string): string {
  return `INSERT INTO deliveries (id, name, project_id, project, request, destination, secrets, schedule, removals_percent,
    is_on, failures, created_by, created_at) VALUES ('1', 'A', 1, '{}', '{}', '{}', '${seal}', '{}', 10, 0, 0, 'a', 'now')`
}

function alter(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function listFiles(folder: string): [string, string][] {
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'base64')])
}
