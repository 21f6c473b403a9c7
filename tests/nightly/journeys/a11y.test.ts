import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessibleInBothThemes, expectNamed } from '#tests/support/journeys/accessible.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { editCell } from '#tests/support/journeys/employees.ts'
import { confirmSending } from '#tests/support/journeys/import-list.ts'
import { LANGUAGES } from '#tests/support/journeys/languages.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const TEXTS = { de, en }
const PAGES = [
  '/projects',
  '/projects?q=zzz',
  `/projects/${MIXED_PROJECT.id}?per_page=25`,
  `/projects/${MIXED_PROJECT.id}?q=nobody`,
  `/projects/${EMPTY_PROJECT.id}`,
  '/accounts',
  '/deliveries',
  '/deliveries/new',
  '/about',
  '/accessibility',
  '/account',
  '/activity',
  '/connect',
] as const

const LIST = 'Vorname;Nachname;E-Mail\nAnna;Alt;anna@neu.example\nBert;Beta;falsch\n'

/** 320 pixels are 1280 at 400 %, and 200 % of a 1366-pixel office laptop are 683 (WCAG 1.4.10, 1.4.4). */
const NARROW = [320, 683] as const

test.describe.configure({ mode: 'parallel' })
test.use({ expectedStatuses: [404], contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(resetSandbox)

for (const [locale, expectAccessible] of [
  ['de', expectAccessibleInBothThemes],
  ['en', expectNamed],
] as const)
  test.describe(`accessibility in ${locale}`, () => {
    test.use({ locale, colorScheme: 'light' })

    test('pages have no accessibility violation, and none is cut off when narrow', async ({ page }) => {
      test.setTimeout(180_000)
      await page.goto('/sign-in')
      await expectAccessible(page, 'sign-in')
      if (LANGUAGES.includes(locale)) await expectNothingCutOff(page, 'sign-in')
      await signIn(page)
      await renameSomebody(page)
      for (const path of PAGES) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page, path)
        if (LANGUAGES.includes(locale)) await expectNothingCutOff(page, path)
      }
      await page.goto('/projects/999999')
      await expect(page.getByText(TEXTS[locale].app.notFound.title)).toBeVisible()
      await expectAccessible(page, 'not found')
    })

    test('the download dialog and the account menu have no accessibility violation', async ({ page }) => {
      test.setTimeout(180_000)
      const t = TEXTS[locale]
      await signIn(page)
      await page.goto(`/projects/${MIXED_PROJECT.id}?q=scholz`)

      await page.getByRole('button', { name: t.exports.open }).click()
      await expect(page.getByRole('dialog', { name: t.exports.dialog.title })).toBeVisible()
      await expectAccessible(page, 'download dialog')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.getByRole('button', { name: t.app.account.label.replace('{email}', '') }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, 'user menu', '[role=menu]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    })

    test('the steps of the import have no accessibility violation', async ({ page }) => {
      test.setTimeout(180_000)
      const t = TEXTS[locale].imports
      await signIn(page)
      await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
      await expect(page.getByRole('heading', { name: t.file.title })).toBeVisible()
      await expectAccessible(page, 'import: file')
      await page
        .getByLabel(t.file.drop)
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
      await expect(page.locator('main').getByText(t.file.problems.pdf)).toBeVisible()
      await expectAccessible(page, 'import: unreadable file')
      await page
        .getByLabel(t.file.drop)
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
      await expect(page.getByRole('heading', { name: t.file.understood })).toBeVisible()
      await expectAccessible(page, 'import: preview')
      await page.getByRole('button', { name: t.file.next }).click()
      await expect(page.getByRole('heading', { name: t.columns.title })).toBeVisible()
      await expectAccessible(page, 'import: columns')
      await page.getByRole('button', { name: t.columns.next }).click()
      await expect(page.getByRole('grid')).toBeVisible()
      await expectAccessible(page, 'import: check')
      await page.locator('#cell-3-email').click()
      await expect(page.locator('#cell-3-email input')).toBeFocused()
      await expectAccessible(page, 'import: cell in edit')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 320, height: 640 })
      await expectAccessible(page, 'import: check on a phone')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await page.getByRole('button', { name: /^(1 Person anlegen|Create 1 person)$/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'import: asked before it is sent', '[role=alertdialog]')
      await confirmSending(page, /^(1 Person anlegen|Create 1 person)$/)
      await expect(page.getByTestId('import-account')).toBeVisible()
      await expectAccessible(page, 'import: result')
    })
  })

test('a narrow page still has its first controls', async ({ page }) => {
  await page.setViewportSize({ width: NARROW[0], height: 640 })
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 640 })
    await expect(page.getByRole('button', { name: 'Download photos' })).toBeInViewport()
    await expect(page.locator('td[data-field=email]').first()).toBeVisible()
  }
})

test('animations take no longer than a blink with reduced motion', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await page.getByRole('button', { name: 'Download photos' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const long = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => Number(effect?.getComputedTiming().duration))
      .filter(duration => duration > 20),
  )
  expect(long).toEqual([])
})

/** Expects no overflow to the side at narrow widths, and restores the width of the page. */
async function expectNothingCutOff(page: Page, what: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 640 })
    // Pixels by which the page can be scrolled to the side.
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, `${what}, ${width} pixels`).toBe(0)
  }
  await page.setViewportSize(before)
}

/** Renames a person, so that the log has a sentence with a link to that person. */
async function renameSomebody(page: Page): Promise<void> {
  await page.goto(`/projects/${MIXED_PROJECT.id}?per_page=25`)
  const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH')
  await editCell(page.locator('tr[data-person] > td[data-field=first_name]').first(), 'Wilhelmine')
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
}
