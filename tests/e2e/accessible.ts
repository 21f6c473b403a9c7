import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './desk-test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * No violation of WCAG 2.2 AA that axe can find. Left out: the guards at both ends of an open menu, which hand the focus
 * on as soon as they get it, and the badge of Next's development server. With `within`, only that part of the page.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(RULES)
    .include(within)
    .exclude('[data-base-ui-focus-guard]')
    .exclude('nextjs-portal')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
