import {
  type APIResponse,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test'
import { BROWSER_SLOWDOWN } from '../slowdown.ts'
import { DESK_URL, IS_PROXIED, PATH } from './ports.ts'
import { beginFile } from './sandbox.ts'

export { expect }

type Options = {
  /** HTTP statuses that the test provokes; the browser logs an error line for each such answer. */
  expectedStatuses: number[]
}

/** Somebody at work as most people are, for tests of whole jobs and of what moves: all others are calm by day (`playwright.config.ts`). */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Every browser test fails when the page logs an error or throws one. A file begins with a desk that knows nothing. */
export const test = base.extend<{ page: Page; freshDesk: undefined } & Options>({
  freshDesk: [
    async ({ browserName: _ }, use) => {
      await beginFile()
      await use(undefined)
    },
    { auto: true },
  ],
  baseURL: DESK_URL,
  // Its certificate is our own.
  ignoreHTTPSErrors: IS_PROXIED,
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async options => adapt(await open(options))
      await use(browser)
      browser.newContext = open
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => use(adapt(context)),
  expectedStatuses: [[], { option: true }],
  page: async ({ page, expectedStatuses }, use) => {
    findWhatIsSeen(page)
    const errors: string[] = []
    page.on('console', message => {
      const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1])
      if (message.type() === 'error' && !expectedStatuses.includes(status)) errors.push(message.text())
    })
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors, 'errors in the browser console').toEqual([])
  },
})

/** Tests write the addresses of the desk as if it had its host for itself, and press nothing before a page is at work. */
function adapt(context: BrowserContext): BrowserContext {
  const below = (url: string) => (url.startsWith('/') && !url.startsWith(PATH) ? PATH + url : url)
  const openPage = context.newPage.bind(context)
  const get = context.request.get.bind(context.request)
  context.request.get = (url, options) => get(below(url), options)
  context.newPage = async () => {
    const page = await openPage()
    await slowDown(page)
    const [go, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (url, options) => {
      const answer = await go(below(url), options)
      await takesPresses(page)
      return answer
    }
    page.reload = async options => {
      const answer = await reload(options)
      await takesPresses(page)
      return answer
    }
    return page
  }
  return context
}

async function slowDown(page: Page): Promise<void> {
  if (BROWSER_SLOWDOWN === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: BROWSER_SLOWDOWN })
}

/**
 * Until React has taken every control of a page: whatever is pressed before, nobody hears. A slow computer needs longer for that than
 * a test for its first press.
 */
async function takesPresses(page: Page): Promise<void> {
  // Not with `waitForFunction`: it brings all of Playwright's script into the page, which reads it anew after each address.
  await expect(async () => expect(await page.evaluate(isAtWork)).toBe(true)).toPass({ intervals: [50] })
}

/** Runs in the page. */
function isAtWork(): boolean {
  const isTaken = (element: Element) => Object.keys(element).some(key => key.startsWith('__reactFiber$'))
  return (
    !('__next_f' in window) || [...document.querySelectorAll('button, input, [role=grid]')].every(isTaken)
  )
}

/** Texts are found where they are seen: what is said besides is looked at by its transcripts alone (`spoken.test.ts`). */
export function findWhatIsSeen(page: Page): void {
  page.getByText = (text, options) => page.locator('body > :not([aria-live])').getByText(text, options)
}

/** Keys of the whole page are heard a moment after its controls are; whoever presses one in vain presses it again. */
export async function comesAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/**
 * Asks the page what a browser asks it before it is left, and answers a browser's question with yes from now on. To wait for that question
 * would be wrong: a browser asks nothing on behalf of a page that is too busy to answer at once, and leaves it.
 */
export async function expectLeaveWarning(page: Page): Promise<void> {
  page.once('dialog', dialog => dialog.accept())
  const asks = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(asks, 'the page warns before it is left').toBe(true)
}

/** As somebody types who looks for the keys: the page knows of each letter before the next one comes. */
export async function typeSlowly(field: Locator, text: string): Promise<void> {
  await field.pressSequentially(text, { delay: 150 })
}

/** The desk's answer to a request that a test has stopped; asked again where a connection was closed just as it was used. */
export function fetchAnswer(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 1 })
}

/** What an answer of the desk is while what it asks is away. */
export const AWAY = { status: 502, json: { message: 'Away.', code: 'service_unreachable' } }

/** What the page has read before is no longer fresh: it is shown at once, and read once more behind it. */
export async function letAge(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 61_000
  })
}

/** What the page does with its next frame is done: it has measured itself anew, and told what had begun. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** As the button of the browser does it: a step that a page may refuse is one that nobody waits for. */
export async function goBack(page: Page): Promise<void> {
  await stepInHistory(page, -1)
}

export async function goForward(page: Page): Promise<void> {
  await stepInHistory(page, 1)
}

async function stepInHistory(page: Page, step: 1 | -1): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await browser.send('Page.getNavigationHistory')
  const entry = entries[currentIndex + step]
  if (!entry) throw new Error('There is no such step.')
  await browser.send('Page.navigateToHistoryEntry', { entryId: entry.id })
  await browser.detach()
}
