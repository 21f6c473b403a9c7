import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'

type Texts = { [key: string]: string | Texts }

const GERMAN = new Set(flatten(de))
/** English texts without placeholders that no German text equals. */
const ENGLISH = flatten(en).filter(text => !text.includes('{') && !GERMAN.has(text))

test.beforeAll(resetSandbox)

test('German that is chosen before sign-in stays for all pages', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await findEnglish(page), 'the search finds English').not.toEqual([])
  await page.getByLabel('Password required', { exact: true }).fill('typed before')
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await expect(page.getByRole('heading', { name: 'Bei Portrait Desk anmelden' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/^Anmelden · /)
  await expect(page.getByLabel('Passwort Pflichtfeld', { exact: true })).toHaveValue('typed before')
  expect(await findEnglish(page)).toEqual([])

  await page.getByLabel('Passwort Pflichtfeld', { exact: true }).fill('practice')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projekte' })).toBeVisible()
  expect(await findEnglish(page)).toEqual([])
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await expect(page.getByRole('columnheader', { name: 'Personalnummer' })).toBeVisible()
  const invited = page.getByRole('gridcell').locator('time').first()
  await expect(invited).toHaveAttribute('title', /^\d{1,2}\. \p{L}+\.? \d{4}, \d{2}:\d{2}$/u)
  expect(await findEnglish(page)).toEqual([])
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: 'Fotos herunterladen' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findEnglish(page)).toEqual([])
})

test.describe('a reason of the service', () => {
  test.use({ expectedStatuses: [422] })

  test('a refusal of the service is shown in German', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('radio', { name: 'Deutsch' }).check()
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    const rows = page.getByRole('row').filter({ hasText: '@' })
    const taken = (await rows.nth(1).getByText('@').first().textContent()) ?? ''
    await rows.nth(0).getByText('@').first().dblclick()
    await page.getByRole('textbox', { name: /^E-Mail von / }).fill(taken)
    // The focus moves to the next cell, and the reason stays in the previous one.
    await page.keyboard.press('Tab')
    await expect(
      page.getByText(
        /^Nicht gespeichert\. Diese (?:E-Mail-Adresse gehört|Adresse hat) in diesem Projekt schon .+\./,
      ),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

for (const [locale, lang] of [
  ['de-AT', 'de'],
  ['en-GB', 'en'],
  ['fr-FR', 'de'],
] as const)
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale })

    test(`a browser in ${locale} is answered in ${lang}`, async ({ page }) => {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('radio', { name: lang === 'de' ? 'Deutsch' : 'English' })).toBeChecked()
    })
  })

test('a chosen theme is there before the first paint, and "like the system" removes it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const html = await (await page.request.get('/sign-in')).text()
  expect(html).toMatch(/<html[^>]* data-theme="dark"/)
  await page.getByRole('radio', { name: 'Like the system' }).check()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

/** Returns visible or announced texts of the page that are English. */
async function findEnglish(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const within = walker.currentNode.parentElement?.closest('script, style, template')
      if (!within) texts.push(walker.currentNode.textContent ?? '')
    }
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '')
    return texts.map(text => text.trim()).filter(Boolean)
  })
  expect(said.length).toBeGreaterThan(5)
  const heard = new Set(said)
  return ENGLISH.filter(text => heard.has(text))
}

function flatten(texts: Texts): string[] {
  return Object.values(texts).flatMap(value => (typeof value === 'string' ? [value] : flatten(value)))
}
