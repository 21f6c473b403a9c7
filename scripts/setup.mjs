/**
 * Prepares everything that TypeScript needs to run. It is plain JavaScript for Node 20 without dependencies, because
 * nothing is installed on a fresh clone.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const INSTALL_STAMP = join(ROOT, 'node_modules', '.portrait-desk-install')
const BUILD_STAMP = join(ROOT, '.next', 'portrait-desk-build')
const BUILD_INPUTS = [
  'app',
  'components',
  'lib',
  'public',
  'scripts/base-path.ts',
  'scripts/drop-source-maps.ts',
  'scripts/hint-compile.ts',
  'scripts/path-mark.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'instrumentation-client.ts',
  'tsconfig.json',
]
/**
 * Node's compiled form of our TypeScript. A start that finds it here needs no compiler, which is a quarter of its
 * memory.
 */
const CODE_CACHE = join(ROOT, 'node_modules', '.cache', 'portrait-desk-code')
/** The first version that runs TypeScript without a flag; package.json says the same in `engines`. */
const OLDEST_NODE = { major: 22, minor: 18 }
/** An option of Next: Node reads `next.config.ts`, so that no compiler must be loaded for it. */
export const NODE_READS_CONFIG = '--experimental-next-config-strip-types'
const SHELL_LOOK_MS = 500
const SCRIPTS = {
  biome: '@biomejs/biome/bin/biome',
  next: 'next/dist/bin/next',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let program
/** @type {NodeJS.Signals | undefined} */
let asked
let heeding = false

/**
 * Passes signals on to the running program from now on, and obeys them when none runs. Otherwise the first process of a
 * container ignores signals, and any other process would leave its program behind.
 */
export function heedSignals() {
  if (heeding) return
  heeding = true
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals)
    process.on(signal, () => {
      asked = signal
      program?.kill(signal)
      if (!program) process.exit(toExitCode(signal))
    })
  if (process.env.npm_lifecycle_event) endWithShell()
}

/**
 * npm starts a shell that starts this process. When npm is asked to end, the shell ends without a signal to this
 * process.
 */
function endWithShell() {
  const shell = process.ppid
  const looks = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looks)
    process.kill(process.pid, 'SIGTERM')
  }, SHELL_LOOK_MS)
  looks.unref()
}

/**
 * Runs a command in the project's folder. Ends this process with its exit code when it fails, or when this process was
 * asked to end meanwhile.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: toolEnv(), ...options })
  program = child
  const status = await new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve(code ?? toExitCode(signal)))
    child.on('error', reject)
  }).catch(error => fail(`${command} could not be started: ${error.message}`))
  program = undefined
  if (asked) process.exit(toExitCode(asked))
  if (status !== 0) process.exit(status)
}

/**
 * The exit code that shells use.
 * @param {NodeJS.Signals | null} signal
 */
function toExitCode(signal) {
  return signal ? 128 + constants.signals[signal] : 1
}

/**
 * Runs `npm ci` when node_modules is missing or belongs to another lockfile. See docs/decisions/002-dependencies.md.
 */
export async function ensureInstalled() {
  const wanted = hashFiles(['package-lock.json'])
  if (readStamp(INSTALL_STAMP) === wanted) return
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm) await run(process.execPath, [npm, ...args])
  else await run('npm', args, { shell: process.platform === 'win32' })
  writeFileSync(INSTALL_STAMP, wanted)
}

/** Runs `next build` when there is no build or it belongs to other sources. */
export async function ensureBuilt() {
  const wanted = hashFiles(BUILD_INPUTS)
  if (readStamp(BUILD_STAMP) === wanted) return
  console.log('Building the desk …')
  await run(nodePath(), [binary('next'), 'build', NODE_READS_CONFIG], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await run(nodePath(), ['--disable-warning=ExperimentalWarning', 'scripts/settle-build.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(BUILD_STAMP, wanted)
}

/**
 * The Node that runs the code: `DESK_NODE`, else the one from the packages, else this one. See
 * docs/decisions/001-node-and-typescript.md.
 */
export function nodePath() {
  if (process.env.DESK_NODE) return requireNewEnough(process.env.DESK_NODE)
  const packaged = join(
    ROOT,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (readVersion(packaged)) return packaged
  return requireNewEnough(process.execPath)
}

/** @param {string} path */
function requireNewEnough(path) {
  const version = readVersion(path)
  if (!version) fail(`${path} is no Node that could be started.`)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor))
    fail(
      `Portrait Desk needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; ${path} is ${version}.`,
    )
  return path
}

/**
 * A version such as `24.21.0`, or null when there is no Node.
 * @param {string} path
 */
function readVersion(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return /^v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? null
}

/**
 * The script behind a package's command, to be run with `nodePath()`.
 * @param {keyof typeof SCRIPTS} name
 */
export function binary(name) {
  return join(ROOT, 'node_modules', SCRIPTS[name])
}

/**
 * Becomes the given Node program, with the settings of `.env` if there is one. Replaces this process where the system
 * can do that. Otherwise starts a child, passes signals on, and ends with its exit code.
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function become(args, env = {}) {
  heedSignals()
  const settings = existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : []
  const all = [...settings, ...args]
  const environment = {
    ...toolEnv(),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? CODE_CACHE,
    ...env,
  }
  // A program of npm must end with npm's shell, and this process checks whether the shell still runs.
  if (process.platform !== 'win32' && process.execve && !process.env.npm_lifecycle_event) {
    process.chdir(ROOT)
    process.execve(nodePath(), [nodePath(), ...all], environment)
  }
  program = spawn(nodePath(), all, { cwd: ROOT, stdio: 'inherit', env: environment })
  // A program that was killed, for example for its memory, has failed; one that was asked to end has not.
  program.on('exit', (code, signal) => {
    if (signal && !asked) console.error(`It was ended by ${signal}.`)
    process.exit(code ?? (asked ? 0 : 1))
  })
}

/** The environment of every tool: our Node first, no telemetry, no warning for Node's built-in SQLite. */
export function toolEnv() {
  const own = process.env.DESK_NODE ? [dirname(process.env.DESK_NODE)] : []
  return {
    ...process.env,
    PATH: [...own, join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** @param {string} path */
function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** @param {string[]} paths */
function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addToHash(hash, join(ROOT, path))
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addToHash(hash, path) {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory())
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name))
  else hash.update(path.slice(ROOT.length)).update(readFileSync(path))
}
