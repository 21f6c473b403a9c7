import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { DRAFT_PROJECT, EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { checkList, confirmSending, listAll } from '#tests/support/journeys/import-list.ts'
import { clearFaults, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const HEADERS = ['Pers.-Nr.', 'Name', 'E-Mail dienstlich', 'Sprache', 'Abteilung']

test.use({ locale: 'de-DE' })
test.beforeEach(resetSandbox)
test.afterEach(clearFaults)

test('an import into a draft promises no invitation, neither before nor after it is sent', async ({
  page,
}) => {
  const { draft } = de.glossary.projects
  await signIn(page)
  await checkList(page, DRAFT_PROJECT.id, [
    HEADERS,
    ['00921', 'Neu, Nele', 'nele@neu.example', 'Deutsch', 'IT'],
  ])
  await expect(page.getByTestId('import-summary')).toHaveText(`1 neu. ${draft} `)
  await page.getByRole('button', { name: '1 Person anlegen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`1 neue Person. ${draft}`)
  await confirmSending(page, '1 Person anlegen')
  await expect(page.getByText(`1 neue Person wartet noch auf die Einladung. ${draft}`)).toBeVisible()
})

test('cells are pasted, corrected and sent by keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  const cells = [
    ['Vorname', 'Nachname', 'E-Mail', 'Personalnummer'],
    ['Änne', 'Groß', 'aenne@neu.example', '00042'],
    ['Björn', 'Straße', 'nicht-fertig', '00043'],
  ]
  await page.getByLabel('Oder Zellen aus Excel einfügen').focus()
  await pasteText(page, cells.map(row => row.join('\t')).join('\n'))
  await pressFocused(page, 'Weiter zu den Spalten')
  await pressFocused(page, 'Weiter zum Prüfen')

  await expect(page.getByRole('grid')).toBeVisible()
  await page.locator('#cell-2-take input').focus()
  await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect(page.locator('#cell-3-email')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('bjoern@neu.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '2 Personen anlegen' })).toBeEnabled()

  await expect(page.locator('#cell-3-email')).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('ArrowUp')
  await pasteText(page, 'neu@neu.example\t0044\tEnglisch\tzu viel\r\nneu2@neu.example\t0045\r\nzu tief\r\n')
  await expect(page.getByText('5 Zellen ausgefüllt')).toBeVisible()
  await expect(page.locator('.toast').getByText(/^2 Zellen blieben übrig/)).toBeVisible()
  await expect(page.locator('#cell-3-mitarbeiternummer')).toHaveText('0045')
  await expect(page.locator('#cell-2-email')).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(page.locator('#cell-2-locale')).toHaveText('–')
  await expect(page.locator('#cell-3-email')).toHaveText('bjoern@neu.example')
  await expect(page.getByText('5 Zellen ausgefüllt')).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await pasteText(page, 'Größe\n')
  await expect(page.locator('#cell-2-last_name')).toHaveText('Größe')
  await expect(page.getByTestId('announcer')).toContainText('Zeile 2: nichts mehr zu korrigieren.')
  await pressFocused(page, '2 Personen anlegen')
  await confirmSending(page, '2 Personen anlegen')

  await expect(page.getByRole('heading', { name: /^Fertig: 2 Personen/ })).toBeFocused()
  const over = page.getByRole('grid')
  await expect(over).toHaveAccessibleDescription(de.imports.grid.helpOver)
  await expect(over).toHaveAttribute('aria-readonly', 'true')
  await expect(over.getByRole('columnheader').first(), 'no box, and no column of boxes').toHaveText('Zeile')
  await page.locator('#cell-2-email').focus()
  await page.keyboard.press('Home')
  await expect(page.locator('#cell-2-row')).toBeFocused()
  const view = await viewSandbox()
  expect(
    (await listAll(view, EMPTY_PROJECT.id)).map(one => [one.mitarbeiternummer, one.last_name]).sort(),
  ).toEqual([
    ['00042', 'Größe'],
    ['00043', 'Straße'],
  ])
})

async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

async function pressFocused(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}
