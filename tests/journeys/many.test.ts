import type { Page } from '@playwright/test'
import en from '#lib/i18n/en.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { listEverybody, readAnew } from '#tests/support/journeys/employees.ts'
import { putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

test.use({ expectedStatuses: [404] })
test.beforeEach(resetSandbox)

test('a change of language for many runs in the background and can be undone for all', async ({ page }) => {
  await open(page)
  await putFault({ method: 'PATCH', path: '/employees/*', times: 2, answer: { kind: 'delay', ms: 1500 } })
  const ids = await selectRows(page, 0, 3)
  const before = await listEverybody(MIXED_PROJECT.id)
  await changeLanguage(page, 'English')
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  const changed = localesOf(before, ids).filter(([, locale]) => locale !== 'en').length
  expect([1, 2, 3]).toContain(changed)
  const end = `Language of ${changed} ${changed === 1 ? 'person' : 'people'} set to English; ${4 - changed} had it already`
  await expect(page.getByText(end, { exact: true }).first()).toBeVisible()
  const everybody = await listEverybody(MIXED_PROJECT.id)
  for (const { id, locale } of everybody) if (ids.includes(id)) expect([id, locale]).toEqual([id, 'en'])
  await page.locator('.toast').getByText(en.batches.undo, { exact: true }).click()
  expect(await page.evaluate(() => document.activeElement?.tagName), 'where it was before').not.toBe('BODY')
  // A person who already had this language has no change to undo.
  const undone = `Change of the language of ${changed} ${changed === 1 ? 'person' : 'people'} undone`
  await expect(page.getByText(undone, { exact: true }).first()).toBeVisible()
  const back = await listEverybody(MIXED_PROJECT.id)
  expect(localesOf(back, ids)).toEqual(localesOf(before, ids))
  await openWork(page)
  const entry = page.getByRole('article', { name: new RegExp(`^${en.batches.kinds.locale}: `) }).first()
  await expect(entry.getByText(undone, { exact: true })).toBeVisible()
})

function localesOf(people: readonly Employee[], ids: readonly number[]) {
  return people.filter(({ id }) => ids.includes(id)).map(({ id, locale }) => [id, locale])
}

async function changeLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^Language of \d+ people…$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: language }).check()
  await dialog.getByRole('button', { name: /^Change \d+ people$/ }).click()
}

async function open(page: Page): Promise<void> {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await expect(page.getByRole('link', { name: /^Open / }).first()).toBeVisible()
}

async function selectRows(page: Page, from: number, to: number): Promise<number[]> {
  const boxes = page.locator('[data-select]')
  await boxes.nth(from).click()
  await boxes.nth(to).click({ modifiers: ['Shift'] })
  await expect(page.locator('[data-select]:checked')).toHaveCount(to - from + 1)
  return page
    .locator('[data-select]:checked')
    .evaluateAll(nodes => nodes.map(node => Number(node.getAttribute('data-select'))))
}
