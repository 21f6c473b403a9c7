import type { Locator, Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import { readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'

const TABS_MAX = 80

test.use({ locale: 'de-DE', ...WITH_MOTION })
test.beforeEach(resetSandbox)

test('the whole job works by keyboard, with a visible focus at every step', async ({ page }) => {
  const sandbox = await viewSandbox()
  const pending = await sandbox.listEmployees(MIXED_PROJECT.id, 'status=pending')
  const person = pending.find(({ invited_at }) => invited_at)
  if (!person) throw new Error('Nobody in the seed is invited and waiting.')
  const name = `${person.first_name} ${person.last_name}`

  await page.goto('/')
  await tabTo(page, page.getByRole('button', { name: de.signIn.submit, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: de.projects.title })).toBeVisible()

  await readAnew(page, MIXED_PROJECT.id)
  await page.reload()
  await page.keyboard.press('Tab')
  await expectSeen(page.getByRole('link', { name: de.app.skipLink }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('searchbox', { name: de.projects.search }))
  await page.keyboard.type('Leipzig')
  await expect(page.getByRole('list', { name: de.projects.groups.open }).locator(':scope > li')).toHaveCount(
    1,
  )
  await tabTo(page, page.getByRole('link', { name: MIXED_PROJECT.name }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: new RegExp(`^${de.employees.tiles.pending}`) }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tile=pending/)

  await page.keyboard.press('/')
  await expectSeen(page.getByRole('searchbox', { name: de.employees.find.label }))
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: person.email })
  const cell = row.getByRole('gridcell').filter({ hasText: person.email })
  await expect(page.getByTestId('page-summary')).toContainText('1 Person')
  await tabTo(page, row.getByRole('checkbox'))
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expectSeen(cell)
  await page.keyboard.press('F2')
  const input = page.getByRole('textbox', { name: `${de.employees.columns.email} von ${name}` })
  await expectSeen(input)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('neue.adresse@example.com')
  await page.keyboard.press('Enter')
  const changed = page.getByRole('gridcell', { name: 'neue.adresse@example.com', exact: true })
  await expect(changed).toBeVisible()
  await expectSeen(changed)
  const readEmail = async () =>
    (await sandbox.listEmployees(MIXED_PROJECT.id, '')).find(({ id }) => id === person.id)?.email
  await expect.poll(readEmail).toBe('neue.adresse@example.com')

  const download = page.getByRole('button', { name: de.exports.open })
  await tabTo(page, download, 300, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: de.exports.dialog.title })
  await expect(dialog.getByRole('radio', { name: /^Alle freigegebenen/ })).toBeFocused()
  const { index, label } = await sandbox.smallestSize()
  const size = dialog.getByLabel(de.exports.dialog.size)
  await expect(size.getByRole('option', { name: label })).toBeAttached()
  await tabTo(page, size)
  await page.keyboard.type(label)
  await expect(size).toHaveValue(String(index))
  await tabTo(page, dialog.getByRole('button', { name: /^\d+ Fotos herunterladen$/ }))
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectSeen(download)
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/)
})

/** Presses Tab until the focus is on the wanted element, and expects a visible focus at each step. */
async function tabTo(page: Page, wanted: Locator, max = TABS_MAX, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted).toBeVisible()
  for (let press = 0; press < max; press++) {
    if (await wanted.evaluate(element => element === document.activeElement)) return expectSeen(wanted)
    await page.keyboard.press(key)
  }
  throw new Error(`${max} times ${key}, and the focus never came to ${wanted}.`)
}

/** Expects the focus, inside the window, with an outline or ring around the element or its container. */
async function expectSeen(element: Locator): Promise<void> {
  await expect(element).toBeFocused()
  await expect(element).toBeInViewport()
  await expect
    .poll(() =>
      element.evaluate(focused => {
        for (let at: Element | null = focused; at; at = at.parentElement) {
          const { outlineStyle, outlineWidth } = getComputedStyle(at)
          if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return true
          if (at !== focused && !at.matches(':focus-within')) return false
        }
        return false
      }),
    )
    .toBe(true)
}
