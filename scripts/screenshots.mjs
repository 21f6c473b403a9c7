/**
 * `npm run screenshots`: every state of `screen-states.mjs` on the built desk, in four widths, two themes and two
 * languages, in `test-results/screenshots`. The few that the README and `docs/` show go to `docs/screens`.
 * `npm run screenshots -- employees,person 390 de` makes only the pictures with all these words in their name (one of those
 * between commas), `npm run screenshots -- docs` only those few.
 *
 * Desk, service and browser live at the same moment of the same day, so that a picture taken next year looks the same.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from './browser.mjs'
import { startPracticeDesk } from './practice-desk.mjs'
import { CALM } from './screen-doubles.mjs'
import {
  PUBLIC_STATES,
  prepare,
  readAnew,
  STATES,
  TELL_OF_THE_PAST,
  UNCONNECTED_STATES,
} from './screen-states.mjs'
import { submit } from './screen-steps.mjs'
import { ensureBuilt, ensureInstalled, nodePath, ROOT } from './setup.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {{ locale: string, colorScheme: 'light' | 'dark', viewport: { width: number, height: number } }} Look */
/** @typedef {Record<string, import('./screen-states.mjs').Show>} States */

const PORT = 3551
const SANDBOX_PORT = 4551
const MOMENT = '2026-11-23T09:00:00+01:00'
const TIME_ZONE = 'Europe/Berlin'
const SIZES = { 1440: 900, 1366: 768, 390: 844, 320: 640 }
const FOLDER = join(ROOT, 'test-results', 'screenshots')
const DOCS = join(ROOT, 'docs', 'screens')
const SHOWN = new Set([
  'projects-1440-light-en',
  'employees-1440-light-en',
  'employees-1440-dark-en',
  'employees-390-light-de',
  'person-1440-light-en',
  'download-dialog-1440-light-en',
  'import-check-1440-light-en',
  'exports-1440-light-en',
])
const PORTRAITS_MS = 8_000
const SHOWN_COLOURS = 128
/** The budget of a service that is in no hurry would run out while pictures are taken. */
const IN_A_HURRY = { PORTRAIT_API_WINDOW_MS: '2000', SANDBOX_RATE_WINDOW_MS: '2000' }
const ACCOUNT = { email: 'hr@example.com', password: 'only for these pictures' }

await ensureInstalled()
const executablePath = await ensureChromium()
await ensureBuilt()
mkdirSync(FOLDER, { recursive: true })
mkdirSync(DOCS, { recursive: true })
const clock = {
  CLOCK_SHIFT_MS: String(Date.parse(MOMENT) - Date.now()),
  NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'scripts', 'fixed-clock.mjs')).href}`,
  TIME_ZONE,
}
const words = process.argv.slice(2)
/** @type {string[]} */
const failures = []
const looks = ['en', 'de'].flatMap(locale =>
  /** @type {const} */ (['light', 'dark']).flatMap(colorScheme =>
    Object.entries(SIZES).map(([width, height]) => ({
      locale,
      colorScheme,
      viewport: { width: Number(width), height },
    })),
  ),
)

const browser = await chromium.launch({ executablePath })
const userAgent = await readUserAgent()
await shootConnected()
if (looks.some(look => wanted(UNCONNECTED_STATES, look).length > 0)) await shootUnconnected()
await browser.close()
if (failures.length > 0) console.error(`Not shown:\n${failures.join('\n')}`)
process.exit(failures.length > 0 ? 1 : 0)

async function shootConnected() {
  const baseURL = await startPracticeDesk({
    port: PORT,
    sandboxPort: SANDBOX_PORT,
    settings: { ...clock, ...IN_A_HURRY },
  })
  for (const look of looks) {
    const signedIn = wanted(STATES, look)
    const outside = wanted(PUBLIC_STATES, look)
    if (signedIn.length + outside.length === 0) continue
    await ask('POST', '/portal/reset')
    const visitor = await open(baseURL, look)
    await shootAll(visitor, look, outside)
    await visitor.close()
    const context = await enter(baseURL, look)
    await readAnew(context)
    if (signedIn.some(([state]) => TELL_OF_THE_PAST.has(state))) await prepareIn(context)
    await shootAll(context, look, signedIn)
    await context.close()
  }
}

/** A reset takes with it what was downloaded: each look has a past of its own. @param {BrowserContext} context */
async function prepareIn(context) {
  const page = await context.newPage()
  await page.goto('/projects')
  await prepare(page)
  await page.close()
}

/** A desk of its own, in front of the same service, to which nobody has given a key yet. */
async function shootUnconnected() {
  const port = PORT + 1
  const baseURL = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-unconnected-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const settings = {
    ...clock,
    APP_URL: baseURL,
    ALLOW_HTTP: '1',
    APP_SECRET: 'only-for-these-pictures-0123456789abcdef0123456789',
    PORTRAIT_API_URL: `http://127.0.0.1:${SANDBOX_PORT}/api/v1`,
    DATA_DIR: dataDir,
  }
  const add = ['--conditions=react-server', 'scripts/account.ts', 'add', ACCOUNT.email, '--role', 'admin']
  const env = {
    ...process.env,
    ...settings,
    PORT: String(port),
    NODE_ENV: /** @type {const} */ ('production'),
  }
  spawnSync(nodePath(), add, { cwd: ROOT, env, input: ACCOUNT.password })
  await startPracticeDesk({ port, sandboxPort: SANDBOX_PORT, settings })
  for (const look of looks) {
    const states = wanted(UNCONNECTED_STATES, look)
    if (states.length === 0) continue
    const context = await enter(baseURL, look, ACCOUNT)
    await shootAll(context, look, states)
    await context.close()
  }
}

/**
 * @param {States} states
 * @param {Look} look
 */
function wanted(states, look) {
  return Object.entries(states).filter(([state]) => isWanted(nameOf(state, look)))
}

/** @param {string} name */
function isWanted(name) {
  return words.every(word =>
    word === 'docs' ? SHOWN.has(name) : word.split(',').some(one => `-${name}-`.includes(`-${one}-`)),
  )
}

/**
 * @param {string} state
 * @param {Look} look
 */
function nameOf(state, { locale, colorScheme, viewport }) {
  return `${state}-${viewport.width}-${colorScheme}-${locale}`
}

/** What it says of itself without a window is no browser that anybody has. */
async function readUserAgent() {
  const page = await browser.newPage()
  const said = await page.evaluate(() => navigator.userAgent)
  await page.close()
  return said.replace('HeadlessChrome', 'Chrome')
}

/**
 * @param {string} baseURL
 * @param {Look} [look]
 */
async function open(baseURL, look) {
  const context = await browser.newContext({
    baseURL,
    ...look,
    timezoneId: TIME_ZONE,
    userAgent,
    reducedMotion: 'reduce',
  })
  await context.clock.install({ time: new Date(Date.now() + Number(clock.CLOCK_SHIFT_MS)) })
  await context.addCookies([{ name: 'portrait-desk.tour-left', value: '1', url: baseURL }])
  await context.route('**/api/budget', route => route.fulfill({ json: { data: CALM } }))
  return context
}

/**
 * @param {string} baseURL
 * @param {Look} [look]
 * @param {typeof ACCOUNT} [account] what practice mode fills in by itself
 */
async function enter(baseURL, look, account) {
  const context = await open(baseURL, look)
  const transport = await context.newPage()
  await transport.goto('/sign-in')
  if (account) {
    await transport.locator('input[type=email]').fill(account.email)
    await transport.locator('input[type=password]').fill(account.password)
  }
  await submit(transport)
  await transport.waitForURL(url => url.pathname !== '/sign-in')
  await transport.close()
  return context
}

/**
 * @param {BrowserContext} context
 * @param {Look} look
 * @param {[string, import('./screen-states.mjs').Show][]} states
 */
async function shootAll(context, look, states) {
  for (const [state, show] of states) {
    const page = await context.newPage()
    await shoot(page, nameOf(state, look), show)
    await page.close()
    await ask('DELETE', '/portal/faults')
  }
}

/**
 * @param {Page} page
 * @param {string} name
 * @param {import('./screen-states.mjs').Show} show
 */
async function shoot(page, name, show) {
  try {
    page.setDefaultTimeout(20_000)
    await show({ page, putFault, changeElsewhere })
    if (!name.startsWith('loading')) await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await page.waitForFunction(arePortraitsShown, null, { timeout: PORTRAITS_MS }).catch(() => null)
    await page.evaluate(endTransitions)
    const picture = await page.screenshot({ caret: 'initial' })
    await sharp(picture).toFile(join(FOLDER, `${name}.png`))
    if (SHOWN.has(name))
      await sharp(picture)
        .png({ palette: true, colours: SHOWN_COLOURS, effort: 10 })
        .toFile(join(DOCS, `${name}.png`))
    console.log(name)
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
  }
}

/** A colour that has just begun to change would look like the state before. */
function endTransitions() {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
}

/** One that cannot be had shows initials; nobody waits for it for ever. */
function arePortraitsShown() {
  return [...document.images].every(image => {
    const { top, bottom } = image.getBoundingClientRect()
    return image.naturalWidth > 0 || top > innerHeight || bottom < 0
  })
}

/** @param {object} fault */
async function putFault(fault) {
  await ask('POST', '/portal/faults', fault)
}

/**
 * @param {number} id
 * @param {object} update
 */
async function changeElsewhere(id, update) {
  const { data } = await (await ask('POST', '/portal/keys')).json()
  await ask('PATCH', `/api/v1/employees/${id}`, update, { authorization: `Bearer ${data.key}` })
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {Record<string, string>} [headers]
 */
async function ask(method, path, body, headers = {}) {
  const answer = await fetch(`http://127.0.0.1:${SANDBOX_PORT}${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer
}
