/**
 * `npm run lighthouse`: measures the projects and employees pages of the built desk, signed in, in practice mode, as a
 * desktop and as a phone on a slow network. Each page is measured three times and the median counts, because the load
 * of the computer affects a single run. Ends with 1 when a score is too low. Needs npm's registry and a Chromium.
 * `npm run lighthouse -- employees mobile` measures only the pages with all these words in their name.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from './browser.mjs'
import { startPracticeDesk } from './practice-desk.mjs'
import { ensureBuilt, ensureInstalled, fail, ROOT } from './setup.mjs'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
/** On a busy computer, Chromium occasionally misses the beginning of its own recording. */
const TRIES = 3
/**
 * Network and processor are really slowed down. Lighthouse's default is a model that assumes the paint waits for each
 * earlier script, and on one computer all scripts come earlier. See docs/decisions/026-first-paint.md.
 */
const THROTTLING = '--throttling-method=devtools'
const PRESETS = ['desktop', 'mobile']
/** @type {Record<string, string>} */
const PAGES = { projects: '/projects', employees: '/projects/102' }
/** @type {Record<string, number>} */
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** @type {Record<string, string>} */
const AUDITS = {
  'first paint': 'first-contentful-paint',
  'largest paint': 'largest-contentful-paint',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
}
const FOLDER = join(ROOT, 'test-results', 'lighthouse')
const words = process.argv.slice(2)

await ensureInstalled()
const executablePath = await ensureChromium()
await ensureBuilt()
mkdirSync(FOLDER, { recursive: true })
const url = await startPracticeDesk({ port: 3550, sandboxPort: 4550 })
const cookie = await signIn()
/** @type {Record<string, string | number | undefined>[]} */
const rows = PRESETS.flatMap(preset => Object.keys(PAGES).map(page => ({ page, preset })))
  .filter(({ page, preset }) => words.every(word => word === page || word === preset))
  .map(({ page, preset }) => measure(page, preset))
console.table(rows)
const poor = rows.filter(row =>
  Object.entries(WANTED).some(([category, score]) => Number(row[category]) < score),
)
if (poor.length > 0) fail(`Below ${JSON.stringify(WANTED)}: ${poor.map(({ name }) => name).join('; ')}`)
process.exit(0)

/** Signs in like a person, and returns the session as a header. */
async function signIn() {
  const browser = await chromium.launch({ executablePath })
  const page = await browser.newPage()
  await page.goto(url)
  await page.locator('form button[type=submit]').last().click()
  await page.waitForURL('**/projects')
  const cookies = await page.context().cookies()
  await browser.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/**
 * The run with the median performance, and the lowest of the other scores, which do not depend on the load of the
 * computer.
 * @param {string} page
 * @param {string} preset
 */
function measure(page, preset) {
  const name = `${page}, ${preset}`
  const reports = Array.from({ length: RUNS }, (_, run) => audit(page, preset, run))
  reports.sort((one, other) => one.performance - other.performance)
  const middle = reports[Math.floor(RUNS / 2)] ?? fail('Nothing was measured.')
  /** @param {string} category */
  const lowest = category => Math.min(...reports.map(({ scores }) => scores[category] ?? 0))
  return {
    name,
    performance: middle.performance,
    accessibility: lowest('accessibility'),
    'best-practices': lowest('best-practices'),
    ...middle.values,
  }
}

/**
 * @param {string} page
 * @param {string} preset
 * @param {number} run
 * @returns {{ performance: number, scores: Record<string, number>, values: Record<string, string> }}
 */
function audit(page, preset, run) {
  const report = join(FOLDER, `${page}-${preset}-${run + 1}.json`)
  const args = [
    '--yes',
    LIGHTHOUSE,
    `${url}${PAGES[page]}`,
    '--quiet',
    THROTTLING,
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${Object.keys(WANTED)}`,
    `--extra-headers=${JSON.stringify({ cookie })}`,
    '--chrome-flags=--headless=new --no-sandbox',
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const measured = Array.from({ length: TRIES }).some(() => {
    const env = { ...process.env, CHROME_PATH: executablePath }
    return spawnSync('npx', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  })
  if (!measured) fail(`Lighthouse could not measure ${page}.`)
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'))
  const scores = Object.keys(WANTED).map(key => [key, Math.round(categories[key].score * 100)])
  const values = Object.entries(AUDITS).map(([label, id]) => [label, audits[id].displayValue])
  return {
    performance: Math.round(categories.performance.score * 100),
    scores: Object.fromEntries(scores),
    values: Object.fromEntries(values),
  }
}
