import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { cellOf, editCell, listEverybody, need, readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const t = de.employees

test.use({ locale: 'de-DE' })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('a changed address announces its invitation before the save, and confirms it after', async ({
  page,
}) => {
  const people = await listPeople()
  const invited = need(people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  const photographed = need(people.find(({ uploaded_at, status }) => uploaded_at && status !== 'retake'))
  const again = need(people.find(({ status }) => status === 'retake'))
  await open(page)
  await editCell(cellOf(page, photographed, 'email'), 'schon.da@example.com')
  await expect(page.getByText(t.edit.mail.hasPhoto)).toBeVisible()
  await page.keyboard.press('Escape')
  await editCell(cellOf(page, again, 'email'), 'noch.einmal@example.com')
  await expect(page.getByText(t.edit.mail.retake)).toBeVisible()
  await page.keyboard.press('Escape')

  await editCell(cellOf(page, again, 'mitarbeiternummer'), 'N-4711')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t.edit.undo, { exact: true })).toBeVisible()
  const cell = cellOf(page, invited, 'email')
  await editCell(cell, invited.email.toUpperCase())
  await expect(page.getByText(t.edit.mail.invites), 'of another letter case, too').toBeVisible()
  await page.keyboard.press('Escape')
  await editCell(cell, 'neue.adresse@example.com')
  await expect(page.getByText(t.edit.mail.invites)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(cell, 'a click elsewhere sends no mail').toContainText(t.edit.mayInvite)
  expect((await readPerson(invited)).email).toBe(invited.email)
  await cell.click()
  await page.keyboard.press('Enter')
  await expect(cell.locator('input')).toHaveValue('neue.adresse@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Einladung erneut gesendet an neue.adresse@example.com')).toBeVisible()
  await expect(page.getByText(t.edit.undo, { exact: true })).toHaveCount(0)
  await cell.focus()
  await page.keyboard.press('Control+Z')
  await expect(page.getByText(t.edit.undoSent)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Einladung erneut gesendet an neue.adresse@example.com')).toBeVisible()
  expect((await readPerson(invited)).email).toBe('neue.adresse@example.com')
})

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${MIXED}${search}`)
  await expect(page.getByTestId('page-summary')).toContainText('240 Personen')
  await page.waitForLoadState('networkidle')
}

function listPeople(): Promise<Employee[]> {
  return listEverybody(MIXED_PROJECT.id)
}

async function readPerson({ id }: Employee): Promise<Employee> {
  return need((await listPeople()).find(person => person.id === id))
}
