import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { type OwnDesk, startOwnDesk } from '#tests/support/journeys/own-desk.ts'
import { createKey, putAccount, resetSandbox } from '#tests/support/journeys/sandbox.ts'

const ACCOUNT = { email: 'erika@example.com', password: 'a long enough password', role: 'admin' as const }
const EDITOR = { email: 'hanna@example.com', password: 'another long password', role: 'editor' as const }
let desk: OwnDesk

test.use({ expectedStatuses: [401, 403, 502] })
test.beforeAll(async () => {
  await resetSandbox()
  desk = await startOwnDesk({ account: ACCOUNT, colleagues: [EDITOR], host: 'desk.localhost' })
})
test.afterAll(() => desk?.stop())
test.afterEach(() => putAccount('active'))

test('a key that connects the desk reaches no browser again', async ({ page }) => {
  const key = await createKey()
  const received: Promise<string>[] = []
  page.on('response', response => {
    const headers = JSON.stringify(response.headers())
    received.push(
      response.text().then(
        text => response.url() + headers + text,
        () => headers,
      ),
    )
  })

  await page.goto(desk.url)
  await expect(page.getByText(/not encrypted|nicht verschlüsselt/)).toBeVisible()
  await page.getByLabel('E-mail').fill(ACCOUNT.email)
  await page.getByLabel('Password required', { exact: true }).fill('not the right password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('form').getByText('This e-mail and password do not match')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(ACCOUNT.email)
  await page.getByLabel('Password required', { exact: true }).fill(ACCOUNT.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: 'Connect to the portrait service' })).toBeVisible()
  await page.getByLabel('API key').fill('pk_this_key_was_never_made_1234567890')
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText('The portrait service does not accept this key')).toBeVisible()

  await putAccount('api_disabled')
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText('API access is not enabled for your account')).toBeVisible()

  await putAccount('active')
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText('6 projects found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the projects' }).click()
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()

  const everything = (await Promise.all(received)).join('\n')
  expect(everything).toContain(MIXED_PROJECT.name)
  expect(everything).not.toContain(key)
  expect(everything).not.toContain(Buffer.from(key).toString('base64').replaceAll('=', ''))
  expect(desk.log()).not.toContain(key)
  expect(desk.log()).not.toContain(ACCOUNT.password)
})
