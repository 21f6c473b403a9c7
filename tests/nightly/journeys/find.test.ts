import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { peoplePageSchema } from '#lib/employees/people-contract.ts'
import { compareText } from '#lib/i18n/compare-text.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { comesAlive, expect, fetchAnswer, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import {
  changeElsewhere,
  listEverybody,
  listRowIds,
  need,
  readAnew,
  rowOf,
} from '#tests/support/journeys/employees.ts'
import { clearFaults, putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const t = de.employees

test.use({ locale: 'de-DE', ...WITH_MOTION })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('what is typed, ticked and chosen before the scripts of the page are there counts when they are', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>()
  // Not the styles, which come from the same folder: without them a browser draws nothing.
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

test('a slash leads to the search, which finds parts of words in any order and marks them', async ({
  page,
}) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  const person = need(people.find(({ last_name }) => last_name === 'Müller'))
  await page.goto(MIXED)
  await expectSummary(page, 'Seite 1 von 5 · 240 Personen')

  const search = page.getByRole('searchbox', { name: t.find.label })
  // The page listens to keys once its script runs, a moment after it can be read.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await expect(search).toHaveAttribute('placeholder', 'In 240 Personen suchen')
  await page.getByRole('button', { name: /^Wartet auf Foto/ }).click()
  await expect(search, 'a tile narrows what is searched').toHaveAttribute(
    'placeholder',
    'In 50 Personen suchen',
  )
  await page.getByRole('button', { name: /^Alle/ }).click()
  await search.focus()
  await page.keyboard.type(`MUELL ${person.first_name.slice(0, 3).toLowerCase()}`)
  await expect(rowOf(page, person)).toBeVisible()
  await expect(rowOf(page, person).locator('mark').first()).toHaveText('Müll')
  await expect.poll(() => listRowIds(page)).toContain(person.id)
  await expect(page).toHaveURL(/\?q=MUELL/)

  await search.fill(person.mitarbeiternummer)
  await expect.poll(async () => (await listRowIds(page))[0]).toBe(person.id)
  await page.keyboard.press('Escape')
  await expectSummary(page, '240 Personen')
  await expect(page).toHaveURL(new RegExp(`${MIXED}$`))
})

test('what a refresh finds is shown also to who has gone on to other filters meanwhile', async ({ page }) => {
  const approved = page.getByRole('button', { name: /^Freigegeben/ })
  await page.goto(`${MIXED}?tile=approved`)
  const [first = 0] = await listRowIds(page)
  await page.getByRole('button', { name: /^Alle/ }).click()
  await expectSummary(page, '240 Personen')
  await (await viewSandbox()).requestRetake(first)
  const path = `/projects/${MIXED_PROJECT.id}/employees`
  await putFault({ path, answer: { kind: 'delay', ms: 2000 } })
  await page.getByRole('button', { name: t.refresh }).click()
  await approved.click()
  await expectSummary(page, '100 Personen')
  await expect(rowOf(page, { id: first })).toBeVisible()
  await expectSummary(page, '99 Personen')
  await expect(rowOf(page, { id: first })).toHaveCount(0)
})

test('what a refresh finds is in the sheet and among the copied addresses, too', async ({
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

test('a row that runs under a resting pointer looks like any other until the pointer moves', async ({
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
  // The page listens to the wheel once its script runs.
  await expect(async () => {
    await page.mouse.wheel(0, 500)
    await expect.poll(background, { timeout: 1_000 }).toBe(plain)
  }).toPass()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400)
  await page.mouse.move(700, 601)
  await expect.poll(background).not.toBe(plain)
})

test('letters never wait for answers, and only the last question is answered', async ({ page }) => {
  await page.goto(MIXED)
  await expectSummary(page, '240 Personen')
  const given = Promise.withResolvers<void>()
  const dropped: string[] = []
  page.on('requestfailed', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith(`${MIXED}/people`)) dropped.push(search)
  })
  await page.route('**/api/projects/*/people?*', async route => {
    await given.promise
    await route.continue().catch(() => {})
  })
  const before = await listRowIds(page)
  const search = page.getByRole('searchbox', { name: t.find.label })
  await search.fill('s')
  await expect(page).toHaveURL(/q=s$/)
  await search.fill('sch')
  await expect(page).toHaveURL(/q=sch$/)
  await search.fill('scholz')
  await expect(page).toHaveURL(/q=scholz$/)
  await expect(search).toHaveValue('scholz')
  expect(await listRowIds(page), 'the old rows stay until the new ones come').toEqual(before)
  await expect.poll(() => dropped).toEqual(['?q=s', '?q=sch'])
  given.resolve()
  const people = await listEverybody(MIXED_PROJECT.id)
  const scholz = people.filter(person => /scholz/i.test(`${person.last_name} ${person.email}`))
  await expect.poll(async () => (await listRowIds(page)).sort()).toEqual(scholz.map(({ id }) => id).sort())
})

test('a cell at rest is no layer of its own, and rows on their way out are no picture that fades', async ({
  page,
}) => {
  await page.goto(MIXED)
  await comesAlive(page)
  const table = page.locator('table[role=grid]')
  const layers = await table
    .locator('td')
    .evaluateAll(cells => cells.filter(cell => getComputedStyle(cell).position !== 'static').length)
  expect(layers).toBe(0)
  // As long as no answer comes, the rows of before stand there.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/people?*', route => held.then(() => route.continue()))
  await page.getByRole('searchbox').fill('sommer')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  // A browser makes a picture of its own of what fades, and paints the whole table twice for it.
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

test('a moment of long ago fits its column, year and all', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}`)
  const moments = page.locator('td:has(> time)')
  await expect(moments.first()).toContainText(/20\d\d$/)
  const cut = await moments.evaluateAll(
    cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).length,
  )
  expect(cut).toBe(0)
})

test('an exact number and a day of editing are filters too', async ({ page }) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  const days = people
    .map(({ photo }) => photo.edited_at?.slice(0, 10) ?? '')
    .filter(Boolean)
    .sort()
  const since = need(days[Math.floor(days.length / 2)])
  const person = need(people.find(({ mitarbeiternummer }) => mitarbeiternummer === '00042'))
  await page.goto(`${MIXED}?per_page=200`)
  await page.getByRole('button', { name: t.find.more }).click()
  await page.getByLabel(t.find.editedSince).fill(since)
  const edited = people.filter(({ photo }) => (photo.edited_at ?? '').slice(0, 10) >= since)
  await expect.poll(() => listRowIds(page)).toEqual(edited.map(({ id }) => id))
  await page.getByLabel(t.find.editedSince).fill('')
  await page.getByLabel(t.find.number).fill('00042')
  await page.keyboard.press('Enter')
  await expect.poll(() => listRowIds(page)).toEqual([person.id])
  await expect(page).toHaveURL(/mitarbeiternummer=00042/)
})

test('a year that is typed is one question, and one step back leaves it', async ({ page }) => {
  await page.goto(MIXED)
  await page.getByRole('button', { name: t.find.more }).click()
  const day = page.getByLabel(t.find.editedSince)
  await day.focus()
  const before = await page.evaluate(() => history.length)
  await page.keyboard.type('10102026')
  await expect(page).toHaveURL(/edited_since=2026-10-10/)
  expect((await page.evaluate(() => history.length)) - before).toBe(1)
})

test('a tile that is pressed twice before Next knows of the first press is left by a step back, rows and all', async ({
  page,
}) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  const retake = people.filter(person => getPortraitStatus(person) === 'retake')
  await page.goto(MIXED)
  await expectSummary(page, '240 Personen')
  const tile = page.getByRole('button', { name: new RegExp(`^${t.tiles.retake}`) })
  await tile.evaluate(async (button: HTMLButtonElement) => {
    button.click()
    // React draws the press in a microtask, Next tells of the address in a task.
    for (let turn = 0; turn < 10; turn += 1) await null
    button.click()
  })
  await expect(page).toHaveURL(new RegExp(`${MIXED}$`))
  await expectSummary(page, '240 Personen')
  await page.goBack()
  await expect(page).toHaveURL(/tile=retake/)
  await expectRows(page, retake)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${MIXED}$`))
  await expectRows(page, people.slice(0, 50))
})

test.describe('a refresh that fails', () => {
  test.use({ expectedStatuses: [404, 502, 503, 504] })

  test('says so while the rows stay, and of a project that is gone nothing stays', async ({ page }) => {
    await page.goto(MIXED)
    await expectSummary(page, '240 Personen')
    const refresh = page.getByRole('button', { name: t.refresh, exact: true })
    const path = `/projects/${MIXED_PROJECT.id}/employees?*`
    await putFault({ method: 'GET', path, times: 99, answer: { kind: 'status', status: 503 } })
    await refresh.click()
    await expect(page.locator('.toast').getByText(t.refreshFailed)).toBeVisible()
    await expectSummary(page, '240 Personen')
    await clearFaults()
    await putFault({ method: 'GET', path, times: 99, answer: { kind: 'status', status: 404 } })
    await refresh.click()
    await expect(page.locator('tr[data-person]')).toHaveCount(0)
  })

  test('leaves the rows also where the desk itself does not know everybody yet, and says how old they are', async ({
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

test('people come by last name, as its head says; another head sorts, then the other way round, then not at all', async ({
  page,
}) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  await page.goto(`${MIXED}?per_page=200`)
  const first = page.getByRole('columnheader', { name: t.columns.last_name })
  await expect(first).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => listRowIds(page)).toEqual(people.slice(0, 200).map(({ id }) => id))
  const head = page.getByRole('columnheader', { name: t.columns.mitarbeiternummer })
  const sorted = people.toSorted(
    (a, b) => compareText(a.mitarbeiternummer, b.mitarbeiternummer) || a.id - b.id,
  )
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => listRowIds(page)).toEqual(sorted.slice(0, 200).map(({ id }) => id))
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await listRowIds(page))[0]).not.toBe(sorted[0]?.id)
  await head.getByRole('button').click()
  await expect(head).not.toHaveAttribute('aria-sort')
  await expect(first).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => listRowIds(page)).toEqual(people.slice(0, 200).map(({ id }) => id))
})

test('in a search the best match comes first, which no head shows: it is said beside the number of the found', async ({
  page,
}) => {
  await page.goto(MIXED)
  const order = page.getByText(t.said.bestFirst, { exact: true }).filter({ visible: true })
  await expect(page.locator('th[aria-sort]')).toHaveCount(1)
  await page.getByRole('searchbox').pressSequentially('müller')
  await expect(order).toBeVisible()
  await expect(page.locator('th[aria-sort]')).toHaveCount(0)
  await page.getByRole('columnheader', { name: t.columns.email }).getByRole('button').click()
  await expect(page.locator('th[aria-sort]')).toHaveCount(1)
  await expect(order).toHaveCount(0)
})

test('everything stands in the address: back, forward and a link show the same rows', async ({ page }) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  const approved = people.filter(person => getPortraitStatus(person) === 'approved')
  const sommer = approved.filter(({ last_name, email }) => /sommer/i.test(`${last_name} ${email}`))
  await page.goto(MIXED)
  await page.getByRole('button', { name: new RegExp(`^${t.tiles.approved}`) }).click()
  await expectRows(page, approved.slice(0, 50))
  await page.getByRole('searchbox').pressSequentially('sommer')
  await expectRows(page, sommer)
  await expect(page).toHaveURL(/q=sommer&tile=approved$/)

  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expectRows(page, approved.slice(0, 50))
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${MIXED}$`))
  await expectRows(page, people.slice(0, 50))
  await page.goForward()
  await page.goForward()
  await expect(page.getByRole('searchbox')).toHaveValue('sommer')
  await expectRows(page, sommer)

  const link = await page.context().newPage()
  await link.goto(page.url())
  await expectRows(link, sommer)
})

test('pages are turned, and the size of a page is chosen', async ({ page }) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  await page.goto(`${MIXED}?per_page=25`)
  await expectSummary(page, 'Seite 1 von 10 · 240 Personen')
  await page.getByRole('link', { name: de.ui.pagination.next }).click()
  await expectSummary(page, 'Seite 2 von 10')
  await expect.poll(() => listRowIds(page)).toEqual(people.slice(25, 50).map(({ id }) => id))
  await page.getByLabel(de.ui.pagination.size).selectOption('100')
  await expectSummary(page, 'Seite 1 von 3 · 240 Personen')
  await page.goto(`${MIXED}?page=99`)
  await expectSummary(page, 'Seite 5 von 5')
})

test('the list of everybody whom the table shows is taken from its menu, whatever page it is at', async ({
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
  // The whole menu fits: where it has to be scrolled, it may move away from under the press.
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

test('while people are still being loaded the screen says how far it is, and asks again', async ({
  page,
}) => {
  await page.goto(MIXED)
  await expectSummary(page, '240 Personen')
  let asked = 0
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/projects/*/people?*q=sommer*', async route => {
    const answer = await fetchAnswer(route)
    const body = peoplePageSchema.parse(await answer.json())
    asked += 1
    if (asked === 2) await seen.promise
    if (asked === 1)
      Object.assign(body.meta, { loaded: 200, roster_total: 1200, complete: false, counts: null })
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('searchbox', { name: t.find.label }).fill('sommer')
  await expect(page.getByText('200 von 1.200 geladen')).toBeVisible()
  seen.resolve()
  await expect(page.getByText(/ geladen$/)).toHaveCount(0)
  expect(asked).toBe(2)
})

test('nobody found says so, and one press shows everybody again', async ({ page }) => {
  await page.goto(`${MIXED}?q=zzzzzz`)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: t.noMatch.title })).toBeVisible()
  await page.getByRole('button', { name: t.find.clear }).last().click()
  await expectSummary(page, '240 Personen')
  await expect(page.getByRole('searchbox', { name: t.find.label })).toBeFocused()
})

test('who is not found in this project is looked for in all of them with one press', async ({ page }) => {
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

test('on a phone a row is a card, and a finger edits it', async ({ browser }) => {
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

test('on a phone a name opens its person, however short it is', async ({ browser }) => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ locale: 'de-DE', viewport, hasTouch: true })
  const phone = await context.newPage()
  await signIn(phone)
  for (const column of ['last_name', 'first_name']) {
    await phone.goto(MIXED)
    await phone.locator(`td[data-field=${column}] .name-link`).first().tap()
    await expect(phone.getByRole('dialog')).toBeVisible()
    await expect(phone).toHaveURL(/\/people\/\d+$/)
  }
  await context.close()
})

test.describe('where a value is refused', () => {
  test.use({ expectedStatuses: [422] })

  test('on the narrowest phone a refused value and its reason stay in their card, and no name lies under its box', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(MIXED)
    await comesAlive(page)
    const rows = page.locator('tr[data-person]')
    const email = (row: number) => rows.nth(row).locator('td[data-field=email]')
    await email(1).press('F2')
    // A card out of sight is not laid out, and has no inner text then.
    await email(1)
      .locator('input')
      .fill((await email(4).textContent()) ?? '')
    await page.keyboard.press('Enter')
    await expect(email(1)).toHaveAttribute('aria-invalid', 'true')
    const name = rows.nth(3).locator('td[data-field=last_name]')
    await name.press('F2')
    await name.locator('input').fill('Vogt-Sommerfeldt')
    await page.keyboard.press('Enter')
    await expect(name).toContainText('Vogt-Sommerfeldt')
    const outside = await rows.evaluateAll(cards =>
      cards.slice(0, 10).flatMap(card => {
        const { right } = card.getBoundingClientRect()
        const box = card.querySelector('[data-select]')?.getBoundingClientRect()
        const inner = [...card.querySelectorAll('td[data-field], td[data-field] *')]
        return inner.flatMap(one => {
          const { left, width, top, bottom } = one.getBoundingClientRect()
          const isUnder = box && top < box.bottom && bottom > box.top && left + width > box.left
          return left + width > right || isUnder ? [one.outerHTML.slice(0, 120)] : []
        })
      }),
    )
    expect(outside).toEqual([])
  })
})

async function expectSummary(page: Page, words: string): Promise<void> {
  await expect(page.getByTestId('page-summary')).toContainText(words)
}

/** These people and nobody else, in whatever order. */
async function expectRows(page: Page, people: Employee[]): Promise<void> {
  const ids = people.map(({ id }) => id).sort()
  await expect.poll(async () => (await listRowIds(page)).sort()).toEqual(ids)
}
