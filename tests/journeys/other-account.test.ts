import type { BrowserContext, Page } from '@playwright/test'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { cellOf, editCell, listEverybody, need } from '#tests/support/journeys/employees.ts'
import { type OwnDesk, startOwnDesk } from '#tests/support/journeys/own-desk.ts'
import { createKey, resetSandbox } from '#tests/support/journeys/sandbox.ts'

const ADA = { email: 'ada@example.com', password: 'four quiet rivers turning', role: 'editor' as const }
const HANNA = { email: 'hanna@example.com', password: 'seven green lamps waiting', role: 'editor' as const }
const TYPED = 'Typed by Ada'
let desk: OwnDesk

test.use({ expectedStatuses: [401, 409] })
test.beforeAll(async () => {
  await resetSandbox()
  const env = { PORTRAIT_API_KEY: await createKey() }
  desk = await startOwnDesk({ account: ADA, colleagues: [HANNA], env })
})
test.afterAll(() => desk?.stop())

test('a page of one account does nothing with the rights of another that signed in elsewhere', async ({
  page,
  context,
}) => {
  const asked = acceptDialogs(page)
  const { person, cell } = await typeAsAda(page)
  await enterInAnotherTab(context, HANNA)
  await page.keyboard.press('Enter')
  await expect(accountOf(page, HANNA)).toBeVisible()
  await expect(cell).toHaveText(person.first_name)
  await expect(page.getByText(TYPED)).toHaveCount(0)
  expect(await listEverybody(MIXED_PROJECT.id)).toContainEqual(person)
  expect(asked).toEqual([])
})

test('a page with unsaved text switches to the account that signed in elsewhere', async ({
  page,
  context,
}) => {
  const asked = acceptDialogs(page)
  const { person, cell } = await typeAsAda(page)
  await enterInAnotherTab(context, HANNA)
  await expect(accountOf(page, HANNA)).toBeVisible({ timeout: 30_000 })
  await expect(cell).toHaveText(person.first_name)
  expect(asked).toEqual([])
})

test('unsaved text of one account is not shown to the next one in the same tab', async ({
  page,
  context,
}) => {
  page.on('dialog', dialog => dialog.accept())
  const { person, cell } = await typeAsAda(page)
  await context.clearCookies({ name: /session/ })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: en.app.sessionEnd.over.title })).toBeVisible()
  await enter(page, HANNA)
  await page.goto(`${desk.url}/projects/${MIXED_PROJECT.id}`)
  await expect(accountOf(page, HANNA)).toBeVisible()
  await expect(cell).toHaveText(person.first_name)
  await expect(page.getByText(TYPED)).toHaveCount(0)
})

function acceptDialogs(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', dialog => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  return asked
}

async function typeAsAda(page: Page) {
  const person = need((await listEverybody(MIXED_PROJECT.id))[0])
  const cell = cellOf(page, person, 'first_name')
  await enter(page, ADA)
  await page.goto(`${desk.url}/projects/${MIXED_PROJECT.id}`)
  await expect(accountOf(page, ADA)).toBeVisible()
  await editCell(cell, TYPED)
  return { person, cell }
}

async function enterInAnotherTab(context: BrowserContext, account: typeof ADA): Promise<void> {
  await context.clearCookies({ name: /session/ })
  await enter(await context.newPage(), account)
}

function accountOf(page: Page, { email }: typeof ADA) {
  return page.getByRole('button', { name: en.app.account.label.replace('{email}', email) })
}

async function enter(page: Page, { email, password }: typeof ADA): Promise<void> {
  await page.goto(`${desk.url}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password required', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
}
