import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessibleInBothThemes, expectNamed } from '#tests/support/journeys/accessible.ts'
import { expect, test, twoFrames } from '#tests/support/journeys/desk-test.ts'
import { editCell, readAnew } from '#tests/support/journeys/employees.ts'
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
  test.describe(`in ${locale}`, () => {
    test.use({ locale, colorScheme: 'light' })

    test('no page has a violation, and none is cut off to the side when it is narrow', async ({ page }) => {
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

    test('nothing that opens has a violation', async ({ page }) => {
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

      await page.keyboard.press('Control+K')
      await expect(page.getByRole('combobox', { name: t.shell.palette.search })).toBeVisible()
      await expectAccessible(page, 'palette', '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.locator('td[data-field=email]').first().dblclick()
      await expect(page.locator('td[data-field=email] input')).toBeFocused()
      await expectAccessible(page, 'cell editor')
      await page.keyboard.press('Escape')

      await page.locator('[id^=person-]').first().click()
      await expect(page.getByRole('dialog')).toContainText(t.person.delete.ask)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page, "a person's sheet", '[role=dialog]')
      await page.getByRole('button', { name: t.person.delete.ask }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'delete one person', '[role=alertdialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.getByRole('button', { name: t.person.add.open }).click()
      await expect(page.getByRole('dialog', { name: t.person.add.title })).toBeVisible()
      await expectAccessible(page, 'add a person', '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      for (const row of [0, 1]) await page.locator('[data-select]').nth(row).click()
      await expect(page.getByRole('region', { name: t.selection.label })).toBeVisible()
      await expectAccessible(page, 'selection bar')
      await page.locator('section button').filter({ hasText: /…$/ }).last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'delete a few', '[role=alertdialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeHidden()

      await page.setViewportSize({ width: 390, height: 844 })
      const bar = page.getByRole('region', { name: t.selection.label })
      await expect.poll(async () => (await bar.boundingBox())?.height, 'two lines').toBeLessThan(96)
      await bar.getByRole('button', { name: t.selection.more }).click()
      await expect(page.getByRole('menuitem', { name: /…$/ })).toHaveCount(2)
      await expectAccessible(page, 'selection bar on a phone', '[role=menu]')
      await page.keyboard.press('Escape')
      await expect(bar.getByRole('button', { name: t.selection.more })).toBeFocused()

      await page.getByRole('button', { name: t.shell.menu, exact: true }).click()
      await expect(page.getByRole('dialog', { name: t.shell.menu })).toBeVisible()
      await expectAccessible(page, 'menu sheet', '[role=dialog]')
    })

    test('no step of the import has a violation', async ({ page }) => {
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

test('on a narrow page the first controls are still there', async ({ page }) => {
  await page.setViewportSize({ width: NARROW[0], height: 640 })
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 640 })
    await expect(page.getByRole('button', { name: 'Download photos' })).toBeInViewport()
    await expect(page.locator('td[data-field=email]').first()).toBeVisible()
  }
})

test('every control is at least 24 pixels high and wide, or has that much room', async ({ page }) => {
  await signIn(page)
  for (const path of ['/projects', `/projects/${MIXED_PROJECT.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, input:not([type=checkbox], [type=radio])')]
        .filter(element => element.checkVisibility({ visibilityProperty: true }))
        .filter(element => {
          const { width, height } = element.getBoundingClientRect()
          return width > 1 && (width < 24 || height < 24)
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 160)),
    )
    expect(small, path).toEqual([])
  }
})

test('with reduced motion nothing moves for longer than a blink', async ({ page }) => {
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

test('with reduced motion another theme is there at once, and no element goes over into it', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const begun = await page.evaluateHandle(() => {
    const names: string[] = []
    document.addEventListener('transitionrun', ({ propertyName }) => names.push(propertyName))
    return names
  })
  const colour = () => page.evaluate(() => getComputedStyle(document.body).color)
  const light = await colour()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(light)
  // What begins with a change of style is told with the frame after it.
  await twoFrames(page)
  expect(await begun.jsonValue()).toEqual([])
})

test('in forced colours the focus and the status of a row can still be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page)
  // With everybody known, the first row stays the first.
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const cell = page.locator('td[data-field=email]').first()
  await cell.click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(cell).toBeFocused()
  await expect(cell).not.toHaveCSS('outline-style', 'none')
  await expect(page.getByRole('row').nth(1).getByRole('gridcell').last()).not.toBeEmpty()
})

/** The page stays as wide as it was. */
async function expectNothingCutOff(page: Page, what: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 640 })
    // How far it can be pushed to the side.
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow, `${what}, ${width} pixels`).toBe(0)
  }
  await page.setViewportSize(before)
}

/** So that the log has a sentence in which a name leads to its person. */
async function renameSomebody(page: Page): Promise<void> {
  await page.goto(`/projects/${MIXED_PROJECT.id}?per_page=25`)
  const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH')
  await editCell(page.locator('tr[data-person] > td[data-field=first_name]').first(), 'Wilhelmine')
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
}
