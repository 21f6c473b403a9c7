import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const NPM = 'npm.mjs'
const NEXT = 'node_modules/next/dist/bin/next'
const COMMANDS = 'scripts/cli/portrait-desk.ts'
const SERVE = 'scripts/serve.ts'
const NODE = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
/**
 * A program that reads the files that Next would read. It ends at once, except the one that `SITS` names, which reports
 * itself and runs until it is stopped.
 */
const STAND_IN = `
  import { renameSync, writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  import { createRequire } from 'node:module'
  import { basename } from 'node:path'
  const name = basename(process.argv[1])
  if (name === 'next') {
    const { loadEnvConfig } = createRequire(${JSON.stringify(join(ROOT, 'package.json'))})('@next/env')
    writeFileSync('.env.local', 'TIME_ZONE=From/Next')
    loadEnvConfig(process.cwd(), false, { info() {}, error() {} })
    writeFileSync('time-zone', String(process.env.TIME_ZONE))
    console.log('A banner')
    console.error('FATAL ERROR: of the engine')
    if (process.env.BREAKS) writeFileSync(process.env.BREAKS, 'x'.repeat(5_000))
    if (process.env.ANSWERS) createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')
  }
  if (process.env.SITS === name) {
    process.on('SIGTERM', () => { writeFileSync('ended', name); process.exit(0) })
    setInterval(() => {}, 1000)
    writeFileSync('begins', String(process.pid))
    renameSync('begins', 'began')
  }
`
const SETTINGS = {
  APP_URL: 'https://desk.example.test',
  APP_SECRET: 'kW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa6E',
  PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
}

/** Starts a script of the desk in its own folder, with stand-ins for its programs, until one of them runs. */
async function startWith(
  standIns: string[],
  args: string[],
  settings: Record<string, string>,
  program = process.execPath,
) {
  const root = createTempFolder()
  for (const path of ['scripts', 'package.json'])
    cpSync(join(ROOT, path), join(root, path), { recursive: true })
  symlinkSync(join(ROOT, 'lib'), join(root, 'lib'))
  for (const path of ['.next', 'node_modules/next/dist/bin']) mkdirSync(join(root, path), { recursive: true })
  for (const path of standIns) writeFileSync(join(root, path), STAND_IN)
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    DESK_NODE: process.execPath,
    npm_execpath: join(root, NPM),
    ...settings,
  }
  const child = spawn(program, args, { cwd: root, stdio: 'pipe', env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  const ended = once(child, 'exit')
  const began = join(root, 'began')
  await until(
    () => `something sits there: ${said}`,
    () => existsSync(began),
  )
  const standIn = Number(readFileSync(began, 'utf8'))
  onTestFinished(() => {
    if (isAlive(standIn)) process.kill(standIn, 'SIGKILL')
  })
  return { root, child, ended, standIn, toldToEnd: () => existsSync(join(root, 'ended')), said: () => said }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test.each([
  ['the packages are installed', 'npm.mjs', 143],
  ['the desk is built', 'next', 143],
  ['the desk is started', 'portrait-desk.ts', 0],
])('npm start ends on a signal while %s, and leaves nothing behind', async (_, SITS, code) => {
  const { child, ended, standIn, toldToEnd } = await startWith(
    [NPM, NEXT, COMMANDS],
    ['scripts/portrait-desk.mjs', 'start'],
    { SITS },
  )
  child.kill('SIGTERM')
  expect(await ended).toEqual([code, null])
  expect([toldToEnd(), isAlive(standIn)]).toEqual([true, false])
})

test('a desk started by npm ends with npm, and its shell prints nothing', async () => {
  const script = `"${process.execPath}" scripts/portrait-desk.mjs start; true`
  const { child, ended, standIn, toldToEnd } = await startWith(
    [NPM, NEXT, COMMANDS],
    ['-c', script],
    { SITS: 'portrait-desk.ts', npm_lifecycle_event: 'start' },
    'sh',
  )
  child.kill('SIGTERM')
  await ended
  await until('the desk has ended', () => toldToEnd() && !isAlive(standIn))
})

test('a killed desk counts as failed, and its signal is logged when npm runs above it', async () => {
  const scripts = [NPM, NEXT, COMMANDS]
  const SITS = 'portrait-desk.ts'
  const alone = await startWith(scripts, ['scripts/start.mjs'], { SITS })
  process.kill(alone.standIn, 'SIGKILL')
  // The stand-in had replaced the process that the supervisor started.
  expect(await alone.ended).toEqual([null, 'SIGKILL'])

  const below = await startWith(scripts, ['scripts/start.mjs'], { SITS, npm_lifecycle_event: 'start' })
  process.kill(below.standIn, 'SIGKILL')
  expect(await below.ended).toEqual([1, null])
  expect(below.said()).toContain('It was ended by SIGKILL.\n')
})

describe('the log of a desk with a service', () => {
  async function startAnswering(breaks = '') {
    const data = createTempFolder()
    const settings = {
      ...SETTINGS,
      ...{ SITS: 'next', ANSWERS: '1', DATA_DIR: data, PORT: '28394' },
      ...(breaks && { BREAKS: join(data, breaks) }),
    }
    const desk = await startWith([NEXT], [...NODE, SERVE, 'start'], settings)
    await until('it is ready', () => desk.said().includes('desk_set_up'))
    const lines = () =>
      desk
        .said()
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    return { ...desk, lines }
  }

  test('launcher and engine log every line as an event, without banners', async () => {
    const { child, ended, standIn, lines } = await startAnswering()
    process.kill(standIn, 'SIGKILL')
    expect(await ended).toEqual([1, null])
    expect(child.exitCode).toBe(1)
    expect(lines()).toMatchObject([
      { level: 'error', event: 'console', words: 'FATAL ERROR: of the engine' },
      { level: 'info', event: 'desk_ready', url: SETTINGS.APP_URL, host: '127.0.0.1', port: 28394 },
      {
        level: 'info',
        event: 'desk_set_up',
        url: expect.stringMatching(/^https:\/\/desk\.example\.test\/./),
      },
      { level: 'error', event: 'desk_died', code: null, signal: 'SIGKILL' },
      { level: 'info', event: 'desk_stopped', code: 1 },
    ])
  })

  test('a database lost before the set-up address is printed leaves desk and launcher running', async () => {
    const { child, ended, standIn, lines } = await startAnswering('desk.sqlite')
    expect(lines().at(-1)).toMatchObject({ level: 'warn', event: 'desk_set_up_unknown' })
    expect(isAlive(standIn)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('a supervisor that signals launcher and desk at once sees a clean end', async () => {
    const { child, ended, standIn, lines } = await startAnswering()
    child.kill('SIGTERM')
    process.kill(standIn, 'SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(lines().at(-1)).toMatchObject({ event: 'desk_stopped', code: 0 })
    expect(lines().map(({ event }) => event)).not.toContain('desk_died')
  })
})

test('the waiting launcher obeys a signal, and the desk has the same settings', async () => {
  const settings = { ...SETTINGS, SITS: 'next', DATA_DIR: createTempFolder(), PORT: '28391' }
  const { root, child, ended, standIn, toldToEnd } = await startWith(
    [NEXT],
    [...NODE, SERVE, 'start'],
    settings,
  )
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect([toldToEnd(), isAlive(standIn)]).toEqual([true, false])
  // Files that only Next would read are not settings of the desk.
  expect(readFileSync(join(root, 'time-zone'), 'utf8')).toBe('undefined')
})
