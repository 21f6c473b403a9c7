import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import en from '#lib/i18n/en.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { AWAY, expect, letAge, test } from '#tests/support/journeys/desk-test.ts'
import { editCell, listEverybody, readAnew } from '#tests/support/journeys/employees.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

test.use({ expectedStatuses: [404] })
test.beforeEach(resetSandbox)

test('rows are selected with Shift, by page and all that match, and every button names its number', async ({
  page,
}) => {
  await open(page)
  await selectRows(page, 1, 4)
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar.getByRole('button', { name: 'Download approved photos' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Delete 4 people…' })).toBeVisible()
  const all = bar.getByRole('button', { name: /^Select all \d+$/ })
  const total = Number((await all.innerText()).replaceAll(/\D/g, ''))
  expect(total).toBeGreaterThan(200)
  await all.click()
  await expect(bar).toContainText(`${total} selected`)
  await expect(bar.getByRole('button', { name: `Delete ${total} people…` })).toBeVisible()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toBeHidden()
})

test('what is told of changes is one line below the bar, the newest: it takes the place of the offer before at once', async ({
  page,
}) => {
  await open(page)
  await editCell(page.locator('td[data-field=last_name]').nth(5), 'Neuname')
  await page.keyboard.press('Enter')
  const toasts = page.locator('.toast').filter({ visible: true })
  await expect(toasts).toHaveCount(1)
  await expect(toasts.getByText(en.employees.edit.undo, { exact: true })).toBeVisible()
  await selectRows(page, 0, 3)
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect.poll(() => endsAbove(bar, toasts)).toBe(true)
  await putFault({ method: 'PATCH', path: '/employees/*', times: 1, answer: { kind: 'delay', ms: 1500 } })
  await changeLanguage(page, 'English')
  await expect(toasts.filter({ hasText: 'Started for 4 people' })).toBeVisible()
  expect(await toasts.count()).toBe(1)
  await expect(toasts.filter({ hasText: 'set to English' })).toBeVisible()
  expect(await toasts.count()).toBe(1)
})

test('deleting a few names them all in one step, one failure stops nothing, and the list of results says who', async ({
  page,
}) => {
  await open(page)
  const ids = await selectRows(page, 0, 2)
  await putFault({
    method: 'DELETE',
    path: `/employees/${ids[1]}`,
    times: 1,
    answer: { kind: 'status', status: 422, body: { message: 'No.', errors: { id: ['No.'] } } },
  })
  await page.getByRole('button', { name: 'Delete 3 people…' }).click()
  const chosen = (await listEverybody(MIXED_PROJECT.id)).filter(({ id }) => ids.includes(id))
  const question = page.getByRole('alertdialog', { name: 'Delete 3 people?' })
  await expect(question.getByRole('listitem')).toHaveCount(3)
  const names = await question.getByRole('listitem').allInnerTexts()
  expect(names.sort()).toEqual(chosen.map(toNameAndNumber).sort())
  await expect(question.getByRole('textbox')).toHaveCount(0)
  await question.getByRole('button', { name: 'Delete 3 people for ever' }).click()
  await expect(page.getByText('2 people deleted').first()).toBeVisible()
  await expect(page.getByText('238 people', { exact: true }), 'the header counts anew').toBeVisible()
  await openWork(page)
  await expectAccessible(page, 'the list of work')
  await page.getByRole('button', { name: 'Show the list' }).click()
  const results = page.getByRole('dialog', { name: 'Results for 3 people' })
  await expect(results.getByRole('listitem').first()).toContainText('Failed')
  await expect(results.getByRole('listitem').filter({ hasText: 'Deleted' })).toHaveCount(2)
  for (const person of chosen)
    await expect(results.getByRole('listitem').filter({ hasText: toNameAndNumber(person) })).toHaveCount(1)
  const left = await listEverybody(MIXED_PROJECT.id)
  expect(ids.map(id => left.some(person => person.id === id))).toEqual([false, true, false])
})

test('who has deleted a few by keys, far down the list, sees where the focus is', async ({ page }) => {
  await open(page)
  await selectRows(page, 40, 41)
  await page.getByRole('button', { name: 'Delete 2 people…' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete 2 people for ever' }).press('Enter')
  await expect(question).toHaveCount(0)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
})

test('without the network a question that is confirmed says so and can be closed, and nothing is done later behind its back', async ({
  page,
  context,
}) => {
  page.removeAllListeners('console')
  await open(page)
  const ids = await selectRows(page, 0, 1)
  await page.getByRole('button', { name: 'Delete 2 people…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 people?' })
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await context.setOffline(true)
  // Behind the question, where nobody can press it.
  const lost = page.getByText(en.shell.connection.short.deskLost, { exact: true })
  await expect(lost.first()).toBeAttached()
  await question.getByRole('button', { name: 'Delete 2 people for ever' }).click()
  await expect(question.getByText(en.errors.desk_unreachable)).toBeVisible()
  await question.getByRole('button', { name: en.ui.cancel }).click()
  await expect(question).toHaveCount(0)
  const begun: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/batches')) begun.push(request.url())
  })
  await context.setOffline(false)
  await expect(lost).toHaveCount(0)
  expect(begun).toEqual([])
  const left = (await listEverybody(MIXED_PROJECT.id)).map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining(ids))
})

test('deleting more than ten takes two steps, with their number typed, and the second has the focus however often it is opened', async ({
  page,
}) => {
  await open(page)
  const ids = await selectRows(page, 0, 10)
  const chosen = (await listEverybody(MIXED_PROJECT.id)).filter(({ id }) => ids.includes(id))
  const names = page.getByRole('dialog', { name: 'Delete 11 people?' })
  const question = page.getByRole('alertdialog', { name: 'Really delete 11 people?' })
  const confirm = question.getByRole('button', { name: 'Delete 11 people for ever' })
  const openQuestion = async () => {
    await page.getByRole('button', { name: 'Delete 11 people…' }).click()
    await expect(names.getByRole('listitem')).toHaveCount(11)
    const shown = await names.getByRole('listitem').allInnerTexts()
    expect(shown.sort()).toEqual(chosen.map(toNameAndNumber).sort())
    await names.getByRole('button', { name: 'Go on' }).click()
    await expect(question.getByRole('textbox')).toBeFocused()
    // It stays there when the first step has gone.
    await expect(names).toHaveCount(0)
    await page.waitForTimeout(300)
    await expect(confirm).toBeDisabled()
    await page.keyboard.type('11')
    await expect(question.getByRole('textbox')).toHaveValue('11')
  }
  await page.getByRole('button', { name: 'Delete 11 people…' }).click()
  await expect(names.getByRole('listitem')).toHaveCount(11)
  await expectAccessible(page, 'who would be deleted', '[role=dialog]')
  await page.keyboard.press('Escape')
  for (let times = 1; times <= 3; times += 1) {
    await openQuestion()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
  }
  await openQuestion()
  await confirm.click()
  await expect(page.getByText('11 people deleted').first()).toBeVisible()
})

test('of a few whose names cannot be read, their number is typed', async ({ page }) => {
  await open(page)
  await selectRows(page, 0, 1)
  await page.route('**/people/ids*', route => route.fulfill({ status: 404, json: { error: 'not_found' } }))
  await page.getByRole('button', { name: 'Delete 2 people…' }).click()
  const names = page.getByRole('dialog', { name: 'Delete 2 people?' })
  await expect(names.getByText('2 more people whose names cannot be read right now')).toBeVisible()
  await names.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
})

test('the bar at the foot hides nothing that has the focus, and does not turn the page when it has it itself', async ({
  page,
}) => {
  await open(page)
  await selectRows(page, 0, 2)
  const region = page.getByRole('region', { name: 'Selected people' })
  await region.evaluate(node => Promise.all(node.getAnimations().map(({ finished }) => finished)))
  await region.getByRole('button', { name: 'More', exact: true }).focus()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const bar = await region.boundingBox()
  if (!bar) throw new Error('There is no bar.')
  const behind = await page
    .locator('td[data-field=last_name]')
    .evaluateAll((cells, top) => cells.findIndex(cell => cell.getBoundingClientRect().bottom > top), bar.y)
  const cell = page.locator('td[data-field=last_name]').nth(behind)
  await cell.focus()
  const { y = 0, height = 0 } = (await cell.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(bar.y)
})

test('the bar takes the whole width of the foot, and the page ends above it', async ({ page }) => {
  await open(page)
  const region = page.getByRole('region', { name: 'Selected people' })
  const boxes = page.locator('[data-select]')
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    // At the foot of the window, where the bar will be.
    const box = boxes.nth(20)
    await box.evaluate(one => window.scrollBy(0, one.getBoundingClientRect().bottom + 8 - window.innerHeight))
    await box.press('Space')
    await expect(region).toBeVisible()
    expect(await region.boundingBox()).toMatchObject({ x: 0, width: viewport.width })
    await expect(box).toBeFocused()
    await expect.poll(() => endsAbove(box, region)).toBe(true)
    // Cards take their own height when they come into sight: the end is where it is after those.
    const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect
      .poll(async () => {
        await toEnd()
        return endsAbove(page.getByRole('contentinfo'), region)
      })
      .toBe(true)
    await region.getByRole('button', { name: 'Clear selection' }).click()
    await expect(region).toHaveCount(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingBlockEnd)).toBe('0px')
  }
})

test('addresses are copied and the list is taken as a file, of exactly those who are selected', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  // The first one has a name that a spreadsheet would take for a formula.
  const ids = await selectRows(page, 1, 3)
  const chosen = (await listEverybody(MIXED_PROJECT.id)).filter(({ id }) => ids.includes(id))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy 3 e-mail addresses' }).click()
  await expect(page.getByText('3 e-mail addresses copied')).toBeVisible()
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('; ')
  expect(copied.sort()).toEqual(chosen.map(({ email }) => email).sort())
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'List of 3 people as text (CSV)' }).press('Enter')
  const file = await (await downloading).path()
  const { data } = Papa.parse<string[]>((await readFile(file, 'utf8')).trim())
  const rows = data.slice(1)
  const inTable = ids.map(id => chosen.find(person => person.id === id)?.email)
  expect(rows.map(row => row[3])).toEqual(inTable)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const downloadingBook = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'List of 3 people for Excel (XLSX)' }).press('Enter')
  const bookFile = await downloadingBook
  expect(bookFile.suggestedFilename()).toMatch(/\.xlsx$/)
  const book = read(await readFile(await bookFile.path()))
  const [sheet] = Object.values(book.Sheets)
  if (!sheet) throw new Error('The file has no sheet.')
  // As Excel shows it: the times are times in the file.
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false })).toEqual(data)
})

test.describe('while the service is away', () => {
  test.use({ expectedStatuses: [404, 502, 503, 504] })

  test('a change to many waits, is found in every tab, and is stopped from any of them', async ({
    page,
    context,
  }) => {
    await open(page)
    const ids = await selectRows(page, 0, 19)
    const listLocales = async () => {
      const everybody = await listEverybody(MIXED_PROJECT.id)
      return everybody.filter(({ id }) => ids.includes(id)).map(({ locale }) => locale)
    }
    const before = await listLocales()
    await putFault({ times: 10_000, answer: { kind: 'status', status: 503 } })
    await changeLanguage(page, 'English')
    const away = en.batches.pauses.service_unreachable
    await openWork(page)
    await expect(page.getByText(away)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/exports')
    await openWork(other)
    await expect(other.getByText(away)).toBeVisible()
    await other.getByRole('button', { name: en.batches.cancel }).click()
    for (const tab of [other, page])
      await expect(tab.getByRole('button', { name: en.batches.show })).toBeVisible()
    await page.getByRole('button', { name: en.batches.show }).click()
    const results = page.getByRole('dialog', { name: 'Results for 20 people' })
    await expect(results.getByText(en.batches.outcomes.waiting).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await clearFaults()
    expect(await listLocales()).toEqual(before)
  })
})

test('one person is called by name and needs no number; afterwards Control and Z in a cell of many asks about all', async ({
  page,
}) => {
  await open(page)
  const box = page.locator('[data-select]').first()
  const name = (await box.getAttribute('aria-label'))?.replace('Select ', '')
  await box.click()
  await page.getByRole('button', { name: 'Delete 1 person…' }).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await question.getByRole('button', { name: 'Delete for ever' }).click()
  await expect(page.locator('.toast').getByText(`${name} deleted`, { exact: true })).toBeVisible()
  await expect(page.getByText('239 people', { exact: true })).toBeVisible()

  const chosen = await selectRows(page, 0, 2)
  const other = (await listEverybody(MIXED_PROJECT.id)).find(
    person => chosen.includes(person.id) && person.locale !== 'en',
  )
  await changeLanguage(page, 'English')
  await expect(page.getByText(/^Language of \d (person|people) set to English/).first()).toBeVisible()
  const cell = page.locator(`tr[data-person="${other?.id}"] > td[data-field=locale]`)
  await expect(cell).toContainText('English')
  const undo = page.locator('.toast').getByText(en.employees.edit.undoForAll, { exact: true })
  // Whose language it was before has the new one in the cell before the desk knows that the change has ended.
  await expect(async () => {
    await cell.press('Control+Z')
    await expect(undo).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await undo.click()
  await expect(page.getByText(/^Change of the language of \d (person|people) undone$/).first()).toBeVisible()
})

test.describe('the people of a change to many', () => {
  test.use({ expectedStatuses: [404, 502] })

  test('come when they are asked for again, and stay when they cannot be read once more', async ({
    page,
  }) => {
    await open(page)
    await selectRows(page, 0, 9)
    await changeLanguage(page, 'English')
    await expect(page.getByText(/^Language of \d+ (person|people) set to English/).first()).toBeVisible()
    await page.goto('/activity')
    const ofMany = /\/api\/activity\?.*bulk=/
    await page.route(ofMany, route => route.fulfill(AWAY))
    const people = page
      .locator('details')
      .filter({ hasText: /^(Show|Hide)/ })
      .first()
    await people.locator('summary').click()
    await expect(people.getByText(en.errors.service_unreachable)).toBeVisible()
    await page.unroute(ofMany)
    await people.getByRole('button', { name: en.app.tryAgain }).click()
    await expect(people.getByRole('listitem').first()).toBeVisible()
    await expect(people.getByText(en.errors.service_unreachable)).toHaveCount(0)
    await people.locator('summary').click()
    await letAge(page)
    await page.route(ofMany, route => route.fulfill(AWAY))
    await people.locator('summary').click()
    await expect(people.getByText(en.errors.service_unreachable)).toBeVisible()
    await expect(people.getByRole('listitem').first()).toBeVisible()
  })
})

test('Control and Z where no cell is meant offers to take back what was done last, to many as to one', async ({
  page,
}) => {
  await open(page)
  await editCell(page.locator('td[data-field=first_name]').first(), 'Earlier')
  await page.keyboard.press('Enter')
  const ofOne = page.locator('.toast').getByText(/^Changes to Earlier .* saved$/)
  await expect(ofOne).toBeVisible()
  await selectRows(page, 0, 2)
  await changeLanguage(page, 'English')
  const ofMany = page.locator('.toast').getByText(/^Language of \d (person|people) set to English/)
  await expect(ofMany).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+Z')
  await expect(ofMany).toHaveCount(1)
  await expect(ofOne).toHaveCount(0)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Change of the language of \d (person|people) undone$/).first()).toBeVisible()
})

function toNameAndNumber({ first_name, last_name, mitarbeiternummer }: Employee): string {
  return `${first_name} ${last_name} ${mitarbeiternummer}`
}

async function changeLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^Language of \d+ people…$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: language }).check()
  await dialog.getByRole('button', { name: /^Change \d+ people$/ }).click()
}

/** A page ends within a pixel, and the window is scrolled by whole ones: up to half of one may be behind what is at its foot. */
async function endsAbove(one: Locator, other: Locator): Promise<boolean> {
  const end = await one.evaluate(node => node.getBoundingClientRect().bottom)
  const top = await other.evaluate(node => node.getBoundingClientRect().top)
  return end <= top + 0.5
}

async function open(page: Page): Promise<void> {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await expect(page.getByRole('link', { name: /^Open / }).first()).toBeVisible()
}

/** Presses one box, and with Shift another; returns who is selected by that. */
async function selectRows(page: Page, from: number, to: number): Promise<number[]> {
  const boxes = page.locator('[data-select]')
  await boxes.nth(from).click()
  await boxes.nth(to).click({ modifiers: ['Shift'] })
  await expect(page.locator('[data-select]:checked')).toHaveCount(to - from + 1)
  return page
    .locator('[data-select]:checked')
    .evaluateAll(nodes => nodes.map(node => Number(node.getAttribute('data-select'))))
}
