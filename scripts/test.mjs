/**
 * `npm test`: everything, from a fresh clone. `npm test -- unit e2e fix` runs parts, and of them the files with these words
 * in their path. Ends with the slowest files, what was left out, what failed and why, and one line that sums all runners.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { binary, ensureInstalled, fail, nodePath, ROOT, toolEnv } from './setup.mjs'

/**
 * @typedef {{ file: string, seconds: number }} Timing
 * @typedef {{ passed: number, failures: string[], timings: Timing[] }} Result
 * @typedef {{ name: string, tests: string[], seconds: number, passed: number }} TestFile
 */

const SLOWEST = 10
const REASON_LINES = 10
const BUILD = 'Build'
const RESULTS = join(ROOT, 'test-results')
const LEFT_OUT = join(RESULTS, 'left-out.txt')
const VITEST_PARTS = ['unit', 'contract', 'api', 'chaos']
const PARTS = ['lint', 'types', ...VITEST_PARTS, 'edge', 'e2e']
/** What would make every day too slow: see CONTRIBUTING.md. */
const NIGHTLY_PARTS = ['nightly', 'unit', 'api', 'chaos', 'edge', 'e2e', 'image', 'soak', 'guards']
const SOAK_MINUTES = '20'

const { nightly, parts, words } = readArguments(process.argv.slice(2))
const has = (/** @type {string} */ part) => parts.includes(part)
/**
 * Tests that are longer at night look for it.
 * @type {Record<string, string>}
 */
const NIGHT = nightly ? { NIGHTLY: '1' } : {}
const began = performance.now()

await ensureInstalled()
const { ensurePrograms } = await import('./programs.mjs')
ensurePrograms(parts)
const chromium = has('e2e') ? await (await import('./browser.mjs')).ensureChromium() : ''
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
tell('Installed')

/** @type {Result[]} */
const results = []
// The build writes the types of the routes too, and must not do so while they are read.
if (has('lint')) results.push(await tool('Lint', 'biome', ['check', '--error-on-warnings', '.']))
if (has('types')) results.push(await types())
// Much of a test is waiting: what needs no build runs beside it, and beside what asks the built desk. A browser does not wait:
// beside two runners it misses what it looks for.
results.push(...(await Promise.all([withoutBuild(), withBuild()])).flat())
if (has('e2e') && results.every(isBuilt)) {
  results.push(await playwright({ path: process.env.E2E_PATH ?? '', files: words }))
  // The same build below a path: at night all of it, else the main job.
  const files = nightly ? [] : ['main-job']
  if (words.length === 0 && !process.env.E2E_PATH)
    // Each worker has a desk of its own, and so many are started.
    results.push(await playwright({ path: '/portraits', files, workers: files.length }))
}
if (has('image')) results.push(await vitest(['image']))
if (has('soak')) results.push(await soak())
if (has('guards')) results.push(await tool('Guards', 'node', ['scripts/run.mjs', 'guards']))
report()

/** @param {string[]} args */
function readArguments(args) {
  const nightly = args.includes('--nightly')
  const given = args.filter(arg => arg !== '--nightly')
  const parts = given.filter(arg => PARTS.includes(arg) || NIGHTLY_PARTS.includes(arg))
  const words = given.filter(arg => !parts.includes(arg))
  if (words.length > 0 && parts.length === 0) fail(`Name a part first: ${PARTS.join(', ')}.`)
  return { nightly, parts: parts.length > 0 ? parts : nightly ? NIGHTLY_PARTS : PARTS, words }
}

async function types() {
  const generated = await tool('Types of the routes', 'next', ['typegen'])
  return generated.failures.length > 0 ? generated : tool('Types', 'tsc', ['--noEmit'])
}

/** Twenty people at the built desk: no answer fails, and nothing grows. */
function soak() {
  const flags = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  return tool('Soak', 'node', [...flags, 'tests/bench/soak.ts', '--minutes', SOAK_MINUTES])
}

async function withoutBuild() {
  const projects = [...VITEST_PARTS, 'nightly'].filter(has)
  return projects.length > 0 ? [await vitest(projects)] : []
}

async function withBuild() {
  if (!has('edge') && !has('e2e')) return []
  const results = [await tool(BUILD, 'node', ['scripts/build.mjs'])]
  if (has('edge') && results.every(isBuilt)) results.push(await vitest(['edge']))
  return results
}

/** @param {Result} result */
function isBuilt({ failures }) {
  return !failures.includes(BUILD)
}

/**
 * A tool that either is content or not counts as one test.
 * @param {string} title
 * @param {Parameters<typeof binary>[0] | 'node'} name
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function tool(title, name, args) {
  const { status, seconds } = await runTool(title, name, args)
  const ok = status === 0
  return { passed: ok ? 1 : 0, failures: ok ? [] : [title], timings: [{ file: title, seconds }] }
}

/** @param {string[]} projects */
async function vitest(projects) {
  const report = join(RESULTS, `${projects.join('-')}.json`)
  const args = [
    'run',
    ...projects
      .flatMap(name => [name, `${name}-own-modules`, `${name}-modules-anew`])
      .flatMap(name => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...words,
  ]
  const { status } = await runTool(projects.join(', '), 'vitest', args, NIGHT)
  /** @type {{ name: string, startTime: number, endTime: number, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = readReport(report)?.testResults ?? []
  return summarize(
    projects.join(', '),
    status,
    files.map(({ name, startTime, endTime, assertionResults }) => ({
      name: relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults
        .filter(({ status }) => status !== 'passed')
        .map(({ fullName, failureMessages }) => fullName + toReason(failureMessages)),
      passed: assertionResults.filter(({ status }) => status === 'passed').length,
    })),
  )
}

/**
 * @param {{ path: string, files: string[], workers?: number }} run below which path, words in the paths of the files (none: all
 * of them), and how many at a time, unless as many as usual
 */
async function playwright({ path, files: words, workers = 0 }) {
  const title = path ? `Browser below ${path}` : 'Browser'
  const report = join(RESULTS, path ? 'e2e-below-a-path.json' : 'e2e.json')
  const { TEST_SEED = nightly ? String(randomInt(1, 2 ** 32)) : '' } = process.env
  if (TEST_SEED) console.log(`The browser tests run in the order of TEST_SEED=${TEST_SEED}, each file twice.`)
  // Playwright looks for them in whole paths, in which a folder above this one may have the same word.
  const filters = words.map(word => `tests/e2e/.*${word}`)
  const args = ['test', '--reporter=list,json', ...(workers ? [`--workers=${workers}`] : []), ...filters]
  const { status } = await runTool(title, 'playwright', args, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH: chromium,
    E2E_PATH: path,
    ...(TEST_SEED && { TEST_SEED }),
    ...NIGHT,
  })
  /** @type {Suite[]} */
  const suites = readReport(report)?.suites ?? []
  /** @type {Map<string, TestFile>} */
  const files = new Map()
  for (const spec of suites.flatMap(listSpecs)) {
    /** @type {TestFile} */
    const file = files.get(spec.file) ?? { name: spec.file, seconds: 0, tests: [], passed: 0 }
    file.seconds += spec.seconds
    if (spec.ok) file.passed += 1
    else file.tests.push(spec.title + toReason(spec.errors))
    files.set(spec.file, file)
  }
  return summarize(title, status, [...files.values()])
}

/**
 * @typedef {{ status: string, results: { duration: number, errors: { message?: string }[] }[] }} SpecTest
 * @typedef {{ file: string, title: string, specs?: { title: string, tests: SpecTest[] }[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {{ file: string, title: string, seconds: number, ok: boolean, errors: string[] }[]}
 */
function listSpecs({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `tests/e2e/${file}`,
      title,
      ok: status === 'expected',
      errors: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  )
  return [...own, ...suites.flatMap(listSpecs)]
}

/**
 * The first lines of the first message, below the name of its test: the end of a log is often all that is kept of it.
 * @param {string[]} messages
 */
function toReason([message = '']) {
  const lines = stripVTControlCharacters(message).split('\n')
  const own = lines.filter(line => line.trim() && !line.includes('node_modules'))
  return own
    .slice(0, REASON_LINES)
    .map(line => `\n      ${line}`)
    .join('')
}

/**
 * A runner that failed without a failed test (a broken file, a crash) is a failure too; a skipped test is one, and so is a
 * run without any test.
 * @param {string} title
 * @param {number | null} status
 * @param {TestFile[]} files
 * @returns {Result}
 */
function summarize(title, status, files) {
  const failures = files.flatMap(({ name, tests }) => tests.map(test => `${name} › ${test}`))
  const passed = files.reduce((sum, file) => sum + file.passed, 0)
  if (failures.length === 0 && (status !== 0 || passed === 0))
    failures.push(`${title}: no test failed, but the run did`)
  return { passed, failures, timings: files.map(({ name, seconds }) => ({ file: name, seconds })) }
}

/**
 * Runs a tool to its end. Its output is kept together: several run beside each other.
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
    env: { ...toolEnv(), ...env },
  })
  /** @type {Buffer[]} */
  const output = []
  child.stdout.on('data', chunk => output.push(chunk))
  child.stderr.on('data', chunk => output.push(chunk))
  const status = await new Promise(resolve => child.once('close', resolve))
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(Buffer.concat(output))
  tell(title)
  return { status, seconds }
}

/** @param {string} title */
function tell(title) {
  console.log(`── ${title} · ${((performance.now() - began) / 60_000).toFixed(1)} min`)
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Ends the process: with 1 when anything failed, and in CI also when anything was left out. */
function report() {
  const failures = results.flatMap(result => result.failures)
  const leftOut = existsSync(LEFT_OUT)
    ? [...new Set(readFileSync(LEFT_OUT, 'utf8').trim().split('\n'))].map(line => `left out: ${line}`)
    : []
  if (process.env.CI) failures.push(...leftOut)
  const slowest = results.flatMap(({ timings }) => timings).sort((a, b) => b.seconds - a.seconds)
  list(
    'Slowest',
    slowest.slice(0, SLOWEST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
  )
  list('Left out', leftOut)
  list('Failed', failures)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
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
