/**
 * `npm run bench:table`: the employee table of the built desk with 5,000 people in Chromium. How long typing into the
 * search takes until the screen shows it (INP, by web-vitals), and how evenly 200 rows scroll.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createPeople } from '#sandbox/seed/create-people.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { createRandom } from '#sandbox/seed/random.ts'
import { ensureChromium } from '#scripts/browser.mjs'
import { startPracticeDesk } from '#scripts/practice-desk.mjs'
import { ensureBuilt } from '#scripts/setup.mjs'
import { type Line, percentile, printTable } from './measures.ts'

const SANDBOX = 'http://127.0.0.1:4561'
const PEOPLE = 5_000
const BATCH = 200
const PATH = `/projects/${EMPTY_PROJECT.id}`
const WORDS = ['schneider', 'müller', 'weber', 'example', 'fischer']
/** As fast as a quick typist. */
const KEY_MS = 70
const SCROLLS = 120
const FRAME_MS = 1000 / 60
const VITALS = join(import.meta.dirname, '../../node_modules/web-vitals/dist/web-vitals.iife.js')

declare const webVitals: {
  onINP(
    tell: (metric: { value: number }) => void,
    options: { reportAllChanges: boolean; durationThreshold: number },
  ): void
}

ensureBuilt()
const executablePath = await ensureChromium()
const baseURL = await startPracticeDesk({ port: 3561, sandboxPort: 4561 })
await fillProject()
const browser = await chromium.launch({ executablePath })
const lines = await measure(await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } }))
await browser.close()
printTable(lines)
process.exit(lines.some(({ met }) => met === false) ? 1 : 0)

async function measure(context: BrowserContext): Promise<Line[]> {
  await context.addInitScript({ content: `${readFileSync(VITALS, 'utf8')};window.webVitals = webVitals` })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.locator('form button[type=submit]').last().click()
  await page.waitForURL('**/projects')
  const inp = await measureTyping(page)
  const { frames, late, longestMs } = await measureScrolling(page)
  const perSecond = frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000)
  return [
    { measure: 'typing in the search: INP', value: `${inp} ms`, goal: '≤ 100 ms', met: inp <= 100 },
    {
      measure: 'scrolling 200 rows',
      value: `${perSecond.toFixed(1)} frames a second`,
      goal: '≥ 58',
      met: perSecond >= 58,
    },
    {
      measure: 'scrolling: frames that came late',
      value: `${late} of ${frames.length}; 95th percentile ${percentile(frames, 0.95).toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms`,
      goal: '',
      met: null,
    },
  ]
}

async function measureTyping(page: Page): Promise<number> {
  await page.goto(PATH)
  await page.getByTestId('page-summary').filter({ hasText: '5,000' }).waitFor()
  await page.getByText(/ loaded$/).waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const tell = ({ value }: { value: number }) => Object.assign(window, { inp: value })
    webVitals.onINP(tell, { reportAllChanges: true, durationThreshold: 16 })
  })
  await page.keyboard.press('/')
  for (const word of WORDS) {
    await page.keyboard.type(word, { delay: KEY_MS })
    await page.waitForURL(url => url.searchParams.get('q') === word)
    await page.locator('[role=grid]:not([aria-busy])').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('page-summary').filter({ hasText: '5,000' }).waitFor()
  }
  return page.evaluate(
    () =>
      new Promise<number>(resolve =>
        requestIdleCallback(() => setTimeout(() => resolve(Number(Reflect.get(window, 'inp') ?? 0)))),
      ),
  )
}

/** Lengths of the frames while the wheel turns; late is a frame that missed one beat of the screen. */
async function measureScrolling(page: Page) {
  await page.goto(`${PATH}?per_page=200`)
  await page.locator('tr[data-person]').nth(199).waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.mouse.move(700, 600)
  const counting = page.evaluate(
    () =>
      new Promise<number[]>(resolve => {
        const frames: number[] = []
        let last = performance.now()
        const count = (now: number) => {
          frames.push(now - last)
          last = now
          if (window.scrollY + window.innerHeight >= document.body.scrollHeight - 2) resolve(frames.slice(1))
          else requestAnimationFrame(count)
        }
        requestAnimationFrame(count)
      }),
  )
  for (let turn = 0; turn < SCROLLS; turn++) await page.mouse.wheel(0, 100)
  const frames = await counting
  const late = frames.filter(ms => ms > 1.5 * FRAME_MS).length
  return { frames, late, longestMs: Math.max(...frames) }
}

/** Through the service's own door, as an import would. */
async function fillProject(): Promise<void> {
  const made = await fetch(`${SANDBOX}/portal/keys`, { method: 'POST' })
  const { data } = (await made.json()) as { data: { key: string } }
  const people = createPeople(createRandom(5000), PEOPLE, false).map(
    ({ first_name, last_name, mailbox }) => ({
      first_name,
      last_name,
      email: `${mailbox}@example.com`,
    }),
  )
  for (let from = 0; from < PEOPLE; from += BATCH) {
    const answer = await fetch(`${SANDBOX}/api/v1/projects/${EMPTY_PROJECT.id}/employees`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ employees: people.slice(from, from + BATCH) }),
    })
    if (!answer.ok) throw new Error(`The sandbox refused people: ${await answer.text()}`)
  }
}
