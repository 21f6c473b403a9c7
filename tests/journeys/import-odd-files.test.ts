import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { listAll } from '#tests/support/journeys/import-list.ts'
import { clearFaults, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.use({ locale: 'de-DE' })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
})
test.afterEach(clearFaults)

test('a workbook with an empty shared string gives each person their own name and address', async ({
  page,
}) => {
  await choose(page, 'x52-si-numbers-stay.xlsx')
  await goToCheck(page)
  await expect(page.locator('#cell-2-email')).toContainText('aenne@firma.example')
  await expect(page.locator('#cell-3-last_name')).toContainText('Groß')
  await expect(page.locator('#cell-5-mitarbeiternummer')).toContainText('00045')
  await expect(page.locator('#cell-5-email')).toContainText('zoe@firma.example')
})

test('a Turkish list asks how its names are spelt, and shows their lines', async ({ page }) => {
  await choose(page, 'c05t-turkish-1254-german-headers.csv')
  await expect(page.getByText('Sind die Namen richtig geschrieben?')).toBeVisible()
  await page.getByLabel('Zeichen').selectOption('windows-1254')
  await expect(page.getByRole('cell', { name: 'Yıldız' })).toBeVisible()
  await goToCheck(page)
  await expect(page.locator('#cell-3-last_name')).toContainText('Şahin')
})

test('a hidden column is mentioned, and a list of numbers changes existing people', async ({ page }) => {
  await choose(page, 'x05-hidden-column.xlsx')
  await expect(page.getByText('Die Spalte E-Mail ist in der Tabelle ausgeblendet.')).toBeVisible()
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveValue('4')

  const [person] = await listAll(await viewSandbox(), MIXED_PROJECT.id)
  if (!person) throw new Error('The seed has nobody.')
  await page.goto(`/projects/${MIXED_PROJECT.id}/import`)
  await chooseBytes(
    page,
    'liste.csv',
    Buffer.from(`Personalnummer;Nachname\n${person.mitarbeiternummer};Geheiratet\n`),
  )
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('button', { name: 'Nur vorhandene Personen ändern, nach Personalnummer' }).click()
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.locator('#cell-2-last_name')).toContainText(`bisher ${person.last_name}`)
})

async function choose(page: Page, name: string): Promise<void> {
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await chooseBytes(page, name, readFileSync(`tests/fixtures/cases/${name}`))
}

async function chooseBytes(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Liste hierher ziehen')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function goToCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
}
