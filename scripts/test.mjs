/**
 * `npm test` runs all checks that a change needs before its merge, from a fresh clone. `npm run test:all` adds
 * `tests/nightly`, the image, the soak and the guards. `npm test -- journeys import` runs one part, and only its files
 * with this word in their path.
 * The last lines show the time, the slowest files, skipped tests, failures with reasons, and the sum of all runners.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePorts } from './free-ports.mjs'
import { binary, ensureInstalled, fail, nodePath, ROOT, toolEnv } from './setup.mjs'
import {
  listFailedFiles,
  listJourneyFiles,
  listVitestFiles,
  readReport,
  repeatFailed,
  summarize,
} from './test-reports.mjs'

/** @typedef {import('./test-reports.mjs').Result} Result */

const SLOWEST = 10
const BUILD = 'Build'
const RESULTS = join(ROOT, 'test-results')
const LEFT_OUT = join(RESULTS, 'left-out.txt')
const VITEST_PARTS = ['unit', 'contract', 'api', 'resilience']
const DAILY_PARTS = ['lint', 'types', ...VITEST_PARTS, 'components', 'edge', 'journeys']
const ALL_PARTS = [...DAILY_PARTS, 'image', 'soak', 'guards']
const SOAK_MINUTES = '20'

const { all, parts, words } = readArguments(process.argv.slice(2))
const has = (/** @type {string} */ part) => parts.includes(part)
const began = performance.now()

await ensureInstalled()
const { ensurePrograms } = await import('./programs.mjs')
ensurePrograms(parts, { all })
const needsBrowser = has('components') || has('journeys')
const chromium = needsBrowser ? await (await import('./browser.mjs')).ensureChromium() : ''
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
logTime('Installed')

/**
 * The settings of every runner.
 * @type {Record<string, string>}
 */
const ENV = {
  ...(all && { NIGHTLY: '1' }),
  SAMPLE_SEED: process.env.SAMPLE_SEED ?? String(randomInt(1, 2 ** 32)),
  ...(await choosePorts()),
}
if (!all) console.log(`Samples are chosen by SAMPLE_SEED=${ENV.SAMPLE_SEED}.`)

/** @type {Result[]} */
const results = []
// The build writes the types of the routes as well, so they are checked before it starts.
if (has('lint')) results.push(await tool('Lint', 'biome', ['check', '--error-on-warnings', '.']))
if (has('types')) results.push(await types())
results.push(...(await Promise.all([withoutBuild(), withBuild()])).flat())
if (has('components')) results.push(await vitest(['components']))
if (has('journeys') && results.every(isBuilt)) {
  results.push(await journeys({ path: process.env.DESK_PATH ?? '', words }))
  if (words.length === 0 && !process.env.DESK_PATH)
    results.push(await journeys({ path: '/portraits', words: all ? [] : ['main-job'] }))
}
if (has('image')) results.push(await vitest(['image']))
if (has('soak')) results.push(await soak())
if (has('guards')) results.push(await tool('Guards', 'node', ['scripts/run.mjs', 'guards']))
report()

/** @param {string[]} args */
function readArguments(args) {
  const all = args.includes('--all')
  const given = args.filter(arg => arg !== '--all')
  const parts = given.filter(arg => ALL_PARTS.includes(arg))
  const words = given.filter(arg => !parts.includes(arg))
  if (words.length > 0 && parts.length === 0) fail(`Name a part first: ${ALL_PARTS.join(', ')}.`)
  return { all, parts: parts.length > 0 ? parts : all ? ALL_PARTS : DAILY_PARTS, words }
}

async function choosePorts() {
  const { EDGE_PORT, JOURNEYS_PORT } = process.env
  return {
    EDGE_PORT: EDGE_PORT ?? String(await findFreePorts()),
    JOURNEYS_PORT: JOURNEYS_PORT ?? String(await findFreePorts()),
  }
}

async function types() {
  const generated = await tool('Types of the routes', 'next', ['typegen'])
  return generated.failures.length > 0 ? generated : tool('Types', 'tsc', ['--noEmit'])
}

/** Twenty people at the built desk: no request fails, and memory does not grow. */
function soak() {
  const flags = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  return tool('Soak', 'node', [...flags, 'tests/bench/soak.ts', '--minutes', SOAK_MINUTES])
}

async function withoutBuild() {
  const projects = VITEST_PARTS.filter(has)
  return projects.length > 0 ? [await vitest(projects)] : []
}

async function withBuild() {
  if (!has('edge') && !has('journeys')) return []
  const results = [await tool(BUILD, 'node', ['scripts/build.mjs'])]
  if (has('edge') && results.every(isBuilt)) results.push(await vitest(['edge']))
  return results
}

/** @param {Result} result */
function isBuilt({ failures }) {
  return !failures.includes(BUILD)
}

/**
 * Runs a tool that passes or fails as a whole, and counts it as one test.
 * @param {string} title
 * @param {Parameters<typeof binary>[0] | 'node'} name
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function tool(title, name, args) {
  const { status, seconds } = await runTool(title, name, args)
  const ok = status === 0
  return {
    passed: ok ? 1 : 0,
    failures: ok ? [] : [title],
    unstable: [],
    timings: [{ file: title, seconds }],
  }
}

/**
 * Runs the tests of these Vitest projects. The files of failed tests run once more, one at a time.
 * @param {string[]} projects
 * @returns {Promise<Result>}
 */
async function vitest(projects) {
  const title = projects.join(', ')
  const first = await vitestRun(title, projects, words)
  return repeatFailed(first, () =>
    vitestRun(`${title}, once more`, projects, listFailedFiles(first), ['--maxWorkers=1']),
  )
}

/**
 * @param {string} title
 * @param {string[]} projects
 * @param {string[]} files paths of test files, or words in them; none: all files
 * @param {string[]} options
 */
async function vitestRun(title, projects, files, options = []) {
  const report = join(RESULTS, `${title.replace(/\W+/g, '-')}.json`)
  const args = [
    'run',
    ...projects
      .flatMap(name => [name, `${name}-own-modules`, `${name}-reloaded-modules`])
      .flatMap(name => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...options,
    ...files,
  ]
  const { status } = await runTool(title, 'vitest', args, { CHROMIUM_PATH: chromium })
  return summarize(title, status, listVitestFiles(readReport(report), ROOT))
}

/**
 * Runs the browser tests. Failed tests run once more, one at a time.
 * @param {{ path: string, words: string[] }} run the path of the desk on its host; words in the paths of the files
 *   (none: all files)
 * @returns {Promise<Result>}
 */
async function journeys(run) {
  return repeatFailed(await playwright(run), () => playwright({ ...run, onlyFailed: true }))
}

/**
 * @param {{ path: string, words: string[], onlyFailed?: boolean }} run
 * @returns {Promise<Result>}
 */
async function playwright({ path, words, onlyFailed = false }) {
  const title = `${path ? `Journeys below ${path}` : 'Journeys'}${onlyFailed ? ', once more' : ''}`
  const report = join(RESULTS, `${title.replace(/\W+/g, '-').toLowerCase()}.json`)
  const { TEST_SEED = all ? String(randomInt(1, 2 ** 32)) : '' } = process.env
  if (TEST_SEED) console.log(`The journeys run in the order of TEST_SEED=${TEST_SEED}, each file twice.`)
  // Playwright looks for a word in the whole path, in which a folder above this one may have it too.
  const filters = words.map(word => `/journeys/.*${word}`)
  const args = [
    'test',
    '--reporter=list,json',
    ...(onlyFailed ? ['--last-failed', '--workers=1'] : []),
    ...filters,
  ]
  const { status } = await runTool(title, 'playwright', args, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH: chromium,
    DESK_PATH: path,
    ...(TEST_SEED && { TEST_SEED }),
  })
  return summarize(title, status, listJourneyFiles(readReport(report)))
}

/**
 * Runs a tool to its end. Its output is printed in one piece, because several run at the same time.
 * @param {string} title
 * @param {Parameters<typeof binary>[0] | 'node'} name
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ status: number | null, seconds: number }>}
 */
async function runTool(title, name, args, env = {}) {
  const start = performance.now()
  const command = name === 'node' ? args : [binary(name), ...args]
  const child = spawn(nodePath(), command, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...toolEnv(), ...ENV, ...env },
  })
  /** @type {Buffer[]} */
  const output = []
  child.stdout.on('data', chunk => output.push(chunk))
  child.stderr.on('data', chunk => output.push(chunk))
  const status = await new Promise(resolve => child.once('close', resolve))
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(Buffer.concat(output))
  logTime(title)
  return { status, seconds }
}

/** @param {string} title */
function logTime(title) {
  console.log(`── ${title} · ${toMinutes()} min`)
}

function toMinutes() {
  return ((performance.now() - began) / 60_000).toFixed(1)
}

/**
 * Prints the result and ends the process. A skipped test fails the run in CI; an unstable test fails
 * `npm run test:all`.
 */
function report() {
  const leftOut = existsSync(LEFT_OUT)
    ? [...new Set(readFileSync(LEFT_OUT, 'utf8').trim().split('\n'))].map(line => `left out: ${line}`)
    : []
  const unstable = results.flatMap(result => result.unstable)
  const failures = [
    ...results.flatMap(result => result.failures),
    ...(process.env.CI ? leftOut : []),
    ...(all ? unstable.map(title => `unstable: ${title}`) : []),
  ]
  const slowest = results.flatMap(({ timings }) => timings).sort((a, b) => b.seconds - a.seconds)
  list(
    'Slowest',
    slowest.slice(0, SLOWEST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
  )
  list('Left out', leftOut)
  list(
    'Passed only when run once more, alone',
    unstable.map(title => `unstable: ${title}`),
  )
  list('Failed', failures)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  console.log(`\nTook ${toMinutes()} min.`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(failures.length > 0 ? 1 : 0)
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function list(title, lines) {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map(line => `  ${line}`).join('\n')}`)
}
