import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#lib/address/paths.ts'
import { photoDownloadsResponse } from '#lib/contracts/activity.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { AWAY, expect, expectLeaveWarning, test } from '#tests/support/journeys/desk-test.ts'
import { cellOf, changeElsewhere, listEverybody, need, readAnew } from '#tests/support/journeys/employees.ts'
import { putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.use({ expectedStatuses: [404, 409, 422, 502] })
test.beforeEach(resetSandbox)

test('unsaved input is asked about, and is in the row and the sheet after a reload', async ({ page }) => {
  const [person] = await listEverybody(MIXED_PROJECT.id)
  if (!person) throw new Error('The seed is empty.')
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const link = page.locator(`#person-${person.id}`)
  const cell = cellOf(page, person, 'last_name')
  await link.click()
  const field = page.getByRole('dialog').getByLabel('Last name')
  await field.fill('Typed-but-not-saved')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue('Typed-but-not-saved')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cell).toContainText('Typed-but-not-saved')
  await expect(cell).toContainText(en.employees.edit.notSentYet)

  await expectLeaveWarning(page)
  await page.reload()
  await expect(cell).toContainText('Typed-but-not-saved')
  await link.click()
  await expect(field).toHaveValue('Typed-but-not-saved')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog'), 'nothing was typed this time').toBeHidden()
  await link.click()
  await field.fill('Typed once more')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cell).toHaveText(person.last_name)
  await link.click()
  await expect(field).toHaveValue(person.last_name)
})

test('a photo is downloaded in the chosen form under its owner’s name, and the sheet records it', async ({
  page,
}) => {
  const sandbox = await viewSandbox()
  const size = await sandbox.smallestSize()
  await signIn(page)
  const person = await findNotDownloaded(
    page,
    await sandbox.listEmployees(ARCHIVED_PROJECT.id, 'photo_ready=1'),
  )
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}/people/${person.id}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Nobody has downloaded it')).toBeVisible()
  await expect(sheet.getByRole('img', { name: /^Portrait of / })).toHaveJSProperty('complete', true)
  await sheet.getByRole('radio', { name: 'Transparent' }).check()
  const downloading = page.waitForEvent('download')
  await sheet.getByRole('button', { name: size.label }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toContain(person.last_name)
  expect(download.suggestedFilename()).toMatch(/_\d+x\d+\.png$/)
  const expected = await sandbox.downloadPhoto(person.id, { variant: 'transparent', size: size.index })
  expect((await readFile(await download.path())).equals(expected)).toBe(true)
  await expect(sheet.getByText('hr@example.com')).toBeVisible()
})

test('the places of a photo stay shown while they cannot be read again', async ({ page }) => {
  const person = need((await (await viewSandbox()).listEmployees(ARCHIVED_PROJECT.id, 'photo_ready=1'))[0])
  await signIn(page)
  const taken = await page.request.get(paths.api.photo(person.id, { variant: 'standard', size: null }))
  expect(taken.status()).toBe(200)
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}/people/${person.id}`)
  const sheet = page.getByRole('dialog')
  const where = sheet.getByRole('region', { name: en.person.where.title })
  const told = where.getByText('hr@example.com').first()
  await expect(told).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const downloads = '**/api/employees/*/downloads'
  await page.route(downloads, route => route.fulfill(AWAY))
  await page.locator(`#person-${person.id}`).click()
  await expect(where.getByText(en.errors.service_unreachable)).toBeVisible()
  await expect(told).toBeVisible()
  await page.unroute(downloads)
  await where.getByRole('button', { name: en.app.tryAgain }).click()
  await expect(where.getByText(en.errors.service_unreachable)).toHaveCount(0)
  await expect(told).toBeVisible()
})

test('an unavailable photo says why instead of showing a broken file', async ({ page }) => {
  const person = (await (await viewSandbox()).listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')).at(-1)
  if (!person) throw new Error('Nobody in the seed has a photo.')
  await signIn(page)
  await page.goto(`/projects/${COMPLETED_PROJECT.id}/people/${person.id}`)
  await expect(page.getByRole('img', { name: /^Portrait of / })).toHaveCSS('opacity', '1')
  await putFault({
    path: `/employees/${person.id}/photo?**`,
    times: 9,
    answer: { kind: 'status', status: 404, body: { message: 'gone', code: 'not_available' } },
  })
  const sizes = page.getByRole('list', { name: 'Download this photo' })
  await sizes.getByRole('button').last().click()
  await expect(page.getByRole('dialog').getByText(en.errors.not_available)).toBeVisible()
})

test.describe('names in German', () => {
  test.use({ locale: 'de-DE' })

  test('a question about a right-to-left name reads left to right, and names what remains', async ({
    page,
  }) => {
    const sandbox = await viewSandbox()
    const person = need((await sandbox.listEmployees(MIXED_PROJECT.id, 'photo_ready=1')).at(-2))
    await signIn(page)
    await changeElsewhere(page, person, { first_name: 'ליאת', last_name: 'כהן' })
    const taken = await page.request.get(paths.api.photo(person.id, { variant: 'standard', size: null }))
    expect(taken.status()).toBe(200)
    const t = de.person.delete
    const question = await askToDelete(page, person)
    const check = async () => {
      await expect(question.locator('h2 bdi').first()).toHaveCSS('direction', 'ltr')
      await expect(question).toContainText(/^\u2068ליאת כהן\u2069 löschen\?/)
      await expect(question).toContainText(/Heruntergeladen wurde das Foto schon \d+ Mal/)
      await expect(question.getByRole('textbox')).toHaveCount(0)
    }
    await check()
    await question.getByRole('button', { name: de.ui.cancel }).click()
    await page.keyboard.press('Escape')
    await page.locator('[data-select]').first().click()
    await page.getByRole('button', { name: '1 Person löschen …' }).click()
    await check()
    await question.getByRole('button', { name: t.confirm }).click()
    await expect(page.locator(`#person-${person.id}`)).toHaveCount(0)
  })
})

/** The log survives a reset, including downloads of earlier tests. */
async function findNotDownloaded(page: Page, people: Employee[]): Promise<Employee> {
  for (const person of people) {
    const answer = await page.request.get(paths.api.photoDownloads(person.id))
    if (photoDownloadsResponse.parse(await answer.json()).data.length === 0) return person
  }
  throw new Error('Everybody has been downloaded.')
}

/** Opens the table, finds the person by address, and opens the question before a deletion. */
async function askToDelete(page: Page, { id, email }: Employee) {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}?q=${encodeURIComponent(email)}`)
  await page.locator(`#person-${id}`).click()
  await page.getByRole('button', { name: de.person.delete.ask }).click()
  return page.getByRole('alertdialog')
}
