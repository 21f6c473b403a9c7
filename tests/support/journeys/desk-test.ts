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

/**
 * Motion as most people have it, for tests of whole jobs and of animations. All other tests reduce motion by day
 * (`playwright.config.ts`).
 */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Every browser test fails when the page logs or throws an error. A test file begins with an empty desk. */
export const test = base.extend<{ page: Page; freshDesk: undefined } & Options>({
  freshDesk: [
    async ({ browserName: _ }, use) => {
      await beginFile()
      await use(undefined)
    },
    { auto: true },
  ],
  baseURL: DESK_URL,
  // The certificate is our own.
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

/** Lets tests write addresses without the path of the desk, and press nothing before a page is interactive. */
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
 * Waits until React has attached to every control of a page, because earlier presses are lost. On a slow computer that
 * takes longer than a test's first press.
 */
async function takesPresses(page: Page): Promise<void> {
  // Does not use `waitForFunction`: it loads all of Playwright's script into the page, again for each address.
  await expect(async () => expect(await page.evaluate(isAtWork)).toBe(true)).toPass({ intervals: [50] })
}

/** Runs in the page. */
function isAtWork(): boolean {
  const isTaken = (element: Element) => Object.keys(element).some(key => key.startsWith('__reactFiber$'))
  return (
    !('__next_f' in window) || [...document.querySelectorAll('button, input, [role=grid]')].every(isTaken)
  )
}

/** Finds texts in visible elements alone; live regions are checked by transcripts (`spoken.test.ts`). */
export function findWhatIsSeen(page: Page): void {
  page.getByText = (text, options) => page.locator('body > :not([aria-live])').getByText(text, options)
}

/** Repeats a key until it takes effect, because keys of the whole page work a moment later than its controls. */
export async function comesAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/**
 * Checks the page's own answer to the question of a browser before it leaves, and accepts a browser's dialog from now
 * on. A wait for that dialog would be wrong: a browser leaves a page that is too busy to answer, without a dialog.
 */
export async function expectLeaveWarning(page: Page): Promise<void> {
  page.once('dialog', dialog => dialog.accept())
  const asks = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(asks, 'the page warns before it is left').toBe(true)
}

/** Types as slowly as a person who looks for the keys: the page handles each letter before the next one. */
export async function typeSlowly(field: Locator, text: string): Promise<void> {
  await field.pressSequentially(text, { delay: 150 })
}

/** The desk's answer to an intercepted request. It retries once, because a connection may close just as it is used. */
export function fetchAnswer(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 1 })
}

/** The answer of the desk while the service is away. */
export const AWAY = { status: 502, json: { message: 'Away.', code: 'service_unreachable' } }

/** Makes the cached data of the page stale: it is shown at once, and read again in the background. */
export async function letAge(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 61_000
  })
}

/** Resolves when the page has finished the work of its next frame: it has measured itself, and reported its changes. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Goes back like the button of the browser. Does not wait for the step, because the page may refuse it. */
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
