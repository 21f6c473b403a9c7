import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './desk-test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that another theme can break: the themes differ in colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The rules about a screen reader's output, which another language can break. */
const NAME_RULES = ['cat.name-role-value', 'cat.text-alternatives', 'cat.language', 'cat.forms']

/** The guards at both ends of an open menu pass the focus on at once; the badge belongs to Next's `dev`. */
const LEFT_OUT = ['[data-base-ui-focus-guard]', 'nextjs-portal']

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Expects no violation of WCAG 2.2 AA, and of axe's best practices. One rule is left out: an open menu is in no
 * landmark. It has the focus, and a landmark around it would add no information.
 */
export async function expectAccessible(page: Page, what = page.url(), within?: string): Promise<void> {
  expect(await findViolations(page, { type: 'tag', values: RULES }, within), what).toEqual([])
}

/** Expects a name of every control and field, and a language of the page. The nightly run checks everything instead. */
export async function expectNamed(page: Page, what = page.url(), within?: string): Promise<void> {
  if (process.env.NIGHTLY) return expectAccessibleInBothThemes(page, what, within)
  expect(await findViolations(page, { type: 'tag', values: NAME_RULES }, within), what).toEqual([])
}

/**
 * Checks both themes; the page stays unchanged, and is in the light theme afterwards. By day, `within` limits the check
 * to a selector, for a window above a page that was checked before.
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
  // A page gets its title a moment after its content.
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

/** Loads axe once for each document: it is half a megabyte, and a page is checked many times. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/**
 * Waits until animations have ended, because a half-faded text has half its contrast. Endless animations are ignored.
 */
async function untilAtRest(page: Page): Promise<void> {
  // Playwright's own wait checks with each frame, and a check makes the page paint.
  await expect(async () => expect(await page.evaluate(isAtRest)).toBe(true)).toPass({ intervals: [50] })
}

/** Runs in the page. */
function isAtRest(): boolean {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
}
