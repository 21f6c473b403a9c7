/** `npm test`: everything, from a fresh clone. Ends with one line that sums all runners. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { binary, ensureBuilt, ensureInstalled, nodePath, ROOT, toolEnv } from './setup.mjs'

/** @typedef {Parameters<typeof binary>[0]} Tool */

const REPORTS = join(ROOT, 'test-results', 'reports')

ensureInstalled()
const { ensureChromium } = await import('./browser.mjs')
const chromium = await ensureChromium()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const results = [
  check('Lint', 'biome', ['check', '--error-on-warnings', '.']),
  check('Route types', 'next', ['typegen']),
  check('Types', 'tsc', ['--noEmit']),
]
ensureBuilt()
results.push(vitest(), playwright())

const passed = sum('passed')
const failed = sum('failed')
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
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

function vitest() {
  const report = join(REPORTS, 'vitest.json')
  const status = runTool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {},
  )
  const read = readReport(report)
  return count(status, read?.numPassedTests ?? 0, (read?.numFailedTests ?? 0) + (read?.numPendingTests ?? 0))
}

function playwright() {
  console.log('\nBrowser tests')
  const report = join(REPORTS, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium }
  const status = runTool('playwright', ['test', '--reporter=list,json'], env)
  const stats = readReport(report)?.stats
  return count(
    status,
    stats?.expected ?? 0,
    (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + (stats?.skipped ?? 0),
  )
}

/**
 * A runner that failed without a failed test (a broken file, a crash) is a failure too; a skipped test is one.
 * @param {number | null} status
 * @param {number} passedTests
 * @param {number} failedTests
 */
function count(status, passedTests, failedTests) {
  return { passed: passedTests, failed: status === 0 ? failedTests : Math.max(1, failedTests) }
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
