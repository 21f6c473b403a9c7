/** `npm test`: everything, from a fresh clone. Ends with the names of what failed and one line that sums all runners. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { binary, ensureBuilt, ensureInstalled, nodePath, ROOT, toolEnv } from './setup.mjs'

/** @typedef {Parameters<typeof binary>[0]} Tool */

const REPORTS = join(ROOT, 'test-results', 'reports')

ensureInstalled()
const { ensureChromium } = await import('./browser.mjs')
const chromium = await ensureChromium()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

/** @type {ReturnType<typeof count>[]} */
const results = [
  check('Lint', 'biome', ['check', '--error-on-warnings', '.']),
  check('Route types', 'next', ['typegen']),
  check('Types', 'tsc', ['--noEmit']),
]
ensureBuilt()
results.push(vitest(), playwright())

const passed = sum('passed')
const failed = sum('failed')
tell('Failed', 'failures')
tell('Passed at the second try only', 'unsteady')
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/**
 * A tool that either is content or not counts as one test.
 * @param {string} title
 * @param {Tool} tool
 * @param {string[]} args
 */
function check(title, tool, args) {
  console.log(`\n${title}`)
  const ok = runTool(tool, args, {}) === 0
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [title], unsteady: [] }
}

function vitest() {
  const report = join(REPORTS, 'vitest.json')
  const status = runTool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {},
  )
  const read = readReport(report)
  const failures = (read?.testResults ?? []).flatMap(
    (/** @type {{ name: string, assertionResults: { status: string, fullName: string }[] }} */ file) =>
      file.assertionResults
        .filter(test => test.status !== 'passed')
        .map(test => `${relative(ROOT, file.name)} › ${test.fullName}`),
  )
  return count(status, read?.numPassedTests ?? 0, { failures, unsteady: [] })
}

function playwright() {
  console.log('\nBrowser tests')
  const report = join(REPORTS, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium }
  // On a busy machine one of a hundred may time out: it gets a second try, and is named below.
  const status = runTool('playwright', ['test', '--retries=1', '--reporter=list,json'], env)
  const suites = /** @type {Suite[]} */ (readReport(report)?.suites ?? [])
  const specs = suites.flatMap(listSpecs)
  const named = (/** @type {string[]} */ ...outcomes) =>
    specs.filter(spec => outcomes.includes(spec.outcome)).map(spec => spec.name)
  const unsteady = named('flaky')
  return count(status, named('expected').length + unsteady.length, {
    failures: named('unexpected', 'skipped'),
    unsteady,
  })
}

/**
 * @typedef {{ title: string, tests: { status: string }[] }} Spec
 * @typedef {{ file: string, title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {{ name: string, outcome: string }[]}
 */
function listSpecs({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({ name: `${file} › ${title}`, outcome: status })),
  )
  return [...own, ...suites.flatMap(listSpecs)]
}

/**
 * A runner that failed without a failed test (a broken file, a crash) is a failure too; a skipped test is one.
 * @param {number | null} status
 * @param {number} passedTests
 * @param {{ failures: string[], unsteady: string[] }} names
 */
function count(status, passedTests, { failures, unsteady }) {
  const failedTests = status === 0 ? failures.length : Math.max(1, failures.length)
  return { passed: passedTests, failed: failedTests, failures, unsteady }
}

/**
 * @param {Tool} tool
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function runTool(tool, args, env) {
  return spawnSync(nodePath(), [binary(tool), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...toolEnv(), ...env },
  }).status
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** @param {'passed' | 'failed'} field */
function sum(field) {
  return results.reduce((total, result) => total + result[field], 0)
}

/**
 * @param {string} title
 * @param {'failures' | 'unsteady'} field
 */
function tell(title, field) {
  const names = results.flatMap(result => result[field])
  if (names.length > 0) console.log(`\n${title}:\n${names.map(name => `  ${name}`).join('\n')}`)
}
