/**
 * What must be there before TypeScript can run. Plain JavaScript for Node 20 and without dependencies, because on a
 * fresh clone nothing is installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
  'scripts/compress-static.ts',
  'scripts/drop-source-maps.ts',
  'scripts/hint-compile.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'tsconfig.json',
]
/** It is the first that runs TypeScript without a flag; package.json says the same in `engines`. */
const OLDEST_NODE = { major: 22, minor: 18 }
const SCRIPTS = {
  biome: '@biomejs/biome/bin/biome',
  next: 'next/dist/bin/next',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/**
 * Runs a command in the project's folder; ends this process with its exit code when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: toolEnv(),
    ...options,
  })
  if (error) fail(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** `npm ci` when node_modules is missing or belongs to another lockfile. See docs/decisions/002-dependencies.md. */
export function ensureInstalled() {
  const wanted = hashFiles(['package-lock.json'])
  if (readStamp(INSTALL_STAMP) === wanted) return
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm) run(process.execPath, [npm, ...args])
  else run('npm', args, { shell: process.platform === 'win32' })
  writeFileSync(INSTALL_STAMP, wanted)
}

/** `next build` when there is no build or it belongs to other sources. */
export function ensureBuilt() {
  const wanted = hashFiles(BUILD_INPUTS)
  if (readStamp(BUILD_STAMP) === wanted) return
  console.log('Building the desk …')
  run(nodePath(), [binary('next'), 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(BUILD_STAMP, wanted)
}

/**
 * The Node that runs the code: the one that `DESK_NODE` names, else the one from the packages, else this one.
 * See docs/decisions/001-node-and-typescript.md.
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
 * As in `24.21.0`, or null when no Node is there.
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
 * Becomes the given Node program, with the settings of `.env` where there is one: hands its signals on, and ends
 * with its exit code.
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function become(args, env = {}) {
  const settings = existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : []
  const program = spawn(nodePath(), [...settings, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...toolEnv(), ...env },
  })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => program.kill(signal))
  program.on('exit', code => process.exit(code ?? 0))
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
