import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from '@playwright/test'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { expect, findWhatIsSeen, test } from '#tests/support/journeys/desk-test.ts'
import { type OwnDesk, readSetUpUrl, startOwnDesk } from '#tests/support/journeys/own-desk.ts'
import { createKey, resetSandbox } from '#tests/support/journeys/sandbox.ts'

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

test('an administrator invites a colleague, changes their role, and disables them', async ({
  page: anna,
  browser,
}) => {
  await setUp(anna)
  await connectForEverybody(anna)
  const link = await invite(anna, BEN.email)
  const ben = await newPerson(browser)
  await takeUp(ben, link)

  await test.step('a colleague works with a key that they never saw', async () => {
    await expect(ben.getByRole('link', { name: MIXED_PROJECT.name })).toBeVisible()
    await ben.goto(`${desk.url}/accounts`)
    await expect(ben.getByRole('heading', { name: 'Only administrators manage accounts' })).toBeVisible()
    await ben.goto(`${desk.url}/activity`)
    await expect(ben.getByRole('heading', { name: 'Only administrators see the activity' })).toBeVisible()
    await ben.goto(`${desk.url}/connect`)
    await expect(ben.getByText('Everybody at this desk works with the key')).toBeVisible()
    await expect(ben.getByLabel('API key')).toHaveCount(0)
    await expect(ben.getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
  })

  await test.step('an invitation link works once', async () => {
    const stranger = await newPerson(browser)
    await stranger.goto(link)
    await expect(stranger.locator('main').getByText('This link no longer works')).toBeVisible()
    await expect(stranger).toHaveURL(`${desk.url}/invitation`)
  })

  await test.step('a changed role counts at once', async () => {
    await ben.goto(`${desk.url}/projects/${MIXED_PROJECT.id}`)
    const edit = ben.locator('td[data-field=email]').first()
    await expect(edit).toBeVisible()
    await act(anna, 'menuitemradio', 'Viewer')
    const asked = anna.getByRole('alertdialog', { name: `${BEN.email}: role Viewer?` })
    await expect(asked.getByText('This person can then look and download, and nothing else.')).toBeVisible()
    await asked.getByRole('button', { name: 'Change role' }).click()
    await expect(anna.getByText(`${BEN.email} has a new role`)).toBeVisible()
    await edit.dblclick()
    const field = ben.getByRole('textbox', { name: /^E-mail of / })
    await field.fill('changed@example.com')
    const refused = ben.waitForResponse(answer => answer.request().method() === 'PATCH')
    await field.press('Enter')
    expect((await refused).status()).toBe(403)
    await expect(edit).toHaveAttribute('aria-invalid', 'true')
    await edit.press('Escape')
  })

  await test.step('a viewer can change nothing in the table, a sheet or a selection, but can download photos', async () => {
    await ben.goto(`${desk.url}/projects/${MIXED_PROJECT.id}?tile=approved`)
    const grid = ben.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-readonly', 'true')
    await expect(ben.locator('td[data-field]')).toHaveCount(0)
    await expect(ben.getByRole('button', { name: 'Download photos' })).toBeVisible()
    await expect(ben.getByRole('button', { name: 'Add person' })).toHaveCount(0)
    await expect(ben.getByRole('link', { name: 'Import' })).toHaveCount(0)
    const cell = grid.getByRole('gridcell').filter({ hasText: '@' }).first()
    await cell.dblclick()
    await ben.keyboard.press('F2')
    await expect(grid.getByRole('textbox')).toHaveCount(0)
    await ben.keyboard.press(' ')
    const bar = ben.getByRole('region', { name: 'Selected people' })
    await expect(bar.getByRole('button', { name: 'Download approved photo' })).toBeVisible()
    await expect(bar.getByRole('button', { name: /Delete|Language/ })).toHaveCount(0)
    await ben
      .getByRole('link', { name: /^Open / })
      .first()
      .click()
    const sheet = ben.getByRole('dialog')
    await expect(sheet.getByRole('list', { name: 'Download this photo' })).toBeVisible()
    await expect(sheet.getByRole('textbox')).toHaveCount(0)
    await expect(sheet.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0)
    await ben.goto(`${desk.url}/deliveries/new`)
    await expect(ben.getByRole('heading', { name: 'Only administrators set up deliveries' })).toBeVisible()
  })

  await test.step('a disabled account is signed out at once, and cannot sign in again', async () => {
    await act(anna, 'menuitem', 'Disable…')
    await anna.getByRole('button', { name: 'Disable account' }).click()
    await expect(row(anna).getByText('Disabled', { exact: true })).toBeVisible()
    await ben.goto(`${desk.url}/account`)
    await expect(ben).toHaveURL(/\/sign-in\?returnTo=%2Faccount$/)
    await signIn(ben, BEN)
    await expect(ben.locator('form').getByText('This e-mail and password do not match')).toBeVisible()
    await act(anna, 'menuitem', 'Enable')
    await expect(row(anna).getByText('Active', { exact: true })).toBeVisible()
    await ben.getByRole('button', { name: 'Sign in' }).click()
    await expect(ben.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  })

  await test.step('the last administrator sees why the account cannot be disabled or removed', async () => {
    const own = anna.getByRole('row').filter({ hasText: ANNA.email })
    await expect(own.getByText('You are the only administrator')).toBeVisible()
    await expect(own.getByRole('button')).toHaveCount(0)
  })

  await test.step('the removal dialog says whom a removal keeps out before it is done', async () => {
    await act(anna, 'menuitem', 'Remove…')
    const question = anna.getByRole('alertdialog')
    await expect(question).toContainText(en.accounts.remove.text)
    await anna.keyboard.press('Escape')
    comesBySignOn(BEN.email)
    await anna.reload()
    await act(anna, 'menuitem', 'Remove…')
    await expect(question).toContainText(en.accounts.remove.textOfSignOn)
    await anna.keyboard.press('Escape')
  })

  await test.step('an account is removed only with its address typed', async () => {
    await act(anna, 'menuitem', 'Remove…')
    const confirm = anna.getByRole('button', { name: 'Remove account' })
    await expect(confirm).toBeDisabled()
    await anna.getByLabel(`Type “${BEN.email}” to confirm`).fill(BEN.email)
    await confirm.click()
    await expect(row(anna)).toHaveCount(0)
  })
})

test.describe('set-up in German', () => {
  test.use({ locale: 'de-DE' })

  test('the keyboard alone sets up the desk and invites a colleague in German', async ({ page }) => {
    await page.goto(readSetUpUrl(desk))
    await expect(page).toHaveURL(`${desk.url}/setup`)
    await expectAccessible(page)
    await type(page, 'E-Mail Pflichtfeld', ANNA.email)
    await type(page, 'Passwort wählen Pflichtfeld', ANNA.password)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('API-Schlüssel')).toBeVisible()
    await type(page, 'API-Schlüssel Pflichtfeld', await createKey())
    await page.keyboard.press('Enter')
    await expect(page.getByText('6 Projekte gefunden')).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${desk.url}/accounts`)
    await press(page, 'Jemanden einladen', 'Enter')
    await expect(page.getByRole('textbox', { name: 'E-Mail' })).toBeFocused()
    await page.keyboard.type(BEN.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Link für ${BEN.email}` })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(row(page)).toBeVisible()

    await press(page, `Aktionen für ${BEN.email}`, 'Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Ansicht' })).toBeVisible()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: `${BEN.email}: Rolle Bearbeitung?` })).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Rolle ändern', 'Enter')
    await expect(row(page).getByText('Bearbeitung')).toBeVisible()
    await expect(page.getByRole('button', { name: `Aktionen für ${BEN.email}` })).toBeFocused()
    await expectAccessible(page)
  })
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

async function connectForEverybody(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /^Everybody at this desk/ })).toBeChecked()
  await page.getByLabel('API key').fill(await createKey())
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText('6 projects found')).toBeVisible()
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto(`${desk.url}/accounts`)
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('radio', { name: /^Editor/ }).check()
  await page.getByRole('button', { name: 'Create the link' }).click()
  const link = await page.getByLabel('Link to pass on').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}

async function takeUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page).toHaveURL(`${desk.url}/invitation`)
  await expect(page.getByLabel('E-mail')).toHaveValue(BEN.email)
  await page.getByLabel('Choose a password required', { exact: true }).fill(BEN.password)
  await page.getByRole('button', { name: 'Save the password and sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
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

/** Turns the account into one of single sign-on, without the desk. */
function comesBySignOn(email: string): void {
  const database = new DatabaseSync(join(desk.dataDir, 'desk.sqlite'))
  database
    .prepare(
      "UPDATE accounts SET password_hash = NULL, issuer = 'https://idp.example', subject = 'ben' WHERE email = ?",
    )
    .run(email)
  database.close()
}

function row(page: Page) {
  return page.getByRole('row').filter({ hasText: BEN.email })
}

async function act(page: Page, role: 'menuitem' | 'menuitemradio', name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${BEN.email}` }).click()
  await page.getByRole(role, { name, exact: true }).click()
}

/** Moves by Tab, as a user without a mouse does, and fails when the target cannot be reached. */
async function walkTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The Tab key never got there.')
}

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toBeEditable()
  await walkTo(page, () => field.evaluate(node => node === document.activeElement))
  await page.keyboard.type(text)
}

async function press(page: Page, name: string, key: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await walkTo(page, () => button.evaluate(node => node === document.activeElement))
  await page.keyboard.press(key)
}
