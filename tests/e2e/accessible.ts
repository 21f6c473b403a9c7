import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './desk-test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that another theme can break: the themes differ in nothing but their colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What a screen reader says: the part that another language can break. */
const NAME_RULES = ['cat.name-role-value', 'cat.text-alternatives', 'cat.language', 'cat.forms']

/**
 * No violation of WCAG 2.2 AA, and of what axe holds for good practice. Left out: the guards at both ends of an open
 * menu, which hand the focus on as soon as they get it, the badge of Next's development server, and that an
 * open menu lies in no landmark: it has the focus, and a landmark around it would say nothing.
 */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  expect(await findViolations(page, axe => axe.withTags(RULES)), what).toEqual([])
}

/** Every control and field has a name, and the page a language. The nightly run looks at everything instead. */
export async function expectNamed(page: Page, what = page.url()): Promise<void> {
  if (process.env.NIGHTLY) return expectAccessibleInBothThemes(page, what)
  expect(await findViolations(page, axe => axe.withTags(NAME_RULES)), what).toEqual([])
}

/** In both themes; the page stays as it is and is left in the light one. */
export async function expectAccessibleInBothThemes(page: Page, what = page.url()): Promise<void> {
  await expectAccessible(page, `${what}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page, axe => axe.withRules(COLOUR_RULES)), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function findViolations(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await untilAtRest(page)
  // One page without frames needs neither axe's second, blank page nor its look into the style sheets.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false })
  const { violations } = await choose(axe)
    .setLegacyMode()
    .exclude('[data-base-ui-focus-guard]')
    .exclude('nextjs-portal')
    .analyze()
  return violations
    .filter(({ id, nodes }) => id !== 'region' || !nodes.every(({ html }) => html.includes('role="menu"')))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** What moves gently has come to rest: a half-faded text has half its contrast. What never ends is not waited for. */
async function untilAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  )
}
