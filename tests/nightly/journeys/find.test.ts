import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { comesAlive, expect, fetchAnswer, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import { changeElsewhere, listEverybody, need, readAnew, rowOf } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const t = de.employees

test.use({ locale: 'de-DE', ...WITH_MOTION })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('input made before the scripts of the page have loaded counts once they have', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  // Only scripts are held, not the styles in the same folder: without them a browser draws nothing.
  await page.route('**/_next/static/chunks/*.js*', async route => {
    await scripts.promise
    await route.continue()
  })
  const opened = page.goto(MIXED)
  await page.locator('[data-select]').first().check()
  await page.getByRole('combobox', { name: de.ui.pagination.size }).selectOption('100')
  await page.getByRole('searchbox', { name: t.find.label }).fill('müller')
  scripts.resolve()
  await opened
  await expect(page).toHaveURL(/\?q=m%C3%BCller&per_page=100$/)
  await expect(page.getByRole('searchbox', { name: t.find.label })).toHaveValue('müller')
  await expect(page.getByRole('region', { name: de.selection.label })).toContainText('1')
})

test('people found by a refresh are in the sheet and among the copied addresses, too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(MIXED)
  await expectSummary(page, '240 Personen')
  const person = need((await listEverybody(MIXED_PROJECT.id))[0])
  const link = page.locator(`#person-${person.id}`)
  const field = page.getByRole('dialog').getByLabel(t.columns.email)
  await link.click()
  await expect(field).toHaveValue(person.email)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await changeElsewhere(page, person, { email: 'neu@example.com' })
  await page.getByRole('button', { name: t.refresh }).click()
  await expect(rowOf(page, person)).toContainText('neu@example.com')
  await rowOf(page, person).locator('[data-select]').check()
  const bar = page.getByRole('region', { name: de.selection.label })
  await bar.getByRole('button', { name: de.selection.more }).click()
  await page.getByRole('menuitem', { name: '1 E-Mail-Adresse kopieren' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('neu@example.com')
  await link.click()
  await expect(field).toHaveValue('neu@example.com')
})

test('a row that scrolls under a resting pointer looks like any other until the pointer moves', async ({
  page,
}) => {
  await page.goto(`${MIXED}?per_page=200`)
  await expectSummary(page, '240 Personen')
  const lit = page.locator('tr[data-person]:hover')
  const background = () => lit.evaluate(row => getComputedStyle(row).backgroundColor)
  const plain = await page
    .locator('tr[data-person]')
    .first()
    .evaluate(row => getComputedStyle(row).backgroundColor)
  await page.mouse.move(700, 600)
  await expect.poll(background).not.toBe(plain)
  // The page handles the wheel once its script runs.
  await expect(async () => {
    await page.mouse.wheel(0, 500)
    await expect.poll(background, { timeout: 1_000 }).toBe(plain)
  }).toPass()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400)
  await page.mouse.move(700, 601)
  await expect.poll(background).not.toBe(plain)
})

test('a cell at rest has no layer, and leaving rows do not fade', async ({ page }) => {
  await page.goto(MIXED)
  await comesAlive(page)
  const table = page.locator('table[role=grid]')
  const layers = await table
    .locator('td')
    .evaluateAll(cells => cells.filter(cell => getComputedStyle(cell).position !== 'static').length)
  expect(layers).toBe(0)
  // The previous rows stay until an answer comes.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/people?*', route => held.then(() => route.continue()))
  await page.getByRole('searchbox').fill('sommer')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  // A browser makes a layer of a fading element, and paints the whole table twice for it.
  const changes = await table.evaluate(one =>
    one
      .getAnimations()
      .flatMap(({ effect }) =>
        effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [],
      ),
  )
  expect(changes).not.toContain('opacity')
  await expect(table).toHaveCSS('opacity', '0.5')
  letGo()
  await expect(page.locator('[role=grid]:not([aria-busy])')).toHaveCSS('opacity', '1')
})

test('a time of long ago fits its column, with its year', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}`)
  const moments = page.locator('td:has(> time)')
  await expect(moments.first()).toContainText(/20\d\d$/)
  const cut = await moments.evaluateAll(
    cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).length,
  )
  expect(cut).toBe(0)
})

test.describe('a failed refresh', () => {
  test.use({ expectedStatuses: [404, 502, 503, 504] })

  test('a failed refresh keeps the rows of an incomplete roster, and says how old they are', async ({
    page,
  }) => {
    await page.goto(MIXED)
    await expectSummary(page, '240 Personen')
    const away = { status: 503, json: { message: 'Away.', code: 'service_unreachable' } }
    await page.route(/\/people(\?|$)/, route => route.fulfill(away))
    await page.route('**/api/budget', async route => {
      const response = await fetchAnswer(route)
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, down: true } } })
    })
    await page.getByRole('button', { name: t.refresh, exact: true }).click()
    await expect(page.locator('.toast').getByText(t.refreshFailed)).toBeVisible()
    await expect(page.getByRole('main').getByText(t.asOf)).toBeVisible()
    await expectSummary(page, '240 Personen')
    await expect(page.locator('tr[data-person]').first()).toBeVisible()
  })
})

test('the list of shown people is exported from the menu, on whatever page the table is', async ({
  page,
}) => {
  await page.goto(`${MIXED}?tile=approved&page=2&sort=email`)
  await expectSummary(page, 'Seite 2 von 2')
  await page.getByRole('button', { name: t.view.label }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Liste mit 100 Personen als Text (CSV)' }).click()
  const rows = readCsv((await readFile(await (await downloading).path(), 'utf8')).slice(1)).slice(1)
  const approved = (await listEverybody(MIXED_PROJECT.id)).filter(
    person => getPortraitStatus(person) === 'approved',
  )
  expect(rows.map(row => row[3]).toSorted()).toEqual(approved.map(({ email }) => email).toSorted())
})

test('columns and density are remembered in this browser and drawn by the server at once', async ({
  page,
}) => {
  // The window fits the whole menu: one that scrolls may move away from under the press.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(MIXED)
  await page.getByRole('button', { name: t.view.label }).click()
  const saved = page.waitForResponse(answer => answer.url().endsWith('/api/preferences'))
  await page.getByRole('menuitemcheckbox', { name: t.columns.locale }).click()
  await saved
  const savedToo = page.waitForResponse(answer => answer.url().endsWith('/api/preferences'))
  await page.getByRole('menuitemradio', { name: t.view.compact }).click()
  expect((await savedToo).status()).toBe(204)
  await expect(page.getByRole('columnheader', { name: t.columns.locale })).toHaveCount(0)

  const html = await (await page.request.get(MIXED)).text()
  expect(html).toContain('data-density="compact"')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: t.columns.email })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: t.columns.locale })).toHaveCount(0)
})

test('a person not found in the project is searched for in all projects with one press', async ({ page }) => {
  const [other] = await listEverybody(COMPLETED_PROJECT.id)
  await page.goto(`${MIXED}?q=${other?.mitarbeiternummer}`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: t.noMatch.everywhere }).click()
  const search = page.getByRole('dialog').getByRole('combobox')
  await expect(search).toHaveValue(other?.mitarbeiternummer ?? '')
  await expect(search).toBeFocused()
  await page.getByRole('option', { name: other?.email ?? '' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${COMPLETED_PROJECT.id}/people/${other?.id}`))
})

test('a row on a phone is a card, and can be edited by touch', async ({ browser }) => {
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const phone = await context.newPage()
  await phone.goto('/')
  await phone.getByRole('button', { name: de.signIn.submit, exact: true }).click()
  await expect(phone.getByRole('heading', { level: 1, name: de.projects.title })).toBeVisible()
  await phone.goto(MIXED)
  const row = phone.locator('tr[data-person]').first()
  await expect(row).toBeVisible()
  expect(await row.evaluate(element => element.getBoundingClientRect().height)).toBeGreaterThan(100)
  const afterName = (column: string) =>
    row
      .locator(`td[data-field=${column}] .name-link`)
      .evaluate(name => getComputedStyle(name, '::after').content)
  expect(await afterName('last_name')).toContain(',')
  expect(await afterName('first_name')).toBe('none')
  await row.locator('td[data-field=email]').tap()
  await expect(row.locator('td[data-field=email] input')).toBeFocused()
  await phone.getByRole('button', { name: t.view.label }).tap()
  await phone.getByRole('menuitemradio', { name: t.columns.first_name }).tap()
  await expect(phone).toHaveURL(/sort=first_name/)
  await context.close()
})

async function expectSummary(page: Page, words: string): Promise<void> {
  await expect(page.getByTestId('page-summary')).toContainText(words)
}
