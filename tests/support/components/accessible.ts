import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that another theme can break: themes differ in colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** The guards at both ends of an open menu pass the focus on at once. */
const EXCLUDED = ['[data-base-ui-focus-guard]']

/**
 * Expects no violation of WCAG 2.2 AA and of axe's best practices, in both themes. `within`: a selector, for a window
 * above a page that was checked before. An open menu is in no landmark: it has the focus, and a landmark would add no
 * information.
 */
export async function expectAccessible(what: string, within?: string): Promise<void> {
  document.title = 'Portrait Desk'
  expect(await findViolations({ type: 'tag', values: RULES }, within), `${what}, light`).toEqual([])
  await commands.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations({ type: 'rule', values: COLOUR_RULES }, within), `${what}, dark`).toEqual([])
  await commands.emulateMedia({ colorScheme: 'light' })
}

async function findViolations(runOnly: axe.RunOptions['runOnly'], within?: string): Promise<string[]> {
  // A text that is fading in has only a part of its contrast.
  await expect.poll(isAtRest).toBe(true)
  const context = { exclude: EXCLUDED, ...(within && { include: [within] }) }
  const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'], preload: false })
  return violations
    .map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))
    .filter(({ id, html }) => id !== 'region' || !html.every(text => text.includes('role="menu"')))
    .map(({ id, html }) => `${id}: ${html.join(' ')}`)
}

/** True when nothing moves except endless animations. */
function isAtRest(): boolean {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
}

/** How far the page can be pushed to the side, in pixels. */
export function overflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}
