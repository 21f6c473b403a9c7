/**
 * `npm run screenshots`: every state of `screen-states.mjs` on the built desk in practice mode, in three widths, two themes
 * and two languages, in `test-results/screenshots`. The few that the README shows go to `docs/screens`.
 * `npm run screenshots -- employees 390 de` makes only the pictures with all these words in their name.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from './browser.mjs'
import { startPracticeDesk } from './practice-desk.mjs'
import { PUBLIC_STATES, STATES, submit } from './screen-states.mjs'
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
  'download-dialog-1440-light-en',
]

ensureInstalled()
const executablePath = await ensureChromium()
ensureBuilt()
mkdirSync(FOLDER, { recursive: true })
mkdirSync(DOCS, { recursive: true })
const baseURL = await startPracticeDesk({ port: 3551, sandboxPort: SANDBOX_PORT })
const browser = await chromium.launch({ executablePath })
const words = process.argv.slice(2)
/** @type {string[]} */
const failures = []

for (const locale of ['en', 'de'])
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    for (const [width, height] of Object.entries(SIZES))
      await shootAll({ locale, colorScheme, viewport: { width: Number(width), height } })
await browser.close()
for (const name of SHOWN)
  if (existsSync(join(FOLDER, `${name}.png`)))
    copyFileSync(join(FOLDER, `${name}.png`), join(DOCS, `${name}.png`))
if (failures.length > 0) console.error(`Not shown:\n${failures.join('\n')}`)
process.exit(failures.length > 0 ? 1 : 0)

/** @param {{ locale: string, colorScheme: 'light' | 'dark', viewport: { width: number, height: number } }} look */
async function shootAll(look) {
  const suffix = `${look.viewport.width}-${look.colorScheme}-${look.locale}`
  const isWanted = (/** @type {string} */ state) =>
    words.every(word => `-${state}-${suffix}-`.includes(`-${word}-`))
  const wanted = Object.entries(STATES).filter(([state]) => isWanted(state))
  const publicOnes = Object.entries(PUBLIC_STATES).filter(([state]) => isWanted(state))
  if (wanted.length + publicOnes.length === 0) return
  await fetch(`http://127.0.0.1:${SANDBOX_PORT}/portal/reset`, { method: 'POST' })
  for (const [state, show] of publicOnes) {
    const context = await browser.newContext({ baseURL, ...look, reducedMotion: 'reduce' })
    await shoot(await context.newPage(), `${state}-${suffix}`, show)
    await context.close()
  }
  const context = await browser.newContext({ baseURL, ...look, reducedMotion: 'reduce' })
  const door = await context.newPage()
  await door.goto('/sign-in')
  await submit(door)
  await door.waitForURL('**/projects')
  await door.close()
  for (const [state, show] of wanted) {
    const page = await context.newPage()
    await page.clock.install()
    await shoot(page, `${state}-${suffix}`, show)
    await page.close()
  }
  await context.close()
}

/**
 * @param {Page} page
 * @param {string} name
 * @param {import('./screen-states.mjs').Show} show
 */
async function shoot(page, name, show) {
  try {
    await show({ page, putFault })
    if (!name.startsWith('loading')) await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await page.screenshot({ path: join(FOLDER, `${name}.png`), caret: 'initial' })
    console.log(name)
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
  }
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
