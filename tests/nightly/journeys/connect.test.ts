import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { ARCHIVED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { LANGUAGES } from '#tests/support/journeys/languages.ts'
import { type OwnDesk, startOwnDesk } from '#tests/support/journeys/own-desk.ts'
import {
  clearFaults,
  createKey,
  putAccount,
  putFault,
  resetSandbox,
} from '#tests/support/journeys/sandbox.ts'

const ACCOUNT = { email: 'erika@example.com', password: 'a long enough password', role: 'admin' as const }
const EDITOR = { email: 'hanna@example.com', password: 'another long password', role: 'editor' as const }
/** A visible refusal is checked again within 15 seconds. */
const PATIENCE_MS = 60_000
let desk: OwnDesk

test.use({ expectedStatuses: [401, 403, 502] })
test.beforeAll(async () => {
  await resetSandbox()
  desk = await startOwnDesk({ account: ACCOUNT, colleagues: [EDITOR], host: 'desk.localhost' })
})
test.afterAll(() => desk?.stop())
test.afterEach(() => putAccount('active'))

test('an outdated page that shows an own key does not remove the key of everybody', async ({
  page,
  context,
}) => {
  await enter(page, ACCOUNT)
  await connect(page, 'everybody')
  await connect(page, 'me')
  await page.goto(`${desk.url}/connect`)
  await expect(page.getByText(en.connect.connected.person)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${desk.url}/connect`)
  for (const tab of [other, page]) {
    await tab.getByRole('button', { name: en.connect.connected.disconnect }).click()
    await expect(tab.getByText(en.connect.connected.company)).toBeVisible()
  }
})

for (const locale of LANGUAGES) {
  const texts = { de, en }[locale]
  test.describe(`the connection page in ${locale}`, () => {
    test.use({ locale })
    // A customer has five keys at most, and each test here needs another one.
    test.beforeEach(resetSandbox)

    test('a refused key shows an editor whom to ask, and an administrator the form', async ({
      page,
      browser,
    }) => {
      await enter(page, ACCOUNT)
      await page.goto(`${desk.url}/connect`)
      const replace = page.getByRole('button', { name: texts.connect.connected.replace })
      const field = page.getByLabel(texts.connect.key)
      await expect(replace.or(field)).toBeVisible()
      if (await replace.isVisible()) await replace.click()
      await field.fill(await createKey())
      await page.getByRole('button', { name: texts.connect.submit }).click()
      await expect(page.getByRole('link', { name: texts.connect.connected.toProjects })).toBeVisible()

      await putFault({ times: 1000, answer: { kind: 'status', status: 401, body: { message: 'No.' } } })
      const context = await browser.newContext({ locale })
      const editor = await context.newPage()
      await enter(editor, EDITOR)
      // The people of this project were not read yet; the desk would still show cached ones.
      await editor.goto(`${desk.url}/projects/${ARCHIVED_PROJECT.id}`)
      await expect(editor.getByRole('heading', { name: texts.app.failed.titles.keyRejected })).toBeVisible()
      const whom = editor.getByRole('main').getByRole('link', { name: ACCOUNT.email })
      await expect(whom).toHaveAttribute('href', `mailto:${ACCOUNT.email}`)
      await editor.goto(`${desk.url}/connect`)
      await expect(editor.getByText(texts.connect.trouble.askAdmin)).toBeVisible()
      await expect(whom).toBeVisible()
      await expect(editor.getByLabel(texts.connect.key)).toHaveCount(0)
      await context.close()

      await page.goto(`${desk.url}/connect`)
      await expect(page.getByText(texts.connect.trouble.key_rejected)).toBeVisible()
      await expect(field).toBeVisible()
      await clearFaults()
    })

    test('a new key, or restored access, brings back the open pages of others by itself', async ({
      page,
      browser,
    }) => {
      await enter(page, ACCOUNT)
      await connect(page, 'everybody', texts)
      const context = await browser.newContext({ locale })
      const editor = await context.newPage()
      await enter(editor, EDITOR)
      await putFault({ times: 1000, answer: { kind: 'status', status: 401, body: { message: 'No.' } } })
      await editor.goto(`${desk.url}/projects/${ARCHIVED_PROJECT.id}`)
      await expect(editor.getByRole('heading', { name: texts.app.failed.titles.keyRejected })).toBeVisible()
      const state = editor
        .locator('header')
        .getByRole('link', { name: texts.shell.connection.short.key_rejected })
      await expect(state).toBeVisible()
      await clearFaults()
      await connect(page, 'everybody', texts)
      await expect(editor.getByRole('heading', { level: 1, name: ARCHIVED_PROJECT.name })).toBeVisible()

      // Before the first answer there are placeholder rows without people, of which none may stay.
      const row = editor.locator('main table tbody [data-field=last_name]').first()
      await expect(row).toBeVisible()
      await putAccount('api_disabled')
      await editor.getByRole('button', { name: texts.employees.refresh }).click()
      const old = editor.getByRole('main').getByText(texts.errors.no_api_access)
      await expect(old).toBeVisible()
      await expect(row).toBeVisible()
      await putAccount('active')
      const read = editor.waitForResponse(answer => /\/people\?|\/people$/.test(answer.url()) && answer.ok())
      await expect(old).toBeHidden({ timeout: PATIENCE_MS })
      await read
      await context.close()
    })
  })
}

async function connect(page: Page, scope: 'everybody' | 'me', texts: typeof en = en): Promise<void> {
  await page.goto(`${desk.url}/connect`)
  const replace = page.getByRole('button', { name: texts.connect.connected.replace })
  const field = page.getByLabel(texts.connect.key)
  await expect(replace.or(field)).toBeVisible()
  if (await replace.isVisible()) await replace.click()
  await field.fill(await createKey())
  await page.getByRole('radio', { name: texts.connect.scope[scope] }).check()
  await page.getByRole('button', { name: texts.connect.submit }).click()
  await expect(page.getByRole('link', { name: texts.connect.connected.toProjects })).toBeVisible()
}

async function enter(page: Page, { email, password }: typeof ACCOUNT | typeof EDITOR): Promise<void> {
  await page.goto(desk.url)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('form button[type=submit]').last().click()
  await expect(page.locator('input[type=password][autocomplete=current-password]')).toHaveCount(0)
  await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
}
