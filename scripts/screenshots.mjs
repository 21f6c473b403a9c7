/**
 * `npm run screenshots`: every page and state of the built desk in practice mode, in three widths, two themes and two
 * languages, in `test-results/screenshots`. The few that the README shows go to `docs/screens`.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from './browser.mjs'
import { startPracticeDesk } from './practice-desk.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

/** @typedef {import('@playwright/test').Page} Page */

const SANDBOX_PORT = 4551
const SIZES = { 1440: 900, 1366: 768, 390: 844 }
const FOLDER = join(ROOT, 'test-results', 'screenshots')
const DOCS = join(ROOT, 'docs', 'screens')
const SHOWN = [
  'projects-1440-light-en',
  'employees-1440-light-en',
  'employees-1440-dark-en',
  'employees-390-light-en',
]

/**
 * What is to be seen, and how one gets there.
 * @type {Record<string, (page: Page) => Promise<unknown>>}
 */
const STATES = {
  projects: page => page.goto('/projects'),
  'projects-nothing-found': page => page.goto('/projects?q=zzz'),
  employees: page => page.goto('/projects/102'),
  'employees-nobody-matches': page => page.goto('/projects/102?mitarbeiternummer=nobody'),
  'employees-empty': page => page.goto('/projects/103'),
  'employees-cell': async page => {
    await page.goto('/projects/102')
    await page.locator('td button').nth(3).click()
    await page.locator('td input').waitFor()
  },
  'download-dialog': async page => {
    await page.goto('/projects/102')
    await page.locator('#content button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').waitFor()
  },
  palette: async page => {
    await page.goto('/projects/102')
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').waitFor()
  },
  people: page => page.goto('/people'),
  account: page => page.goto('/account'),
  activity: page => page.goto('/activity'),
  connect: page => page.goto('/connect'),
  'not-found': page => page.goto('/projects/999999'),
  failed: async page => {
    await putFault({
      path: '/projects/102/employees**',
      times: 4,
      answer: { kind: 'status', status: 503, body: {} },
    })
    await page.goto('/projects/102?per_page=25')
  },
  loading: async page => {
    await putFault({ path: '/projects/101/employees**', answer: { kind: 'delay', ms: 4000 } })
    await page.goto('/projects/101?per_page=100', { waitUntil: 'commit' })
    await page.locator('#content [aria-hidden=true]').first().waitFor()
  },
}

ensureInstalled()
const executablePath = await ensureChromium()
ensureBuilt()
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
mkdirSync(DOCS, { recursive: true })
const baseURL = await startPracticeDesk({ port: 3551, sandboxPort: SANDBOX_PORT })
const browser = await chromium.launch({ executablePath })
const only = process.argv.slice(2)

for (const locale of ['en', 'de'])
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    for (const [width, height] of Object.entries(SIZES))
      await shootAll({ locale, colorScheme, viewport: { width: Number(width), height } })
await browser.close()
for (const name of SHOWN) copyFileSync(join(FOLDER, `${name}.png`), join(DOCS, `${name}.png`))
process.exit(0)

/** @param {{ locale: string, colorScheme: 'light' | 'dark', viewport: { width: number, height: number } }} look */
async function shootAll(look) {
  const context = await browser.newContext({ baseURL, ...look, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const suffix = `${look.viewport.width}-${look.colorScheme}-${look.locale}`
  await fetch(`http://127.0.0.1:${SANDBOX_PORT}/portal/reset`, { method: 'POST' })
  await page.goto('/sign-in')
  await shoot(page, `sign-in-${suffix}`)
  await page.locator('form button[type=submit]').last().click()
  await page.waitForURL('**/projects')
  for (const [name, show] of Object.entries(STATES)) {
    if (only.length > 0 && !only.includes(name)) continue
    await show(page)
    if (name !== 'loading') await page.waitForLoadState('networkidle')
    await shoot(page, `${name}-${suffix}`)
  }
  await context.close()
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.screenshot({ path: join(FOLDER, `${name}.png`), caret: 'initial' })
  console.log(name)
}

/** @param {object} fault */
async function putFault(fault) {
  const answer = await fetch(`http://127.0.0.1:${SANDBOX_PORT}/portal/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
