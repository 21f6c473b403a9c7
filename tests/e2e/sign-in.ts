import type { Cookie, Page } from '@playwright/test'
import { expect } from './desk-test.ts'

/** What the tests of one worker share: a password is slow to check on purpose. */
let session: Cookie | undefined

/** Whoever has signed in before, in any language, at the list of projects. */
export async function signIn(page: Page): Promise<void> {
  if (session) await page.context().addCookies([session])
  await page.goto('/projects')
  if (new URL(page.url()).pathname === '/sign-in') {
    await submitSignIn(page)
    session = (await page.context().cookies()).find(({ name }) => name.endsWith('portrait-desk.session'))
  }
  await expect(page.getByRole('heading', { level: 1, name: /^(Projects|Projekte)$/ })).toBeVisible()
}

/** As a person signs in; practice mode has filled the form in. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto('/')
  await submitSignIn(page)
  await expect(page.getByRole('heading', { level: 1, name: /^(Projects|Projekte)$/ })).toBeVisible()
}

async function submitSignIn(page: Page): Promise<void> {
  await expect(page.getByLabel(/^E-mail$/i)).toHaveValue('hr@example.com')
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
}
