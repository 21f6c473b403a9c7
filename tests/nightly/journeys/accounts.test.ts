import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import {
  expect,
  expectLeaveWarning,
  findWhatIsSeen,
  test,
  typeSlowly,
} from '#tests/support/journeys/desk-test.ts'
import { type OwnDesk, readSetUpUrl, startOwnDesk } from '#tests/support/journeys/own-desk.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'

const ANNA = { email: 'anna@example.com', password: 'four quiet rivers turning' }
const BEN = { email: 'ben@example.com', password: 'seven loud hills standing' }
let desk: OwnDesk

test.use({ expectedStatuses: [401, 403, 410, 422] })
test.beforeEach(async () => {
  await resetSandbox()
  desk = await startOwnDesk()
})
test.afterEach(async ({ page }) => {
  // An open page would keep polling the desk, and its unanswered requests count as errors.
  await page.close()
  await desk?.stop()
})

test('unsaved input of an invitation is asked about, and letters can be added in its middle', async ({
  page,
}) => {
  await setUp(page)
  await page.goto(`${desk.url}/accounts`)
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await email.fill(BEN.email)
  await page.mouse.click(5, 5)
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(email).toHaveValue(BEN.email)
  await expectLeaveWarning(page)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const search = page.getByRole('searchbox')
  await typeSlowly(search, 'na@')
  await search.press('Home')
  await typeSlowly(search, 'an')
  await expect(search).toHaveValue('anna@')
  await expect(page).toHaveURL(/q=anna/)
})

test('a forgotten browser is signed out from the account page; a new password ends all others', async ({
  page: anna,
  browser,
}) => {
  await setUp(anna)
  const other = await newPerson(browser)
  const third = await newPerson(browser)
  for (const page of [other, third]) {
    await page.goto(`${desk.url}/account`)
    await signIn(page, ANNA)
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  }

  await anna.goto(`${desk.url}/account`)
  await expect(anna.getByText(/^You can be signed in at 10 places\./)).toBeVisible()
  await expectAccessible(anna)
  const ends = anna.getByRole('button', { name: /^End the sign-in of / })
  await expect(ends).toHaveCount(2)
  await ends.first().click()
  await expect(ends).toHaveCount(1)
  await third.reload()
  await expect(third).toHaveURL(/\/sign-in\?/)
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()

  await anna.getByLabel('Current password').fill('not the present one')
  await anna.getByLabel('New password required', { exact: true }).fill('six warm stones sleeping')
  await anna.getByRole('button', { name: 'Change password' }).click()
  await expect(anna.getByText('This is not your current password.')).toBeVisible()
  await expect(anna.getByLabel('New password required', { exact: true })).toHaveValue(
    'six warm stones sleeping',
  )
  await anna.getByLabel('Current password').fill(ANNA.password)
  await anna.getByLabel('New password required', { exact: true }).fill('aaaaaaaaaaaaaaaaaaaa')
  await anna.getByRole('button', { name: 'Change password' }).click()
  await expect(anna.getByText('This password follows a simple pattern.')).toBeVisible()
  await anna.getByLabel('New password required', { exact: true }).fill('six warm stones sleeping')
  await anna.getByRole('button', { name: 'Change password' }).click()
  await expect(anna.locator('main').getByText('Your password is changed.')).toBeVisible()
  await expect(ends).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/\/sign-in\?/)
})

async function setUp(page: Page): Promise<void> {
  await page.goto(readSetUpUrl(desk))
  await expect(page).toHaveURL(`${desk.url}/setup`)
  await page.getByLabel('E-mail').fill(ANNA.email)
  await page.getByLabel('Choose a password required', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Create the account and continue' }).click()
  await expect(page.getByText('Use at least 15 characters')).toBeVisible()
  await page.getByLabel('Choose a password required', { exact: true }).fill(ANNA.password)
  await page.getByRole('button', { name: 'Create the account and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Connect to the portrait service' })).toBeVisible()
}

async function signIn(page: Page, { email, password }: typeof ANNA): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password required', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function newPerson(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  findWhatIsSeen(page)
  return page
}
