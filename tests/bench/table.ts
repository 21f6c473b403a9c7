/**
 * `npm run bench:table`: the employee table of the built desk with 5,000 people in Chromium. How long typing into the
 * search takes until the screen shows it (INP, by web-vitals), and how evenly 200 rows scroll.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createRandom } from '#sandbox/people/random.ts'
import { createPeople } from '#sandbox/seed/create-people.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
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
const FRAMES_GOAL = 58
const INP_GOAL_MS = 50
/** A machine that paints without a graphics card may not reach 60 with anything: the table must reach what bare text does. */
const NOISE = 0.95
const LINE = '<p style="margin: 0; height: 48px">A line of bare text, as high as a row of the table</p>'
const BARE_PAGE = `<!doctype html><body style="margin: 0">${LINE.repeat(200)}</body>`
const VITALS = join(import.meta.dirname, '../../node_modules/web-vitals/dist/web-vitals.attribution.iife.js')

/** The slowest interaction, and where its time went (ms): waiting for the page, in its handlers, until it was painted. */
type Slowest = {
  value: number
  entries: { name: string; key?: string }[]
  attribution: { inputDelay: number; processingDuration: number; presentationDelay: number }
}

declare const webVitals: {
  onINP(
    tell: (metric: Slowest) => void,
    options: { reportAllChanges: boolean; durationThreshold: number },
  ): void
}

await ensureBuilt()
const executablePath = await ensureChromium()
const baseURL = await startPracticeDesk({ port: 3561, sandboxPort: 4561 })
await fillProject()
const browser = await chromium.launch({ executablePath })
const lines = await measure(
  await browser.newContext({ baseURL, locale: 'en', viewport: { width: 1440, height: 900 } }),
)
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
  const table = await measureScrolling(page, () => openTable(page))
  const bare = await measureScrolling(page, () => openBarePage(page))
  const goal = Math.min(FRAMES_GOAL, NOISE * bare.perSecond)
  return [
    {
      measure: 'typing in the search: INP',
      value: `${inp.value} ms`,
      goal: `≤ ${INP_GOAL_MS} ms`,
      met: inp.value <= INP_GOAL_MS,
    },
    { measure: 'its slowest: waiting, handlers, until painted', value: inp.words, goal: '', met: null },
    {
      measure: 'scrolling 200 rows',
      value: `${table.perSecond.toFixed(1)} frames a second`,
      goal: `≥ ${goal.toFixed(1)}`,
      met: table.perSecond >= goal,
    },
    { measure: 'its frames', value: table.words, goal: '', met: null },
    {
      measure: 'scrolling 200 lines of bare text',
      value: `${bare.perSecond.toFixed(1)} frames a second`,
      goal: 'what this machine can do',
      met: null,
    },
    { measure: 'its frames, too', value: bare.words, goal: '', met: null },
  ]
}

/** On a fresh page: otherwise it would begin where the table was scrolled to. */
async function openBarePage(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(BARE_PAGE)
}

async function openTable(page: Page): Promise<void> {
  await page.goto(`${PATH}?per_page=200`)
  await page.locator('tr[data-person]').nth(199).waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

async function measureTyping(page: Page): Promise<{ value: number; words: string }> {
  await page.goto(PATH)
  await page.getByTestId('page-summary').filter({ hasText: '5,000' }).waitFor()
  await page.getByText(/ loaded$/).waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const tell = ({ value, entries, attribution }: Slowest) => {
      const { inputDelay, processingDuration, presentationDelay } = attribution
      const times = [inputDelay, processingDuration, presentationDelay].map(Math.round).join(' + ')
      Object.assign(window, { inp: { value, words: `${entries[0]?.name ?? ''}: ${times} ms` } })
    }
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
      new Promise<{ value: number; words: string }>(resolve =>
        requestIdleCallback(() =>
          setTimeout(() => resolve(Reflect.get(window, 'inp') ?? { value: 0, words: 'none over 16 ms' })),
        ),
      ),
  )
}

/** Lengths of the frames while the wheel turns; late is a frame that missed one beat of the screen. */
async function measureScrolling(page: Page, open: () => Promise<void>) {
  await open()
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
  const p95 = percentile(frames, 0.95).toFixed(1)
  return {
    perSecond: frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000),
    words: `${late} of ${frames.length} came late; 95th percentile ${p95} ms, longest ${Math.max(...frames).toFixed(1)} ms`,
  }
}

/** Through the service's own transport, as an import would. */
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
