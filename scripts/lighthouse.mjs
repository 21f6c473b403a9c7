/**
 * `npm run lighthouse`: the projects and employees pages of the built desk, signed in, in practice mode, as a desktop and
 * as a phone sees them. Ends with 1 when the desktop falls below the wanted scores. Needs npm's registry and a Chromium.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from './browser.mjs'
import { startPracticeDesk } from './practice-desk.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100 }
const PAGES = { projects: '/projects', employees: '/projects/102' }
const FOLDER = join(ROOT, 'test-results', 'lighthouse')

ensureInstalled()
const executablePath = await ensureChromium()
ensureBuilt()
mkdirSync(FOLDER, { recursive: true })
const url = await startPracticeDesk({ port: 3550, sandboxPort: 4550 })
const cookie = await signIn()
let enough = true
for (const preset of ['desktop', 'mobile'])
  for (const [name, path] of Object.entries(PAGES)) {
    const { categories, audits } = audit(`${name}-${preset}`, path, preset)
    const scores = Object.keys(WANTED).map(key => Math.round(categories[key].score * 100))
    console.log(
      `${name}, ${preset}: ${Object.keys(WANTED).map((key, at) => `${key} ${scores[at]}`)}; layout shift ${audits['cumulative-layout-shift'].displayValue}, largest paint ${audits['largest-contentful-paint'].displayValue}`,
    )
    const meets = Object.values(WANTED).every((wanted, at) => (scores[at] ?? 0) >= wanted)
    if (preset === 'desktop' && !meets) enough = false
  }
process.exit(enough ? 0 : 1)

/** Signs in as a person would, and returns the session as a header. */
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
 * @param {string} name
 * @param {string} path
 * @param {string} preset
 */
function audit(name, path, preset) {
  const report = join(FOLDER, `${name}.json`)
  const args = [
    '--yes',
    LIGHTHOUSE,
    `${url}${path}`,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${Object.keys(WANTED)}`,
    `--extra-headers=${JSON.stringify({ cookie })}`,
    '--chrome-flags=--headless=new --no-sandbox',
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
  ]
  spawnSync('npx', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: executablePath },
  })
  return JSON.parse(readFileSync(report, 'utf8'))
}
