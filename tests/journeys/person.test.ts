import type { Locator } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { comesAlive, expect, test } from '#tests/support/journeys/desk-test.ts'
import { readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.use({ expectedStatuses: [404, 409, 422, 502] })
test.beforeEach(resetSandbox)

test('a person opens above the table under their own address; closing brings table, place and focus back', async ({
  page,
}) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}?sort=last_name`)
  const link = page.getByRole('link', { name: /^Open / }).nth(30)
  await link.scrollIntoViewIfNeeded()
  const name = await nameOf(link)
  const before = await page.evaluate(() => window.scrollY)
  await link.click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet).toBeVisible()
  await expect(page).toHaveURL(/\/projects\/102\/people\/\d+\?sort=last_name$/)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/projects\/102\?sort=last_name$/)
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})

test('somebody new is added by the keyboard alone; the number may stay empty', async ({ page }) => {
  const t = de.person.add
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await comesAlive(page)
  await page.getByRole('button', { name: t.open }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t.title })
  await expect(dialog.getByLabel(de.employees.columns.first_name)).toBeFocused()
  await page.keyboard.type('Zoë')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Neumann-Tastatur')
  await page.keyboard.press('Tab')
  await page.keyboard.type('zoe.neumann@example.com')
  await expect(dialog.getByText(t.numberAssigned)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t.added.replace('{person}', 'Zoë Neumann-Tastatur'))).toBeVisible()
  await page.getByRole('button', { name: t.show }).click()
  await expect(page.getByRole('dialog', { name: 'Zoë Neumann-Tastatur' })).toBeVisible()
})

async function nameOf(link: Locator): Promise<string> {
  return ((await link.getAttribute('aria-label')) ?? '').replace('Open ', '')
}
