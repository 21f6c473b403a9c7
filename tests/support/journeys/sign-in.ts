import type { Cookie, Page } from '@playwright/test'
import { expect } from './desk-test.ts'
import { DESK_URL, IS_PROXIED, PATH } from './ports.ts'

/** The prefix of all cookies of the desk. */
const COOKIES = `${IS_PROXIED ? '__Secure-' : ''}portrait-desk${PATH.replaceAll('/', '.')}`

/** The session that all tests of a worker share, because a password check is slow on purpose. */
let session: Cookie | undefined

/** Gives this browser the shared session, in any language. Opens a page only for the first browser. */
export async function signIn(page: Page): Promise<void> {
  await page.context().addCookies([{ name: `${COOKIES}.tour-left`, value: '1', url: DESK_URL }])
  if (session) {
    await page.context().addCookies([session])
    const answer = await page
      .context()
      .request.get('/api/session', { headers: { 'x-csrf': '1' }, maxRetries: 1 })
    // A test may have ended the session.
    if (answer.ok()) return
  }
  await signInByForm(page)
  session = (await page.context().cookies()).find(({ name }) => name.endsWith(`${COOKIES}.session`))
}

/** Signs in, and opens the list of projects. */
export async function openProjects(page: Page): Promise<void> {
  await signIn(page)
  await page.goto('/projects')
  await expectProjects(page)
}

/** Signs in with the form, which practice mode has filled in. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByLabel(/^E-mail/i)).toHaveValue('hr@example.com')
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
  await expectProjects(page)
}

async function expectProjects(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^(Projects|Projekte)$/ })).toBeVisible()
}
