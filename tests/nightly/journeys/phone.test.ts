/** What stands beside each other on a desk has its own place on a phone, and nothing there is without effect. */
import type { Locator, Page } from '@playwright/test'
import { paths } from '#lib/address/paths.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { EMPTY_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/journeys/accessible.ts'
import { comesAlive, expect, test } from '#tests/support/journeys/desk-test.ts'
import { cellOf, listEverybody, listRowIds, need, readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signIn } from '#tests/support/journeys/sign-in.ts'

const t = de.employees

test.use({ locale: 'de-DE', viewport: { width: 320, height: 844 }, reducedMotion: 'reduce', hasTouch: true })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('what is to do in a project runs over the whole width, with room between the lines', async ({
  page,
}) => {
  await page.goto('/projects')
  for (const name of ['anna', 'ben', 'cem']) {
    const added = await page.request.post(`/api/v1/projects/${EMPTY_PROJECT.id}/employees`, {
      headers: { 'x-csrf': '1', origin: new URL(page.url()).origin },
      data: { first_name: name, last_name: 'Neu', email: `${name}.neu@firma.example` },
    })
    expect(added.status()).toBe(201)
  }
  await openProjects(page)
  const tasks = page.getByRole('listitem').filter({ hasText: EMPTY_PROJECT.name }).getByRole('listitem')
  const since = tasks.filter({ hasText: 'noch nicht eingeladen' })
  // The log outlives the sandbox's reset, and may know of somebody with the same id from a test before.
  await expect(since).toHaveText(
    /^3 Personen sind noch nicht eingeladen\u00a0· die ersten (?:gerade eben|vor \d+ Min\.) angelegt$/,
  )
  await expectAccessible(page, 'a link in a sentence', 'main')
  const text = since.locator('p')
  expect((await text.boundingBox())?.height, 'three lines').toBeLessThanOrEqual(64)
  const many = page.getByRole('listitem').filter({ hasText: MIXED_PROJECT.name }).getByRole('listitem')
  const [first, second] = [await many.nth(0).boundingBox(), await many.nth(1).boundingBox()]
  const end = (first?.y ?? 0) + (first?.height ?? 0)
  expect((second?.y ?? 0) - end).toBeGreaterThanOrEqual(4)
})

test('long names of files make the window for downloads no wider, and a name fits into its filter', async ({
  page,
}) => {
  const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await page.getByRole('button', { name: de.exports.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Für welches System/ }).click()
  await page.getByRole('option', { name: /^Microsoft 365/ }).click()
  await expect(dialog.getByRole('list', { name: de.exports.dialog.naming.preview })).toContainText('@')
  expect(await dialog.locator('.modal-body').evaluate(isWhole)).toBe(true)
  const { id } = need((await listEverybody(MIXED_PROJECT.id))[0])
  await page.goto(`/activity?employee=${id}`)
  const chip = page.getByRole('main').getByRole('button', { name: /^Nur / })
  await expect(chip).toBeVisible()
  expect(await chip.evaluate(isWhole)).toBe(true)
})

test('a tile that is chosen already is not cut off', async ({ page }) => {
  await page.goto(`/projects/${MIXED_PROJECT.id}?tile=uninvited`)
  const tile = page.getByRole('button', { name: t.tiles.uninvitedAmong })
  await expect(tile).toHaveAttribute('aria-pressed', 'true')
  await expect(tile).toBeInViewport({ ratio: 1 })
})

test('what was searched for in a number is read as well as on a desk', async ({ page }) => {
  const { mitarbeiternummer } = need(
    (await listEverybody(MIXED_PROJECT.id)).find(person => /^\d{6}$/.test(person.mitarbeiternummer ?? '')),
  )
  await page.goto(`/projects/${MIXED_PROJECT.id}?q=${mitarbeiternummer}`)
  await expect(page.locator('.card-number mark').first()).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a hit', '.card-number')
})

test('what is said of an address breaks no word, as an address itself does', async ({ page }) => {
  const person = need((await listEverybody(MIXED_PROJECT.id)).find(({ photo }) => photo.approved))
  await page.goto(`/projects/${MIXED_PROJECT.id}?q=${encodeURIComponent(person.email)}`)
  const cell = cellOf(page, person, 'email')
  await cell.tap()
  await cell.locator('input').fill('kaputt')
  await page.keyboard.press('Enter')
  const reason = cell.locator('p').first()
  await expect(reason).toBeVisible()
  await expect(reason).toHaveCSS('word-break', 'normal')
})

test('a portrait is not offered larger where it fills the width already; at 200 % of a laptop it grows', async ({
  page,
}) => {
  const person = need((await listEverybody(MIXED_PROJECT.id)).find(({ photo }) => photo.approved))
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  const small = page.getByRole('dialog').getByRole('img').first()
  const enlarge = page.getByRole('button', { name: /^Porträt von .* vergrößern$/ })
  await expect(small).toHaveCSS('opacity', '1')
  await expect(enlarge).toBeHidden()
  await page.setViewportSize({ width: 683, height: 384 })
  await expect(enlarge).toBeVisible()
  const before = (await small.boundingBox())?.height ?? 0
  await enlarge.press('Enter')
  await expect(page.locator('[role=dialog]')).toHaveCount(2)
  const large = page.getByRole('dialog').getByRole('img').first()
  expect((await large.boundingBox())?.height).toBeGreaterThan(before)
  await expect(large, 'nothing of it has to be scrolled to').toBeInViewport({ ratio: 1 })
})

test('the fields of a person stay where they are when the sizes of the photo arrive', async ({ page }) => {
  const person = need((await listEverybody(MIXED_PROJECT.id)).find(({ photo }) => photo.approved))
  const address = `/projects/${MIXED_PROJECT.id}/people/${person.id}`
  const sizes = page.getByRole('list', { name: de.person.photo.downloads }).getByRole('listitem')
  const field = page.getByRole('dialog').getByRole('textbox').first()
  await page.goto(address)
  await expect(sizes.nth(1)).toBeVisible()
  let goOn = () => {}
  const isAsked = new Promise<void>(asked =>
    page.route(`**${paths.api.imageSizes()}`, async route => {
      asked()
      await new Promise<void>(resolve => {
        goOn = resolve
      })
      await route.continue()
    }),
  )
  await page.goto(address)
  await isAsked
  await expect(sizes).toHaveCount(1)
  const before = await field.boundingBox()
  goOn()
  await expect(sizes.nth(1)).toBeVisible()
  expect((await field.boundingBox())?.y).toBe(before?.y)
})

test('the buttons above a project are all as wide as the page', async ({ page }) => {
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const widths = await Promise.all(
    [de.exports.open, de.person.add.open].map(async name =>
      Math.round((await page.getByRole('button', { name, exact: true }).boundingBox())?.width ?? 0),
    ),
  )
  expect(widths).toEqual([288, 288])
})

test('the order of the cards is shown and can be changed, and what no card has is not offered', async ({
  page,
}) => {
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const button = page.getByRole('button', { name: t.view.label })
  const order = page.getByTestId('card-order')
  await expect(order).toHaveText('Sortiert nach Nachname, aufsteigend')
  await button.click()
  const columns = page.getByRole('menuitemcheckbox')
  await expect(columns.filter({ hasText: t.columns.locale })).toBeVisible()
  await expect(columns.filter({ hasText: t.columns.invited_at })).toHaveCount(0)
  await expect(page.getByRole('menuitemradio', { name: t.view.compact })).toHaveCount(0)
  await page.getByRole('menuitemradio', { name: t.columns.email }).click()
  await expect(order).toHaveText('Sortiert nach E-Mail, aufsteigend')
  await choose(page, t.view.desc)
  await expect(order).toHaveText('Sortiert nach E-Mail, absteigend')
  const emails = (await listEverybody(MIXED_PROJECT.id)).map(({ email }) => email)
  const last = need(emails.toSorted((a, b) => a.localeCompare(b, 'de')).at(-1))
  await expect(page.locator('tr[data-person]').first()).toContainText(last)
  await page.setViewportSize({ width: 1366, height: 844 })
  await expect(order).toBeHidden()
  await button.click()
  await expect(columns.filter({ hasText: t.columns.invited_at })).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: t.view.compact })).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: t.columns.email })).toHaveCount(0)
})

test('in the search for everything the project of a person has a line of its own', async ({ page }) => {
  await readAnew(page, LARGE_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  expect((await listRowIds(page)).length).toBeGreaterThan(0)
  await comesAlive(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: de.shell.palette.search })).toBeFocused()
  await page.keyboard.type('mueller')
  const place = page.getByRole('option').getByText(MIXED_PROJECT.name, { exact: true }).first()
  await expect(place).toBeVisible()
  expect(await place.evaluate(text => text.scrollWidth <= (text.parentElement?.clientWidth ?? 0))).toBe(true)
})

test('every link of the menu leaves it, also one to the page that is already there', async ({ page }) => {
  await openProjects(page)
  const menu = page.getByRole('dialog', { name: de.shell.menu })
  const links = menu.getByRole('link')
  const open = async () => {
    await page.getByRole('button', { name: de.shell.menu }).tap()
    await expect(menu.getByRole('link', { name: de.shell.connection.free })).toBeVisible()
  }
  await open()
  const names = await links.allTextContents()
  expect(names.length).toBeGreaterThan(3)
  for (const name of names)
    for (const when of ['from elsewhere', 'from there'])
      await test.step(`${name}, ${when}`, async () => {
        await links.getByText(name, { exact: true }).tap()
        await expect(menu).toBeHidden()
        await open()
      })
})

test('what is tapped in a menu is done, and the page below stays, also after a key was pressed', async ({
  page,
}) => {
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  for (const index of [0, 1]) await page.locator('tr[data-person]').nth(index).getByRole('checkbox').tap()
  const more = page.getByRole('button', { name: de.selection.more })
  await more.tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  await more.tap()
  const list = page.getByRole('menuitem', { name: /CSV/ })
  const { x = 0, y = 0, width = 0, height = 0 } = (await list.boundingBox()) ?? {}
  const download = page.waitForEvent('download')
  // As a finger does: it takes what is below it, and waits for nothing.
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await download
  expect(await scrolled()).toBe(before)
})

test('a package and its licence stand inside of their card', async ({ page }) => {
  await page.goto('/about')
  const row = page.getByRole('row').nth(1)
  const [card, name] = [await row.boundingBox(), await row.getByText(/./).first().boundingBox()]
  expect((name?.x ?? 0) - (card?.x ?? 0)).toBeGreaterThan(8)
})

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t.view.label }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('a tap on a status says what it means, beside the card and not outside of the window', async ({
  page,
}) => {
  await page.goto(`/projects/${MIXED_PROJECT.id}?tile=approved`)
  const status = page.locator('td:has(> .status-approved)').nth(1)
  await status.tap()
  const meaning = page.locator('p.cell-hint-stays')
  await expect(meaning).toHaveText(await said(status))
  await expect(meaning).toBeInViewport({ ratio: 1 })
  const [below, there] = [await meaning.boundingBox(), await status.boundingBox()]
  expect(Math.abs((below?.y ?? 0) - (there?.y ?? 0) - (there?.height ?? 0))).toBeLessThan(2)
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(meaning).toHaveCount(0)
})

async function said(cell: Locator): Promise<string> {
  const id = await cell.getAttribute('aria-describedby')
  return (await cell.page().locator(`[id="${id}"]`).textContent()) ?? ''
}
