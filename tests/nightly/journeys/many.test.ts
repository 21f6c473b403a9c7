import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { AWAY, expect, letAge, test } from '#tests/support/journeys/desk-test.ts'
import { listEverybody, readAnew } from '#tests/support/journeys/employees.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

test.use({ expectedStatuses: [404] })
test.beforeEach(resetSandbox)

test('the addresses and the list of exactly the selected people can be copied or saved', async ({
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
  // The values are as Excel shows them: times are stored as times.
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false })).toEqual(data)
})

test.describe('an unavailable service', () => {
  test.use({ expectedStatuses: [404, 502, 503, 504] })

  test('a waiting bulk change is found in every tab, and can be stopped from any of them', async ({
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

test.describe('the people of a change to many', () => {
  test.use({ expectedStatuses: [404, 502] })

  test('people of a bulk change load on request, and stay shown when a reload fails', async ({ page }) => {
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

async function changeLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^Language of \d+ people…$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: language }).check()
  await dialog.getByRole('button', { name: /^Change \d+ people$/ }).click()
}

async function open(page: Page): Promise<void> {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await expect(page.getByRole('link', { name: /^Open / }).first()).toBeVisible()
}

/** Presses one box, and another one with Shift; returns the ids selected by that. */
async function selectRows(page: Page, from: number, to: number): Promise<number[]> {
  const boxes = page.locator('[data-select]')
  await boxes.nth(from).click()
  await boxes.nth(to).click({ modifiers: ['Shift'] })
  await expect(page.locator('[data-select]:checked')).toHaveCount(to - from + 1)
  return page
    .locator('[data-select]:checked')
    .evaluateAll(nodes => nodes.map(node => Number(node.getAttribute('data-select'))))
}
