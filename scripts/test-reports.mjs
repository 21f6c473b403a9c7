/** Reads the JSON reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ file: string, seconds: number }} Timing
 * @typedef {{ passed: number, failures: string[], unstable: string[], timings: Timing[] }} Result
 * @typedef {{ name: string, tests: string[], seconds: number, passed: number }} TestFile
 */

const REASON_LINES = 10
/** A failure begins with the path of its test file. */
const SEPARATED = /^(\S+) › /

/**
 * Returns the report, or null when the runner wrote none.
 * @param {string} path
 */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Assertion
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: Assertion[] }} VitestFile
 * @param {{ testResults: VitestFile[] } | null} report
 * @param {string} root
 * @returns {TestFile[]}
 */
export function listVitestFiles(report, root) {
  return (report?.testResults ?? []).map(file => ({
    name: relative(root, file.name),
    seconds: (file.endTime - file.startTime) / 1000,
    tests: listFailedTests(file),
    passed: file.assertionResults.filter(({ status }) => status === 'passed').length,
  }))
}

/** @param {VitestFile} file */
function listFailedTests({ status, message, assertionResults }) {
  const failed = assertionResults
    .filter(({ status }) => status !== 'passed')
    .map(({ fullName, failureMessages }) => fullName + toReason(failureMessages))
  // The error is outside of the tests, such as a module that cannot be loaded.
  return failed.length === 0 && status === 'failed' ? [`the file${toReason([message])}`] : failed
}

/**
 * @param {{ suites: Suite[] } | null} report
 * @returns {TestFile[]}
 */
export function listJourneyFiles(report) {
  /** @type {Map<string, TestFile>} */
  const files = new Map()
  for (const spec of (report?.suites ?? []).flatMap(listSpecs)) {
    /** @type {TestFile} */
    const file = files.get(spec.file) ?? { name: spec.file, seconds: 0, tests: [], passed: 0 }
    file.seconds += spec.seconds
    if (spec.ok) file.passed += 1
    else file.tests.push(spec.title + toReason(spec.errors))
    files.set(spec.file, file)
  }
  return [...files.values()]
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
      file: `tests/${file}`,
      title,
      ok: status === 'expected',
      errors: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  )
  return [...own, ...suites.flatMap(listSpecs)]
}

/**
 * Returns the first lines of the first message, to be shown below the test's name, because often only the end of a log
 * is kept.
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
 * Sums up a run. A runner that fails without a failed test (a broken file, a crash) counts as failed, and so does a run
 * without tests.
 * @param {string} title
 * @param {number | null} status
 * @param {TestFile[]} files
 * @returns {Result}
 */
export function summarize(title, status, files) {
  const failures = files.flatMap(({ name, tests }) => tests.map(test => `${name} › ${test}`))
  const passed = files.reduce((sum, file) => sum + file.passed, 0)
  if (failures.length === 0 && (status !== 0 || passed === 0))
    failures.push(`${title}: no test failed, but the run did`)
  return {
    passed,
    failures,
    unstable: [],
    timings: files.map(({ name, seconds }) => ({ file: name, seconds })),
  }
}

/**
 * Runs failed tests once more. A test that passes then is unstable: it is reported, and fails `npm run test:all`.
 * @param {Result} first
 * @param {() => Promise<Result>} runAgain runs the failed tests, or the files they are in
 * @returns {Promise<Result>}
 */
export async function repeatFailed(first, runAgain) {
  const failedFirst = listFailedFiles(first)
  // A run that broke without a failed test is not the fault of a test.
  if (failedFirst.length === 0) return first
  const second = await runAgain()
  const ranAgain = second.timings.map(({ file }) => file)
  if (!failedFirst.every(file => ranAgain.includes(file))) return first
  const failedAgain = new Set(second.failures.map(toTitle))
  const unstable = first.failures.map(toTitle).filter(title => !failedAgain.has(title))
  return {
    passed: first.passed + unstable.length,
    failures: second.failures,
    unstable,
    timings: first.timings,
  }
}

/**
 * Returns the files of the failed tests.
 * @param {Result} result
 */
export function listFailedFiles({ failures }) {
  const files = failures.map(failure => SEPARATED.exec(failure)?.[1] ?? '').filter(file => file !== '')
  return [...new Set(files)]
}

/**
 * Returns a failure without its reason.
 * @param {string} failure
 */
function toTitle(failure) {
  return failure.split('\n', 1)[0] ?? ''
}
