import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/journeys/accessible.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { type DevDesk, startDevDesk } from '#tests/support/journeys/dev-desk.ts'

test('a production desk has no gallery', async ({ request }) => {
  expect((await request.get('/gallery/button')).status()).toBe(404)
  expect((await request.get('/gallery')).status()).toBe(404)
})

/** A desk under development compiles each part anew, which takes longer than all that is looked at. */
if (process.env.NIGHTLY) describePrimitives()

function describePrimitives(): void {
  test.describe('the primitives', () => {
    let desk: DevDesk

    test.beforeAll(async () => {
      test.setTimeout(240_000)
      desk = await startDevDesk()
      // What is compiled here is no test's time.
      await fetch(`${desk.url}/gallery/button`)
    })
    test.afterAll(() => desk?.stop())
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('are accessible in every state, light and dark', async ({ page }) => {
      test.setTimeout(240_000)
      await page.goto(`${desk.url}/gallery/button`)
      const links = page.getByRole('navigation', { name: 'Primitives' }).getByRole('link')
      await expect(links.filter({ hasText: 'file-drop' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const parts = await links.allInnerTexts()
      expect(parts.length).toBeGreaterThan(15)
      for (const part of parts) {
        // Without loading the page anew: the scripts of a desk under development are large.
        await links.filter({ hasText: new RegExp(`^${part}$`) }).click()
        await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
        await expect(page).toHaveTitle(/./)
        await expectAccessibleInBothThemes(page)
      }
    })

    test('a specimen stands still in the state that is written above it', async ({ page }) => {
      await page.goto(`${desk.url}/gallery/states`)
      await page.waitForFunction(() => document.adoptedStyleSheets.length > 0)
      const button = (state: string) => page.locator(`[data-shown=${state}] button`).first()
      const rest = page.locator('#content section button').first()
      const toColour = (role: string) =>
        rest.evaluate((element, name) => {
          const probe = element.parentElement?.appendChild(document.createElement('i'))
          if (!probe) return ''
          probe.style.backgroundColor = `var(${name})`
          return getComputedStyle(probe).backgroundColor
        }, role)
      await expect(rest).toHaveCSS('background-color', await toColour('--accent'))
      await expect(button('hover')).toHaveCSS('background-color', await toColour('--accent-hover'))
      await expect(button('active')).toHaveCSS('background-color', await toColour('--accent-pressed'))
      await expect(button('focus-visible')).toHaveCSS('outline-style', 'solid')
      await expect(rest).toHaveCSS('outline-style', 'none')
      const row = page.locator('[data-shown=hover] tbody tr')
      await expect(row).toHaveCSS('background-color', await toColour('--hover'))
    })

    test('a menu opens by key, closes by a second press, and gives the focus back', async ({ page }) => {
      await page.goto(`${desk.url}/gallery/menu`)
      const more = page.getByRole('button', { name: 'More' })
      await expect(async () => {
        await more.press('ArrowDown')
        await expect(page.getByRole('menu')).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(more).toBeFocused()
      await more.click()
      await expect(page.getByRole('menu')).toBeVisible()
      await more.click()
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(more).toHaveAttribute('aria-expanded', 'false')
    })

    test('a dialog keeps the focus inside, starts at its first field, and gives the focus back', async ({
      page,
    }) => {
      await page.goto(`${desk.url}/gallery/dialog`)
      const opener = page.getByRole('button', { name: 'Open dialog' })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: 'Add a person' })
      await expect(dialog.getByLabel('First name')).toBeFocused()
      await expectAccessible(page)
      for (let press = 0; press < 8; press++) {
        await page.keyboard.press('Tab')
        await expect(dialog.locator(':focus')).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    })

    test('what cannot be undone waits for the typed word', async ({ page }) => {
      await page.goto(`${desk.url}/gallery/dialog`)
      await page.getByRole('button', { name: 'Delete all' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Delete 700 people?' })
      const confirm = dialog.getByRole('button', { name: 'Delete 700 people' })
      await expect(confirm).toBeDisabled()
      await dialog.getByLabel('Type “Köln” to confirm').fill('Kölner')
      await expect(confirm).toBeDisabled()
      // On a keyboard without its letters, too.
      await dialog.getByLabel('Type “Köln” to confirm').fill('koln')
      await confirm.click()
      await expect(dialog).toBeHidden()
    })

    test('a combobox finds a project by its number, and chooses it by key', async ({ page }) => {
      await page.goto(`${desk.url}/gallery/combobox`)
      await page.getByRole('button', { name: 'Project: Choose a project', exact: true }).click()
      await page.getByRole('combobox', { name: 'Search projects' }).fill('2026-002')
      await expect(page.getByRole('option')).toHaveCount(1)
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Project: Werk Görlitz', exact: true })).toBeFocused()
    })

    test('a tooltip shows on keyboard focus, and Escape takes it away', async ({ page }) => {
      await page.goto(`${desk.url}/gallery/icon-button`)
      const tooltip = page.getByRole('tooltip').filter({ hasText: 'Edit' })
      await expect(async () => {
        await page.getByRole('button', { name: 'Edit', exact: true }).focus()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Shift+Tab')
        await expect(tooltip).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await page.keyboard.press('Escape')
      await expect(tooltip).toBeHidden()
    })

    test('a toast can take back, waits under the pointer, and an urgent one stays until it is dismissed', async ({
      page,
    }) => {
      await page.clock.install()
      await page.goto(`${desk.url}/gallery/toast`)
      const urgent = page.getByRole('dialog').filter({ hasText: '3 of 12' })
      await expect(async () => {
        await page.getByRole('button', { name: 'Urgent' }).click()
        await expect(urgent).toBeVisible({ timeout: 5_000 })
      }).toPass()
      await expect(page.locator('div[aria-live=assertive].sr-only')).toContainText('3 of 12')
      await page.getByRole('button', { name: 'With undo' }).click()
      await page.locator('.toast').getByText('Language changed for 12 people').hover()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      const undone = page.locator('.toast').getByText('Undone', { exact: true })
      await undone.hover()
      await page.clock.fastForward('01:00')
      await expect(undone).toBeVisible()
      await page.mouse.move(0, 0)
      // Messages go on when the pointer has left and those that were leaving are gone, which takes frames of real time.
      await expect
        .poll(async () => {
          await page.clock.fastForward('00:07')
          return undone.isVisible()
        })
        .toBe(false)
      await expect(urgent).toBeVisible()
      await urgent.getByRole('button', { name: 'Dismiss', includeHidden: true }).click()
      await expect(urgent).toBeHidden()
    })
  })
}
