import de from '#lib/i18n/de.json' with { type: 'json' }
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { comesAlive, expect, test } from '#tests/support/journeys/desk-test.ts'
import { listEverybody, listRowIds, need, readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.use({ locale: 'de-DE', viewport: { width: 320, height: 844 }, reducedMotion: 'reduce', hasTouch: true })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('long file names do not widen the download dialog, and a name fits into its filter', async ({
  page,
}) => {
  const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await page.getByRole('button', { name: de.exports.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Für welches System/ }).click()
  await page.getByRole('option', { name: /^Microsoft 365/ }).click()
  await expect(dialog.getByRole('list', { name: de.exports.dialog.naming.preview })).toContainText('@')
  expect(await dialog.locator('.modal-body').evaluate(isWhole)).toBe(true)
  const { id } = need((await listEverybody(MIXED_PROJECT.id))[0])
  await page.goto(`/activity?employee=${id}`)
  const chip = page.getByRole('main').getByRole('button', { name: /^Nur / })
  await expect(chip).toBeVisible()
  expect(await chip.evaluate(isWhole)).toBe(true)
})

test('the palette shows the project of a person in a line of its own', async ({ page }) => {
  await readAnew(page, LARGE_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  expect((await listRowIds(page)).length).toBeGreaterThan(0)
  await comesAlive(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: de.shell.palette.search })).toBeFocused()
  await page.keyboard.type('mueller')
  const place = page.getByRole('option').getByText(MIXED_PROJECT.name, { exact: true }).first()
  await expect(place).toBeVisible()
  expect(await place.evaluate(text => text.scrollWidth <= (text.parentElement?.clientWidth ?? 0))).toBe(true)
})

test('a tap in a menu acts, and the page below keeps its place, also after a key was pressed', async ({
  page,
}) => {
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  for (const index of [0, 1]) await page.locator('tr[data-person]').nth(index).getByRole('checkbox').tap()
  const more = page.getByRole('button', { name: de.selection.more })
  await more.tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  await more.tap()
  const list = page.getByRole('menuitem', { name: /CSV/ })
  const { x = 0, y = 0, width = 0, height = 0 } = (await list.boundingBox()) ?? {}
  const download = page.waitForEvent('download')
  // A touch hits the element at its point, and waits for nothing.
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await download
  expect(await scrolled()).toBe(before)
})

test('a package and its licence fit inside their card', async ({ page }) => {
  await page.goto('/about')
  const row = page.getByRole('row').nth(1)
  const [card, name] = [await row.boundingBox(), await row.getByText(/./).first().boundingBox()]
  expect((name?.x ?? 0) - (card?.x ?? 0)).toBeGreaterThan(8)
})
