import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { type OwnDesk, startOwnDesk } from '#tests/support/journeys/own-desk.ts'

const ACCOUNT = { email: 'erika@example.com', password: 'four quiet rivers turning', role: 'viewer' as const }
const COLLEAGUE = { ...ACCOUNT, email: 'anton@example.com' }
let desk: OwnDesk

test.use({ expectedStatuses: [401, 429] })
test.beforeAll(async () => {
  desk = await startOwnDesk({
    account: ACCOUNT,
    colleagues: [COLLEAGUE],
    env: {
      OIDC_ISSUER: 'http://127.0.0.1:9/nobody',
      OIDC_CLIENT_ID: 'desk',
      OIDC_CLIENT_SECRET: 'a client secret of nobody',
      OIDC_NAME: 'Musterwerk-Login',
      OIDC_ADMIN_VALUES: 'admins',
    },
  })
})
test.afterAll(() => desk?.stop())

test('a refusal by single sign-on is shown, also in a browser that is signed in', async ({ page }) => {
  await page.goto(`${desk.url}/sign-in?returnTo=%2Faccount`)
  await page.getByLabel('E-mail').fill(COLLEAGUE.email)
  await page.getByLabel('Password required', { exact: true }).fill(COLLEAGUE.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${desk.url}/account`)
  await page.goto(`${desk.url}/sign-in?returnTo=%2Faccount`)
  await expect(page).toHaveURL(`${desk.url}/account`)
  await page.goto(`${desk.url}/sign-in?returnTo=%2Faccount&error=sso_no_role`)
  await expect(page.getByText(/you may not use this desk/)).toBeVisible()
  await expect(page).toHaveURL(/error=sso_no_role/)
})

test('too many tries start a countdown that keeps the typed text', async ({ page }) => {
  await page.goto(`${desk.url}/sign-in?returnTo=%2Faccount`)
  const password = page.getByLabel('Password required', { exact: true })
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await page.getByLabel('E-mail').fill(ACCOUNT.email)
  for (let tries = 0; tries < 5; tries++) {
    await password.fill(`not it ${tries}`)
    const answered = page.waitForResponse(/callback\/credentials/)
    await submit.click()
    await answered
    await expect(page.locator('form').getByText('This e-mail and password do not match')).toBeVisible()
  }
  await page.clock.install()
  await password.fill(ACCOUNT.password)
  await submit.click()
  await expect(page.locator('form').getByText('Too many attempts')).toBeVisible()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(password).toHaveValue(ACCOUNT.password)
  const shown = page.locator('form div').filter({ hasText: 'Too many attempts' }).last()
  const said = await shown.innerText()
  await page.clock.fastForward(5_000)
  // On a slow machine no more than a second of the wait may be left.
  await expect.poll(async () => (await shown.allInnerTexts()).join()).not.toBe(said)
  await page.clock.fastForward(30_000)
  await expect(page.locator('form').getByText('You can try again now.')).toBeVisible()
  await expect(submit).not.toHaveAttribute('aria-disabled')
  await expect(password).toHaveValue(ACCOUNT.password)
})

test('an unreachable sign-on provider is named, and the wanted page is kept', async ({ page }) => {
  await page.goto(`${desk.url}/sign-in?returnTo=%2Faccount`)
  await page.getByRole('button', { name: 'Sign in with Musterwerk-Login' }).click()
  await expect(page.getByText('Musterwerk-Login cannot be reached at the moment.')).toBeVisible()
  await expect(page).toHaveURL(/returnTo=%2Faccount/)
  await page.goto(`${desk.url}/sign-in?error=%3Cb%3Eanything`)
  await expect(page.getByRole('button', { name: 'Sign in with Musterwerk-Login' })).toBeVisible()
  await expect(page.getByText('anything')).toHaveCount(0)
})
