import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { IS_PROXIED } from '#tests/support/journeys/ports.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.use({ serviceWorkers: 'allow' })
test.skip(IS_PROXIED, 'A browser takes no worker from a certificate that it does not know.')

for (const [locale, texts] of [
  ['de-DE', de],
  ['en-GB', en],
] as const) {
  test.describe(`without the network, in ${locale}`, () => {
    test.use({ locale })

    test('a page that is loaded without the network explains so, and opens by itself', async ({
      page,
      context,
    }) => {
      const errors = listErrors(page)
      await signIn(page)
      await page.goto(`/projects/${COMPLETED_PROJECT.id}`)
      await untilWorking(page)
      await context.setOffline(true)
      await page.reload()
      const words = page.getByRole('heading', { level: 1, name: texts.app.offline.title })
      await expect(words).toBeVisible()
      await expect(page).toHaveTitle(/Portrait Desk$/)
      await expect(page.getByText(texts.app.offline.trying)).toBeVisible()
      await expectAccessible(page, 'a page that is loaded anew without the network')
      await page.getByRole('link', { name: texts.app.tryAgain }).click()
      await expect(words).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: COMPLETED_PROJECT.name })).toBeVisible()
      expect(errors).toEqual([])
    })
  })
}

/** What the page has against itself, such as its own policy; that nothing could be fetched is told by the browser. */
function listErrors(page: Page): string[] {
  const errors: string[] = []
  page.removeAllListeners('console')
  page.on('console', message => {
    const { url } = message.location()
    if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|status of 503/.test(message.text()))
      errors.push(`${message.text()} ${url}`)
  })
  return errors
}

/** Until the worker answers whatever page is loaded next. */
async function untilWorking(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}
