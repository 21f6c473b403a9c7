import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './desk-test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No violation of WCAG 2.2 AA, and of what axe holds for good practice. Left out: the guards at both ends of an open
 * menu, which hand the focus on as soon as they get it, the badge of Next's development server, and that an
 * open menu lies in no landmark: it has the focus, and a landmark around it would say nothing. What moves gently
 * has come to rest, because a half-faded text has half its contrast.
 */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  )
  const { violations } = await new AxeBuilder({ page })
    .withTags(RULES)
    .exclude('[data-base-ui-focus-guard]')
    .exclude('nextjs-portal')
    .analyze()
  const found = violations
    .filter(({ id, nodes }) => id !== 'region' || !nodes.every(({ html }) => html.includes('role="menu"')))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, what).toEqual([])
}
