import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './desk-test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that another theme can break: the themes differ in nothing but their colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What a screen reader says: the part that another language can break. */
const NAME_RULES = ['cat.name-role-value', 'cat.text-alternatives', 'cat.language', 'cat.forms']

/** The guards at both ends of an open menu hand the focus on as soon as they get it; the badge is of Next's `dev`. */
const LEFT_OUT = ['[data-base-ui-focus-guard]', 'nextjs-portal']

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * No violation of WCAG 2.2 AA, and of what axe holds for good practice. Left out: that an open menu lies in no
 * landmark. It has the focus, and a landmark around it would say nothing.
 */
export async function expectAccessible(page: Page, what = page.url(), within?: string): Promise<void> {
  expect(await findViolations(page, { type: 'tag', values: RULES }, within), what).toEqual([])
}

/** Every control and field has a name, and the page a language. The nightly run looks at everything instead. */
export async function expectNamed(page: Page, what = page.url(), within?: string): Promise<void> {
  if (process.env.NIGHTLY) return expectAccessibleInBothThemes(page, what, within)
  expect(await findViolations(page, { type: 'tag', values: NAME_RULES }, within), what).toEqual([])
}

/**
 * In both themes; the page stays as it is and is left in the light one. By day only what is `within` a selector, where one is
 * given: for a window above a page that was looked at before it opened.
 */
export async function expectAccessibleInBothThemes(
  page: Page,
  what = page.url(),
  within?: string,
): Promise<void> {
  const part = process.env.NIGHTLY ? undefined : within
  await expectAccessible(page, `${what}, light`, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findViolations(page, { type: 'rule', values: COLOUR_RULES }, part)
  expect(dark, `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function findViolations(
  page: Page,
  runOnly: RunOptions['runOnly'],
  within?: string,
): Promise<string[]> {
  // A page that was led to has its title a moment after its content.
  await expect(page).toHaveTitle(/./)
  await untilAtRest(page)
  await loadAxe(page)
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false }
  const violations = await page.evaluate(
    async ({ context, options }) => {
      const { violations } = await window.axe.run(context, options)
      return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))
    },
    { context: { exclude: LEFT_OUT, ...(within && { include: [within] }) }, options },
  )
  return violations
    .filter(({ id, html }) => id !== 'region' || !html.every(text => text.includes('role="menu"')))
    .map(({ id, html }) => `${id}: ${html.join(' ')}`)
}

/** Once for each document: axe is half a megabyte, and a page is looked at many times. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/** What moves gently has come to rest: a half-faded text has half its contrast. What never ends is not waited for. */
async function untilAtRest(page: Page): Promise<void> {
  // Not with each frame, as Playwright's own wait would look: to look draws the page.
  await expect(async () => expect(await page.evaluate(isAtRest)).toBe(true)).toPass({ intervals: [50] })
}

/** Runs in the page. */
function isAtRest(): boolean {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
}
