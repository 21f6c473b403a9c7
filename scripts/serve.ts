/**
 * Starts the desk (`start` or `dev`) and, in practice mode, the sandbox. Prints one line when it is ready, and ends all
 * its children when it ends.
 * In front of a real service, every line from start to end is an event of the log, ours included. In practice mode and
 * in development, lines are for the person at the terminal. Errors that stop a start are plain sentences everywhere.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describeError } from '#lib/describe-error.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { type Fields, type Level, log } from '#lib/log.ts'
import { createSetUpUrl } from '#lib/session/accounts/set-up.ts'
import { requireWritable } from '#lib/settings/data-folder.ts'
import { type Env, getEnv, PRACTICE, SettingsError } from '#lib/settings/env.ts'
import { toReachableHost } from '#lib/settings/network-settings.ts'
import { lockDataDir } from '#lib/store/data-dir-lock.ts'
import { closeDatabase, prepareDatabase } from '#lib/store/database.ts'
import { DatabaseError } from '#lib/store/database-file.ts'
import { joinDatabase } from '#lib/store/database-lock.ts'
import { placeBelow } from './base-path.ts'
import { toAllocatorEnv, toHeapOptions } from './memory-limits.ts'
import { binary, fail, NODE_READS_CONFIG, ROOT } from './setup.mjs'
import { getStatusWithoutProxy, waitUntilUnresponsive } from './watchdog.ts'

const LOOPBACK = '127.0.0.1'
const READY_POLL_MS = 100
/** The first answer of a desk in development waits until the page is compiled. */
const READY_LOOK_MS = 60_000
const READY_TIMEOUT_MS = 120_000
/** Longer than a download may continue, so that the desk itself can end the rest and log it. */
const LAST_WORDS_MS = 5_000
/** Maximum of a line that is no event. It may be long, and helps to find a fault. */
const WORDS_MAX = 500

/** A packed desk (scripts/pack/pack.ts) has no sources and no `next`, only its server and our program. */
const PACKED = existsSync(join(ROOT, 'server.js'))
const PROGRAM = 'cli/portrait-desk.mjs'

const children: ChildProcess[] = []
/** Resolve when a child has ended and all its output was read. */
const ends: Promise<unknown>[] = []
let ending = false
let isReady = false
let inEvents = false
let asked = false

try {
  await serve(process.argv[2] === 'dev' ? 'dev' : 'start', getEnv())
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof DatabaseError)) throw error
  fail(error.message)
}

async function serve(mode: 'start' | 'dev', env: Env): Promise<void> {
  const { host } = env
  inEvents = mode === 'start' && !env.practice
  const origin = `http://${toReachableHost(host)}:${env.port}`
  let sandbox: ChildProcess | undefined
  requireWritable(env.dataDir)
  if (env.photoStoreDir !== null) requireWritable(env.photoStoreDir, 'PHOTO_STORE_DIR')
  getTargets()
  await requireFreePort('PORT', env.port, host)
  if (env.practice) await requireFreePort('SANDBOX_PORT', env.sandboxPort, LOOPBACK)
  if (env.metricsPort !== null) await requireFreePort('METRICS_PORT', env.metricsPort, host)
  await prepareData()
  // Until now, a signal ends this process by default, even where a disk does not answer.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  process.on('SIGTERM', () => void endAfterGrace(env))
  if (env.practice) {
    sandbox = start('The sandbox', PACKED ? [PROGRAM, 'sandbox'] : ['sandbox/server/main.ts'], {
      env: { SANDBOX_PORT: String(env.sandboxPort), SANDBOX_KEY: PRACTICE.apiKey },
    })
    await untilReady(`http://${LOOPBACK}:${env.sandboxPort}/portal`)
  }
  const listening = ['--hostname', host, '--port', String(env.port)]
  const cwd = mode === 'start' && env.basePath !== '' ? placeBelow(ROOT, env.basePath) : ROOT
  if (cwd !== ROOT) process.once('exit', () => rmSync(cwd, { recursive: true, force: true }))
  const desk = start(
    'The desk',
    PACKED ? ['server.js'] : [binary('next'), mode, NODE_READS_CONFIG, ...listening],
    {
      env: {
        ...toAllocatorEnv(),
        DESK_BASE_PATH: env.basePath,
        ...(PACKED && { HOSTNAME: host, PORT: String(env.port) }),
        // Next would read `.env.local` and similar files, which this launcher does not know. Both must have the same
        // settings.
        __NEXT_PROCESSED_ENV: 'true',
      },
      node: mode === 'start' ? toHeapOptions() : [],
      cwd,
    },
  )
  // When a trainee restarts practice, the desk forgets the data that it has read (lib/personal-data/practice-reset.ts).
  if (sandbox) connect(sandbox, desk)
  await untilReady(`${origin}/api/health/live`)
  isReady = true
  for (const hint of env.hints) tell('warn', 'settings_hint', { hint }, hint)
  tell('info', 'desk_ready', { url: env.appUrl, host, port: env.port }, readySentence(env))
  const setUpUrl = env.localSignIn ? await createSetUpUrl().catch(goOnWithout) : null
  // The desk is the last to close the database, and then writes everything into the file.
  closeDatabase()
  if (setUpUrl) tell('info', 'desk_set_up', { url: setUpUrl }, `Set-up: ${setUpUrl}`)
  if (!inEvents) desk.stdout?.pipe(process.stdout)
  // A desk in development may wait at a breakpoint.
  if (mode === 'start') await endWhenStuck(desk, `${origin}/api/health/live`)
}

/** The desk recovers by itself when its database is back; the next start prints the address then. */
function goOnWithout(error: unknown): null {
  tell(
    'warn',
    'desk_set_up_unknown',
    describeError(error),
    'The database cannot be used just now: the address for the set-up is told at the next start.',
  )
  return null
}

/** Kills the stuck desk, so that the supervisor restarts it as after an exception. It would not react to SIGTERM. */
async function endWhenStuck(desk: ChildProcess, url: string): Promise<void> {
  await waitUntilUnresponsive(url)
  if (ending) return
  tell('error', 'desk_stuck', {}, 'The desk has not answered for a minute and is ended.')
  desk.kill('SIGKILL')
}

function readySentence({ practice, appUrl, host, port }: Env): string {
  const how = practice
    ? ` (practice mode: sign in as ${PRACTICE.email} with password ${PRACTICE.password})`
    : ` (listening on ${host}, port ${port})`
  return `Portrait Desk is ready at ${appUrl}${how}`
}

/** Logs an event where the desk logs events, else prints a sentence. */
function tell(level: Level, event: string, fields: Fields, sentence: string): void {
  if (inEvents) log(level, event, fields)
  else if (level === 'error') console.error(sentence)
  else console.log(sentence)
}

type Started = {
  env: Record<string, string>
  /** Options of Node. */
  node?: string[]
  cwd?: string
}

/** Drops output before the desk is ready, except events, so that the ready line does not vanish between banners. */
function start(name: string, args: string[], { env, node = [], cwd = ROOT }: Started): ChildProcess {
  const child = spawn(process.execPath, [...node, ...(PACKED ? process.execArgv : []), ...args], {
    cwd,
    stdio: [
      'ignore',
      'pipe',
      inEvents ? 'pipe' : 'inherit',
      ...(getEnv().practice ? (['ipc'] as const) : []),
    ],
    env: { ...process.env, ...env },
  })
  child.stdout?.resume()
  if (inEvents && child.stdout) logEvents(child.stdout, 'info')
  if (inEvents && child.stderr) logEvents(child.stderr, 'error')
  child.on('exit', (code, signal) => {
    if (ending) return
    // A supervisor may have signalled all processes at once.
    if (asked) return void end(0)
    tell('error', 'desk_died', { code, signal }, `${name} has stopped.`)
    void end(code || 1)
  })
  children.push(child)
  ends.push(once(child, inEvents ? 'close' : 'exit'))
  return child
}

/** Passes events on unchanged. Other lines (the last output of a process without memory) become events. */
function logEvents(stream: Readable, level: Level): void {
  createInterface({ input: stream }).on('line', line => {
    if (line.startsWith('{"time":"')) process.stdout.write(`${line}\n`)
    else if (line.trim() !== '' && (isReady || ending || level === 'error'))
      log(level, 'console', { words: line.slice(0, WORDS_MAX) })
  })
}

/** Passes messages of each child to the other one, unless that is ending. */
function connect(one: ChildProcess, other: ChildProcess): void {
  one.on('message', message => other.connected && other.send(message))
  other.on('message', message => one.connected && one.send(message))
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!ending && Date.now() < deadline) {
    if ((await getStatusWithoutProxy(url, READY_LOOK_MS)) === 200) return
    await new Promise(resolve => setTimeout(resolve, READY_POLL_MS))
  }
  if (ending) await new Promise(() => {})
  tell('error', 'desk_not_ready', { url }, `${url} did not answer in time.`)
  await end(1)
}

/**
 * Lets load balancers see that the desk ends before it does, so that they use another one. A second signal ends it at
 * once.
 */
async function endAfterGrace({ stopGraceMs }: Env): Promise<void> {
  asked = true
  const mayWait = isReady && stopGraceMs > 0
  isReady = false
  if (mayWait) {
    for (const child of children) child.kill('SIGUSR2')
    await new Promise(resolve => setTimeout(resolve, stopGraceMs))
    if (ending) return
  }
  await end(0)
}

/** Sends SIGTERM, later SIGKILL; a second Ctrl-C does not wait. */
async function end(code: number): Promise<void> {
  const impatient = ending
  ending = true
  const running = children.filter(child => child.exitCode === null && child.signalCode === null)
  for (const child of running) child.kill(impatient ? 'SIGKILL' : 'SIGTERM')
  const timer = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, getEnv().stopMs + LAST_WORDS_MS)
  await Promise.all(ends)
  clearTimeout(timer)
  if (inEvents) log('info', 'desk_stopped', { code })
  process.exit(code)
}

async function requireFreePort(name: string, port: number, host: string): Promise<void> {
  const probe = createServer()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  const trouble = await promise
  if (trouble === 'EADDRINUSE')
    fail(`Port ${port} is already in use: stop the other program or set ${name} to a free port.`)
  if (trouble === 'EADDRNOTAVAIL' || trouble === 'EAFNOSUPPORT')
    fail('HOST names an address that this machine does not have.')
  if (trouble !== undefined) fail(`Port ${port} cannot be opened (${trouble}): set ${name} to another one.`)
}

/** Reports every fault of the data before anything is started. */
async function prepareData(): Promise<void> {
  const release = lockDataDir()
  try {
    const leave = await joinDatabase()
    await prepareDatabase().finally(leave)
  } finally {
    release()
  }
}
