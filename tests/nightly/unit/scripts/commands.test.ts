import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { createOperator, ROOT } from '#tests/support/operator.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const COMMANDS = [
  'start',
  'account',
  'backup',
  'store',
  'restore',
  'doctor',
  'person',
  'photos',
  'healthcheck',
  'sandbox',
]

const PROGRAM = [
  '--conditions=react-server',
  '--disable-warning=ExperimentalWarning',
  'scripts/cli/portrait-desk.ts',
]

/** `portrait-desk …`, once everything is installed. */
function run(args: string[], settings: Record<string, string | undefined> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...args], {
    cwd: ROOT,
    env: toEnv(settings),
    encoding: 'utf8',
  })
  return { status, out: stdout.trim(), error: stderr.trim() }
}

/** Runs the healthcheck without blocking, because a server of this test must answer it. */
async function check(port: string): Promise<unknown> {
  const child = spawn(process.execPath, [...PROGRAM, 'healthcheck'], {
    cwd: ROOT,
    env: toEnv({ PORT: port }),
  })
  const [status] = await once(child, 'exit')
  return status
}

function toEnv(settings: Record<string, string | undefined>) {
  return { ...COMPILE_CACHE, PATH: process.env.PATH, NODE_ENV: 'test' as const, ...settings }
}

describe('portrait-desk', () => {
  test('the command line lists its commands, explains each without settings and refuses others', () => {
    for (const args of [[], ['help'], ['--help']]) {
      const { status, out } = run(args)
      expect(status).toBe(0)
      for (const name of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    for (const name of COMMANDS)
      for (const args of [
        [name, 'help'],
        [name, '--help'],
      ])
        expect(run(args)).toMatchObject({
          status: 0,
          out: expect.stringMatching(`^Usage: portrait-desk ${name}`),
        })
    expect(run(['--version'])).toMatchObject({ status: 0, out: packageJson.version })
    for (const name of ['accounts', 'toString'])
      expect(run([name])).toMatchObject({ status: 1, error: expect.stringContaining('no command') })
  })

  test('portrait-desk passes each command its own arguments', () => {
    const { env } = createOperator()
    expect(run(['account', 'list'], env)).toMatchObject({ status: 0, out: '' })
    // The bundled commands are tested elsewhere: here each one is found in its source, which Node must be able to
    // parse.
    for (const args of [['backup'], ['restore'], ['store'], ['doctor', 'more']])
      expect(run(args, env)).toMatchObject({
        status: 1,
        error: expect.stringMatching(new RegExp(`^Usage: portrait-desk ${args[0]}\\b`)),
      })
    expect(run(['person', 'show', 'x@example.com'], env).out).toContain('"people": []')
  })

  test('portrait-desk clears no photo store of practice mode because settings are missing', () => {
    const { env, dataDir } = createOperator()
    const photo = join(dataDir, 'photos', 'one')
    mkdirSync(join(dataDir, 'photos'), { recursive: true })
    writeFileSync(photo, 'x')
    const practice = { ...env, APP_URL: '', APP_SECRET: '', PORTRAIT_API_URL: '' }
    expect(run(['photos', 'wipe'], practice)).toMatchObject({
      status: 1,
      error: expect.stringContaining('PORTRAIT_API_URL'),
    })
    expect(existsSync(photo)).toBe(true)
    expect(run(['photos'], env)).toMatchObject({ status: 1, error: 'Usage: portrait-desk photos wipe' })
    expect(run(['photos', 'wipe'], env)).toMatchObject({ status: 0, out: 'The photo store is empty.' })
    expect(existsSync(photo)).toBe(false)
  })

  test('portrait-desk clears the photo store and its earlier place in DATA_DIR', () => {
    const { env, dataDir } = createOperator()
    const shared = createTempFolder()
    for (const folder of [dataDir, shared])
      mkdirSync(join(folder, 'photos', 'a'.repeat(32), '17'), { recursive: true })
    expect(run(['photos', 'wipe'], { ...env, PHOTO_STORE_DIR: shared })).toMatchObject({ status: 0 })
    expect(existsSync(join(shared, 'photos'))).toBe(false)
    expect(readdirSync(join(dataDir, 'photos'))).toEqual([])
  })

  test('the npm scripts call portrait-desk', () => {
    expect(packageJson.bin['portrait-desk']).toBe('scripts/portrait-desk.mjs')
    expect(existsSync(join(ROOT, 'scripts/portrait-desk.mjs'))).toBe(true)
    const scripts: Record<string, string> = packageJson.scripts
    for (const name of COMMANDS.filter(name => name !== 'healthcheck'))
      expect(scripts[name]).toBe(`node scripts/portrait-desk.mjs ${name}`)
  })

  test('portrait-desk names itself in all its instructions', () => {
    for (const path of ['lib/i18n/en.json', 'lib/i18n/de.json', 'lib/store/database-file.ts'])
      expect(readFileSync(join(ROOT, path), 'utf8'), path).not.toMatch(
        /npm run (?:account|backup|restore|doctor)/,
      )
  })
})

describe('portrait-desk healthcheck', () => {
  test.each([
    [200, 0],
    [503, 1],
  ])('the healthcheck of a desk that answers %i exits with %i', async (status, code) => {
    const { origin, seen } = await startServer(response => void response.writeHead(status).end())
    expect(await check(new URL(origin).port)).toBe(code)
    expect(seen.map(({ url }) => url)).toEqual(['/api/health/live'])
  })

  test('the healthcheck of a missing desk, or with wrong settings, exits with 1', () => {
    expect(run(['healthcheck'], { PORT: '1' })).toMatchObject({
      status: 1,
      error: 'The desk does not answer on 127.0.0.1, port 1.',
    })
    expect(run(['healthcheck'], { PORT: 'x' })).toMatchObject({
      status: 1,
      error: expect.stringMatching(/^PORT /),
    })
  })
})
