/**
 * The image as an operator gets it: built from the Dockerfile, read-only, with an unknown user id. The test prints its
 * measurements; docs/benchmarks.md has the kept ones.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Export } from '#lib/exports/contract.ts'
import { PRACTICE } from '#lib/settings/env.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { OWN, signInAt } from '#tests/edge/edge-desk.ts'
import { ask } from '#tests/support/http-client.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { until } from '#tests/support/until.ts'
import { type Container, createDataFolder, runImage } from './engine.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const FIRST_PORT = Number(process.env.IMAGE_PORT) || 3510
const PORT = FIRST_PORT
const SANDBOX_PORT = FIRST_PORT + 1
const KEY = 'key-of-the-image-tests'
const ADMIN = { email: 'admin@example.com', password: 'a long enough password' }
const SETTINGS = {
  PORT: String(PORT),
  APP_URL: `http://localhost:${PORT}`,
  ALLOW_HTTP: '1',
  APP_SECRET: 'only-for-these-tests-0123456789abcdef0123456789',
  PORTRAIT_API_URL: `http://127.0.0.1:${SANDBOX_PORT}/api/v1`,
  PORTRAIT_API_KEY: KEY,
  PORTRAIT_API_LIMIT: '100000',
  STOP_GRACE_SECONDS: '0',
}
const PACKAGES = [
  '@img/colour',
  '@img/sharp-',
  '@next/env',
  // Only the interface, which prom-client brings and Next uses if present; the desk collects no traces.
  '@opentelemetry/api',
  '@swc/helpers',
  'client-only',
  'detect-libc',
  'next',
  'react',
  'react-dom',
  'semver',
  'sharp',
  'styled-jsx',
  // SFTP and its dependencies.
  'asn1',
  'bcrypt-pbkdf',
  'buffer-from',
  'concat-stream',
  'core-util-is',
  'cpu-features',
  'inherits',
  'isarray',
  'process-nextick-args',
  'readable-stream',
  'safe-buffer',
  'safer-buffer',
  'ssh2',
  'string_decoder',
  'tweetnacl',
  'typedarray',
  'util-deprecate',
  // The driver of PostgreSQL and its dependencies.
  'pg',
  'postgres-array',
  'postgres-bytea',
  'postgres-date',
  'postgres-interval',
  'split2',
  'xtend',
]
const engine = inject('engine')
const whenBuilt = engine === null ? test.skip : test

if (engine === null)
  test('an image cannot be built on this machine', () =>
    leaveOut('the image', 'docker or podman with a running engine, or IMAGE_TOOL (CONTRIBUTING.md)'))

/** Runs the image, and stops it when the test ends. */
function run(dataDir: string, settings: Record<string, string> = {}, command: string[] = []): Container {
  const container = runImage(engine ?? '', dataDir, settings, command)
  onTestFinished(async () => {
    if (container.process.exitCode === null) await container.stop()
  })
  return container
}

function createData(): string {
  const { path, remove } = createDataFolder()
  onTestFinished(remove)
  return path
}

/** Runs one command of the image to its end. */
async function runCommand(dataDir: string, settings: Record<string, string>, command: string[]) {
  const container = run(dataDir, settings, command)
  return { code: await container.ended, said: container.said().trim() }
}

async function untilReady(container: Container, what: string): Promise<void> {
  const began = performance.now()
  await until(
    () => `${what} is ready: ${container.said()}`,
    () => /is ready at|"event":"desk_ready"/.test(container.said()),
  )
  measured(`${what}: ready after ${Math.round(performance.now() - began)} ms`)
}

async function stop(container: Container, what: string): Promise<void> {
  const began = performance.now()
  expect(await container.stop()).toBe(0)
  measured(`${what}: stopped after ${Math.round(performance.now() - began)} ms`)
}

function measured(line: string): void {
  process.stdout.write(`measured: ${line}\n`)
}

/** Exports some people, and reads the archive to its last byte. */
async function takeExport(account: { email: string; password: string }, below = '') {
  const host = `localhost:${PORT}`
  const { cookie } = await signInAt({ port: PORT, host, account, path: below })
  const headers = { ...OWN, host, cookie }
  const people = await ask(PORT, {
    path: `${below}/api/v1/projects/${LARGE_PROJECT.id}/employees?per_page=5`,
    headers,
  })
  const employee_ids = (JSON.parse(people.body).data as { id: number }[]).map(({ id }) => id)
  const started = await ask(PORT, {
    method: 'POST',
    path: `${below}/api/exports`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      project_id: LARGE_PROJECT.id,
      scope: { kind: 'people', employee_ids },
      size: null,
    }),
  })
  expect(started.status, started.body).toBe(201)
  const { id } = JSON.parse(started.body).data as Export
  const take = () => takeArchive(`${below}/api/exports/${id}`, headers)
  await until('the export is ready', async () => {
    const { body } = await ask(PORT, { path: `${below}/api/exports/${id}`, headers })
    const now = JSON.parse(body).data as Export
    if (now.state === 'failed') throw new Error(`The export failed: ${now.error}`)
    return now.state === 'ready'
  })
  return { bytes: await take(), take }
}

async function takeArchive(path: string, headers: Record<string, string>): Promise<number> {
  const { status, bytes } = await ask(PORT, { path: `${path}/archive?part=1`, headers })
  expect(status).toBe(200)
  return bytes
}

/** The process has the name of Node first, and later the one of Next. */
function findServer(container: Container): Promise<number> {
  return until(
    () => `its server is there: ${container.list().map(({ name }) => name)}`,
    () => container.list().find(({ name }) => /^next-server|server\.js$/.test(name))?.pid,
  )
}

describe('the contents of the image', () => {
  const list = async (words: string) =>
    (await runCommand(createData(), {}, ['sh', '-c', words])).said.split('\n').filter(Boolean)

  whenBuilt('is the packed desk: no sources, no tests, no packages but those that run it', async () => {
    const files = await list('cd /app && find . -type f')
    const outside = files.filter(
      file =>
        !/^\.\/(?:cli\/[\w-]+\.mjs|\.next\/.+|node_modules\/.+|public\/.+|package\.json|server\.js|sbom\.cdx\.json|LICENCES\.txt)$/.test(
          file,
        ),
    )
    expect(outside).toEqual([])
    expect(files.filter(file => /\.(?:tsx?|test\.\w+|sqlite|pem|env)$/.test(file))).toEqual([])
    const packages = await list('cd /app/node_modules && ls -d [a-z]* @*/*')
    expect(packages.filter(name => !PACKAGES.some(known => name.startsWith(known)))).toEqual([])
    expect(await list('find /app -xtype l')).toEqual([])
    measured(`${files.length} files, ${(await list('du -sm /app')).join()}`)
    expect(Number((await list('du -sk /app')).join().split('\t')[0])).toBeLessThan(100 * 1024)
  })

  whenBuilt('is what its list for auditors says, the system around the desk too', async () => {
    const bom = JSON.parse((await list('cat /app/sbom.cdx.json')).join('\n'))
    const listed = new Set(bom.components.map(({ name }: { name: string }) => name))
    // Transitive packages too, but not folders inside a package with names of their own.
    const lying = await list(
      'cd /app && find node_modules -name package.json | sed -nE "s#.*node_modules/((@[^/]+/)?[^/]+)/package.json#\\1#p"',
    )
    expect(lying.length).toBeGreaterThan(20)
    expect(lying.filter(name => !listed.has(name))).toEqual([])
    const debian = await list('dpkg-query --show | cut -f 1 | cut -d : -f 1')
    expect(debian.length).toBeGreaterThan(50)
    expect(debian.filter(name => !listed.has(name))).toEqual([])
    for (const name of ['node', 'tini', 'zod', 'inter-ui']) expect(listed).toContain(name)
    for (const name of ['vitest', 'lightningcss', '@next/swc-linux-x64-gnu'])
      expect(listed).not.toContain(name)
    measured(`${bom.components.length} components in sbom.cdx.json`)
  })

  whenBuilt('has no compiler, no secret and no path of the machine that built it', async () => {
    expect(await list('for tool in gcc cc make git python3 tsc; do command -v $tool; done; true')).toEqual([])
    expect(await list(`grep -rlF "${ROOT}/" /app; true`)).toEqual([])
    expect(await list('find /app /data /tmp -name ".env*" -o -name ".npmrc" -o -name "*.pem"')).toEqual([])
  })

  whenBuilt('can be written nowhere but in /data and /tmp, by a user id of no list', async () => {
    const said = await list(
      'id -u; id -g; for at in /app /data /tmp /etc; do touch $at/x 2>/dev/null && echo $at; done',
    )
    expect(said).toEqual(['123456', '0', '/data', '/tmp'])
  })
})

describe('an image in practice mode', () => {
  whenBuilt('it starts without a setting, people sign in, and an archive is whole', async () => {
    const desk = run(createData(), { PORT: String(PORT), SANDBOX_PORT: String(SANDBOX_PORT) })
    await untilReady(desk, 'practice mode')
    const { bytes } = await takeExport(PRACTICE)
    expect(bytes).toBeGreaterThan(100_000)
    await stop(desk, 'practice mode')
  })

  whenBuilt('the same image stands below a path', async () => {
    const path = '/hr/portraits'
    const APP_URL = `http://localhost:${PORT}${path}`
    const desk = run(createData(), { PORT: String(PORT), SANDBOX_PORT: String(SANDBOX_PORT), APP_URL })
    await untilReady(desk, 'below a path')
    const { body } = await ask(PORT, { path: `${path}/sign-in`, headers: { host: `localhost:${PORT}` } })
    const addresses = Array.from(body.matchAll(/(?:src|href)="(\/[^"]*)"/g), ([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter(address => !address.startsWith(`${path}/`))).toEqual([])
    expect((await takeExport(PRACTICE, path)).bytes).toBeGreaterThan(100_000)
    await stop(desk, 'below a path')
  })
})

describe('an image with a service', () => {
  let sandbox: ChildProcess
  beforeAll(async () => {
    sandbox = spawn(process.execPath, ['sandbox/server/main.ts'], {
      cwd: ROOT,
      stdio: 'pipe',
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        SANDBOX_PORT: String(SANDBOX_PORT),
        SANDBOX_KEY: KEY,
        SANDBOX_RATE_LIMIT: '100000',
      },
    })
    const [line] = await once(sandbox.stdout ?? sandbox, 'data')
    expect(String(line)).toContain('is ready')
  })
  afterAll(async () => {
    sandbox.kill()
    await once(sandbox, 'exit')
  })

  whenBuilt('it keeps accounts and archives over a restart, and every line it says is an event', async () => {
    const data = createData()
    const first = run(data, SETTINGS)
    await untilReady(first, 'first start')
    await until('the set-up is told', () => first.said().includes('"event":"desk_set_up"'))
    const command = (...words: string[]) => runCommand(data, SETTINGS, ['portrait-desk', ...words])
    const add = `printf %s '${ADMIN.password}' | portrait-desk account add ${ADMIN.email} --role admin`
    const added = await runCommand(data, SETTINGS, ['sh', '-c', add])
    expect(added).toEqual({ code: 0, said: `${ADMIN.email} can now sign in (admin).` })
    expect(await command('healthcheck')).toEqual({ code: 0, said: '' })
    expect((await command('doctor')).said).toMatch(/^versions .*· ok$/m)
    for (const { name, kib } of first.list())
      measured(`memory at rest: ${Math.round(kib / 1024)} MB for ${name.slice(0, 60)}`)
    const { bytes, take } = await takeExport(ADMIN)
    expect(await command('backup', '/data/copy.sqlite')).toMatchObject({ code: 0 })
    await stop(first, 'first desk')
    expect(await command('healthcheck')).toMatchObject({ code: 1 })

    const second = run(data, SETTINGS)
    await untilReady(second, 'second start')
    expect(await take()).toBe(bytes)
    await stop(second, 'second desk')
    for (const line of `${first.said()}${second.said()}`.trim().split('\n'))
      expect(() => JSON.parse(line), line).not.toThrow()

    expect(await command('restore', '/data/copy.sqlite')).toMatchObject({ code: 0 })
    expect((await command('account', 'list')).said).toBe(`${ADMIN.email}\tadmin\tactive\tpassword`)
  })

  whenBuilt(
    'it brings the data of an older desk up to date, keeps what it was, and there is a way back',
    async () => {
      const data = createData()
      // The desk's own user creates the file, as the older desk did.
      copyFileSync(join(ROOT, 'tests/fixtures/schema-8.sqlite'), join(data, 'older.sqlite'))
      const made = await runCommand(data, {}, ['cp', '/data/older.sqlite', '/data/desk.sqlite'])
      expect(made).toEqual({ code: 0, said: '' })
      const desk = run(data, SETTINGS)
      await untilReady(desk, 'start with an upgrade')
      await stop(desk, 'upgraded desk')
      const look = () => runCommand(data, SETTINGS, ['portrait-desk', 'doctor'])
      expect((await look()).said).toMatch(new RegExp(`version ${MIGRATIONS.length} of ${MIGRATIONS.length}`))
      const [kept = ''] = readdirSync(join(data, 'backups'))
      expect(
        await runCommand(data, SETTINGS, [
          'portrait-desk',
          'restore',
          `/data/backups/${kept}`,
          '--without-key',
        ]),
      ).toMatchObject({ code: 0 })
      expect((await look()).said).toMatch(/version 8 of/)
    },
  )

  whenBuilt('what stops a start is told in a sentence, and ends with 1', async () => {
    const { code, said } = await runCommand(createData(), { ...SETTINGS, APP_SECRET: 'short' }, [])
    expect([code, said]).toEqual([1, expect.stringMatching(/^APP_SECRET must have/)])
  })

  whenBuilt.each(['SIGKILL', 'SIGSTOP'] as const)(
    'a desk that meets %s ends its container with 1, so that it is started anew',
    async signal => {
      const desk = run(createData(), SETTINGS)
      await untilReady(desk, signal)
      process.kill(await findServer(desk), signal)
      expect(await desk.ended).toBe(1)
      expect(desk.said()).toContain(signal === 'SIGKILL' ? '"event":"desk_died"' : '"event":"desk_stuck"')
    },
  )

  whenBuilt('who asks it to end while it starts is heard', async () => {
    const desk = run(createData(), SETTINGS)
    await until('its program is there', () => desk.list().some(({ name }) => name.includes('portrait-desk')))
    expect([0, 143]).toContain(await desk.stop())
    expect(desk.list()).toEqual([])
  })
})
