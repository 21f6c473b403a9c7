import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { paths } from '#lib/address/paths.ts'
import { photoDownloadsResponse } from '#lib/contracts/activity.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { AWAY, expect, expectLeaveWarning, letAge, test } from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  changeElsewhere,
  editCell,
  listEverybody,
  need,
  readAnew,
} from '#tests/support/journeys/employees.ts'
import { putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.use({ expectedStatuses: [404, 409, 422, 502] })
test.beforeEach(resetSandbox)

test('who came by a link and closes the person sees where the focus is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  const person = need((await listEverybody(MIXED_PROJECT.id))[20])
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  await expect(page.getByRole('dialog')).toContainText(en.person.delete.ask)
  await page.keyboard.press('Escape')
  const link = page.locator(`#person-${person.id}`)
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
})

for (const { where, at } of [
  { where: 'the next row', at: 2 },
  { where: 'the title when nobody is left', at: null },
])
  test(`after somebody was deleted the focus is in ${where}`, async ({ page }) => {
    await signIn(page)
    await readAnew(page, MIXED_PROJECT.id)
    const people = await listEverybody(MIXED_PROJECT.id)
    const person = need(people[at ?? 0])
    const search = at === null ? `?q=${encodeURIComponent(person.email)}` : ''
    await page.goto(`/projects/${MIXED_PROJECT.id}${search}`)
    await cellOf(page, person, 'last_name').press('Enter')
    await page.getByRole('button', { name: en.person.delete.ask }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: en.person.delete.confirm }).press('Enter')
    await expect(page.locator(`#person-${person.id}`)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const next = at === null ? undefined : people[at + 1]
    await expect(page.locator(next ? `#person-${next.id}` : 'h1')).toBeFocused()
  })

test('arrow keys lead through everybody in the order of the table, and one step back leads to the table', async ({
  page,
}) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const names = await Promise.all(
    [0, 1, 2].map(at => nameOf(page.getByRole('link', { name: /^Open / }).nth(at))),
  )
  await page
    .getByRole('link', { name: /^Open / })
    .first()
    .click()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: names[1] ?? '' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: names[2] ?? '' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/projects\/102$/)
})

test('a link to a person shows them above their table, also to who comes from elsewhere', async ({
  page,
}) => {
  const [person] = await (await viewSandbox()).listEmployees(MIXED_PROJECT.id, '')
  if (!person) throw new Error('The seed is empty.')
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}?tile=approved`)
  await expect(page.getByRole('dialog', { name: `${person.first_name} ${person.last_name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/projects\/102\?tile=approved$/)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/999999`)
  await expect(page.getByRole('dialog')).toContainText('This person is not in the project')
})

test('what the service says and no field can show is quoted in the form and in the cell, and nothing typed is lost', async ({
  page,
}) => {
  const [person] = await listEverybody(MIXED_PROJECT.id)
  if (!person) throw new Error('The seed is empty.')
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  const refuse = (body: unknown) =>
    putFault({
      method: 'PATCH',
      path: `/employees/${person.id}`,
      answer: { kind: 'status', status: 422, body },
    })
  const quote = (words: string) =>
    page.locator('main, [role=dialog]').getByText(`The portrait service says: “${words}”`)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Last name').fill('Wartmann')
  await refuse({ error: 'Records are locked.' })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(quote('Records are locked.')).toBeVisible()
  await refuse({ errors: { last_name: 'Not this one.', project: ['Billing is closed.'] } })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(quote('Billing is closed.')).toBeVisible()
  await expect(sheet.getByText('Not this one.')).toBeVisible()
  await expect(sheet.getByLabel('Last name')).toHaveValue('Wartmann')
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const cell = cellOf(page, person, 'last_name')
  await refuse({ detail: 'Records are locked.' })
  await editCell(cell, 'Wartmann')
  await page.keyboard.press('Enter')
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
  await cell.hover()
  await expect(quote('Records are locked.').first()).toBeAttached()
})

test('the form saves only what was changed, and a refusal loses nothing that was typed', async ({ page }) => {
  const sandbox = await viewSandbox()
  const [person, other] = await sandbox.listEmployees(MIXED_PROJECT.id, '')
  if (!person || !other) throw new Error('The seed is empty.')
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('First name').fill('Marlene')
  await sheet.getByLabel('E-mail').fill(other.email)
  await expect(sheet.getByText(`${other.first_name} ${other.last_name}`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await expect(sheet.getByLabel('First name')).toHaveValue('Marlene')
  await sheet.getByLabel('E-mail').fill(person.email)
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await sheet.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    changes: { first_name: 'Marlene' },
    shown: { first_name: person.first_name },
  })
  await expect(sheetOf(page, `Marlene ${person.last_name}`)).toBeVisible()
  const [saved] = await sandbox.listEmployees(
    MIXED_PROJECT.id,
    `mitarbeiternummer=${person.mitarbeiternummer}`,
  )
  expect(saved).toMatchObject({ first_name: 'Marlene', email: person.email })
})

test('what was typed is asked about before it is dropped; after going back and a reload it stands in its row and in the sheet', async ({
  page,
}) => {
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

test('the sheet foretells a mail and tells it afterwards; a change of somebody else is shown above it, and the person decides', async ({
  page,
}) => {
  const sandbox = await viewSandbox()
  const everybody = await sandbox.listEmployees(MIXED_PROJECT.id, '')
  const person = need(everybody.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  const sheet = page.getByRole('dialog', { name: `${person.first_name} ${person.last_name}` })
  await sheet.getByLabel('E-mail').fill('new.address@example.com')
  await expect(sheet.getByText(en.employees.edit.mail.invites)).toBeVisible()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('New invitation sent to new.address@example.com')).toBeVisible()

  await changeElsewhere(page, person, { last_name: 'Elsewhere' })
  await sheet.getByLabel('Last name').fill('Here')
  await sheet.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog').filter({ hasText: en.employees.conflict.text })
  await expect(question).toContainText('Elsewhere')
  await expect(question).toContainText('Here')
  await expect(question).toContainText(person.last_name)
  await question.getByRole('button', { name: en.employees.conflict.mine }).click()
  await expect(page.getByRole('dialog', { name: `${person.first_name} Here` })).toBeVisible()
  const [saved] = await sandbox.listEmployees(
    MIXED_PROJECT.id,
    `mitarbeiternummer=${person.mitarbeiternummer}`,
  )
  expect(saved).toMatchObject({ last_name: 'Here', email: 'new.address@example.com' })

  // Who leaves it as it is sees that in the form, and does not write over it with the next thing that they save.
  await changeElsewhere(page, person, { last_name: 'Theirs' })
  const form = page.getByRole('form', { name: en.person.form.label })
  await form.getByLabel('Last name').fill('Mine')
  await form.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: en.employees.conflict.theirs }).click()
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Last name')).toHaveValue('Theirs')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('whose address it is already is said once, in the refusal too, and nothing of a mail that will not be sent', async ({
  page,
}) => {
  const everybody = await (await viewSandbox()).listEmployees(MIXED_PROJECT.id, '')
  const person = need(everybody.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  const other = need(everybody.find(({ id }) => id !== person.id))
  const taken = `${other.first_name} ${other.last_name} has this address in this project already.`
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  const form = page.getByRole('form', { name: en.person.form.label })
  await form.getByLabel('E-mail').fill(other.email)
  await expect(form.getByText(taken)).toBeVisible()
  await expect(form.getByText(en.employees.edit.mail.invites)).toHaveCount(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(taken)
  await expect(form.getByText(en.reasons.emailTaken)).toHaveCount(0)
})

test('a language cannot be chosen while the form is being saved, and nothing that seems chosen is lost', async ({
  page,
}) => {
  const [person] = (await (await viewSandbox()).listEmployees(MIXED_PROJECT.id, '')).filter(
    ({ locale }) => locale === 'de',
  )
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${need(person).id}`)
  const form = page.getByRole('form', { name: en.person.form.label })
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/employees/*', async route => {
    await held
    await route.continue()
  })
  await form.getByLabel('Last name').fill('Spät')
  await form.getByLabel('Last name').press('Enter')
  await expect(form.getByRole('button', { name: en.person.form.saving })).toBeVisible()
  await form.getByLabel('Language').press('End')
  await expect(form.getByLabel('Language')).toHaveValue('de')
  answer()
  await expect(sheetOf(page, `${need(person).first_name} Spät`)).toBeVisible()
  await expect(form.getByLabel('Language')).toHaveValue('de')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('one photo is downloaded in the chosen form under a name that says whose it is, and the sheet tells where it went', async ({
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

test('where a photo is stays told while it cannot be read once more, until it can', async ({ page }) => {
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

test('that it cannot be read where a photo lies is said, also before the person is deleted', async ({
  page,
}) => {
  const person = need((await (await viewSandbox()).listEmployees(ARCHIVED_PROJECT.id, 'photo_ready=1'))[0])
  await signIn(page)
  await readAnew(page, ARCHIVED_PROJECT.id)
  const places = '**/api/employees/*/places'
  await page.route(places, route => route.fulfill(AWAY))
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}/people/${person.id}`)
  const delivered = page.getByRole('region', { name: en.deliveryNews.person.title })
  await expect(delivered.getByText(en.person.where.unknown)).toBeVisible()
  await page.getByRole('button', { name: en.person.delete.ask }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(en.person.where.unknown)).toBeVisible()
  await question.getByRole('button', { name: en.ui.cancel }).click()
  await page.unroute(places)
  await delivered.getByRole('button', { name: en.app.tryAgain }).click()
  await expect(delivered).toHaveCount(0)
  await page.getByRole('button', { name: en.person.delete.ask }).click()
  await expect(question).toBeVisible()
  await expect(question.getByText(en.person.where.unknown)).toHaveCount(0)
})

for (const search of ['status=pending', 'status=uploaded', 'status=edited', 'status=retake'])
  test(`of who has no photo to be had (${search}) it is not asked where it is`, async ({ page }) => {
    const listed = await (await viewSandbox()).listEmployees(MIXED_PROJECT.id, search)
    const without = listed.filter(one => one.photo.standard_url === null)
    const person = need(without.find(one => one.photo.edited_at !== null) ?? without[0])
    await signIn(page)
    const answered = page.waitForResponse(answer => answer.url().endsWith('/downloads'))
    await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
    await answered
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('button', { name: en.person.delete.ask })).toBeVisible()
    await expect(sheet.getByRole('heading', { name: en.person.where.title })).toHaveCount(0)
  })

test('a photo that cannot be had says why instead of a broken file', async ({ page }) => {
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

test('of two photos that are downloaded at once each says how it ended', async ({ page }) => {
  const person = need(
    (await (await viewSandbox()).listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')).at(-1),
  )
  await signIn(page)
  await page.goto(`/projects/${COMPLETED_PROJECT.id}/people/${person.id}`)
  const sizes = page.getByRole('list', { name: 'Download this photo' }).getByRole('listitem')
  await expect(sizes.nth(1).getByRole('button')).toBeVisible()
  const release = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/employees/*/photo?*', async route => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    asked += 1
    if (asked > 1) return route.continue()
    await release.promise
    return route.fulfill({ status: 404, json: { code: 'not_available', message: '', requestId: '' } })
  })
  await sizes.first().getByRole('button').click()
  await expect.poll(() => asked).toBe(1)
  const downloading = page.waitForEvent('download')
  await sizes.nth(1).getByRole('button').click()
  await downloading
  release.resolve()
  await expect(sizes.first().getByText(en.errors.not_available)).toBeVisible()
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('deleting says what goes, calls the person by name, wants nothing typed, and the row goes with the answer', async ({
    page,
  }) => {
    const sandbox = await viewSandbox()
    const person = (await sandbox.listEmployees(MIXED_PROJECT.id, 'photo_ready=1')).at(-1)
    if (!person) throw new Error('Nobody in the seed has a photo.')
    const name = `${person.first_name} ${person.last_name}`
    const t = de.person.delete
    const question = await askToDelete(page, person)
    await expect(question).toContainText('alle Fotos')
    const confirm = question.getByRole('button', { name: t.confirm })
    await expect(question).toHaveAccessibleName(t.question.replace('{person}', name))
    await expect(question.getByRole('textbox')).toHaveCount(0)
    // The second press of a double click does nothing.
    await confirm.dblclick()
    await expect(page.getByText(t.done.replace('{person}', name))).toBeVisible()
    await expect(page).toHaveURL(/\/projects\/\d+\?/)
    await expect(page.locator(`#person-${person.id}`)).toHaveCount(0)
    expect(
      await sandbox.listEmployees(MIXED_PROJECT.id, `mitarbeiternummer=${person.mitarbeiternummer}`),
    ).toEqual([])
  })

  test('a question about somebody whose name runs from right to left does not, and tells what remains wherever it is asked', async ({
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

  test('who was deleted elsewhere meanwhile is let go of in the same way, and it is said', async ({
    page,
  }) => {
    const sandbox = await viewSandbox()
    const person = need((await sandbox.listEmployees(MIXED_PROJECT.id, 'status=pending')).at(-1))
    const t = de.person.delete
    const question = await askToDelete(page, person)
    const name = `${person.first_name} ${person.last_name}`
    await sandbox.deleteEmployee(person.id)
    await question.getByRole('button', { name: t.confirm }).click()
    await expect(page.getByText(t.doneBefore.replace('{person}', name))).toBeVisible()
    await expect(page).toHaveURL(/\/projects\/\d+\?/)
    await expect(page.locator(`#person-${person.id}`)).toHaveCount(0)
  })
})

async function nameOf(link: Locator): Promise<string> {
  return ((await link.getAttribute('aria-label')) ?? '').replace('Open ', '')
}

/** The log outlives a reset, and with it who downloaded whom in an earlier test. */
async function findNotDownloaded(page: Page, people: Employee[]): Promise<Employee> {
  for (const person of people) {
    const answer = await page.request.get(paths.api.photoDownloads(person.id))
    if (photoDownloadsResponse.parse(await answer.json()).data.length === 0) return person
  }
  throw new Error('Everybody has been downloaded.')
}

/** What tells that somebody was saved is a dialog of their name, too. */
function sheetOf(page: Page, name: string) {
  return page.getByRole('dialog', { name }).and(page.locator(':not(.toast)'))
}

/** From the table, found by their address, to the question before they are deleted. */
async function askToDelete(page: Page, { id, email }: Employee) {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}?q=${encodeURIComponent(email)}`)
  await page.locator(`#person-${id}`).click()
  await page.getByRole('button', { name: de.person.delete.ask }).click()
  return page.getByRole('alertdialog')
}

for (const [locale, texts, byKey] of [
  ['de', de, true],
  ['en', en, false],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('what is typed for somebody who was deleted meanwhile can be copied, and closing lets go of the row', async ({
      page,
    }) => {
      await signIn(page)
      await readAnew(page, MIXED_PROJECT.id)
      const person = need((await listEverybody(MIXED_PROJECT.id)).at(-1))
      const service = await viewSandbox()
      await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}?sort=-id`)
      const sheet = page.getByRole('dialog')
      const field = sheet.getByLabel(texts.employees.columns.first_name)
      await field.fill('Zu spät')
      await service.deleteEmployee(person.id)
      await sheet.getByRole('button', { name: texts.person.form.save }).click()
      const name = `${person.first_name} ${person.last_name}`
      await expect(sheet.getByText(texts.reasons.gone.replace('{person}', name))).toBeVisible()
      await expect(field).toHaveValue('Zu spät')
      await expect(sheet.getByRole('button', { name: texts.person.form.save })).toHaveCount(0)
      // Of who is gone there is no next step, no photo to be had, and nothing to delete.
      await expect(sheet.getByRole('button', { name: texts.person.delete.ask })).toHaveCount(0)
      await expect(sheet.getByRole('heading', { name: texts.person.status.title })).toHaveCount(0)
      await expect(sheet.getByRole('list', { name: texts.person.photo.downloads })).toHaveCount(0)
      // It can never be saved: nobody is asked whether it may go.
      if (byKey) await page.keyboard.press('Escape')
      else await sheet.locator('form').getByRole('button', { name: texts.ui.close }).click()
      await expect(page).toHaveURL(/\/projects\/\d+\?sort=-id$/)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(sheet).toBeHidden()
      await expect(page.getByText('Zu spät')).toHaveCount(0)
      await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0)
    })
  })

test('what is typed stays when the person is found deleted only then, can be copied, and is not asked about', async ({
  page,
}) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  const person = need((await listEverybody(MIXED_PROJECT.id))[0])
  const service = await viewSandbox()
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await expect(page.locator(`#person-${person.id}`)).toBeVisible()
  await service.deleteEmployee(person.id)
  await letAge(page)
  const typed = Promise.withResolvers<void>()
  await page.route(`**${paths.api.employee(person.id)}`, async route => {
    await typed.promise
    await route.continue()
  })
  await page.locator(`#person-${person.id}`).click()
  const sheet = page.getByRole('dialog')
  const field = sheet.getByLabel(en.employees.columns.first_name)
  await field.fill('Zu spät')
  typed.resolve()
  const name = `${person.first_name} ${person.last_name}`
  await expect(sheet.getByText(en.reasons.gone.replace('{person}', name))).toBeVisible()
  await expect(sheet.getByText(en.person.form.copy)).toBeVisible()
  await expect(field).toHaveValue('Zu spät')
  await expect(sheet.getByRole('button', { name: en.person.form.save })).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: en.person.delete.ask })).toHaveCount(0)
  await sheet.locator('form').getByRole('button', { name: en.ui.close }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.locator(`#person-${person.id}`)).toHaveCount(0)
})

test('where the key does not serve any more, the form of a person has the way on', async ({ page }) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  const person = need((await listEverybody(MIXED_PROJECT.id))[0])
  await page.goto(`/projects/${MIXED_PROJECT.id}/people/${person.id}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(en.employees.columns.first_name).fill('Anna Lena')
  await putFault({ method: 'PATCH', times: 1, answer: { kind: 'status', status: 401, body: {} } })
  await sheet.getByRole('button', { name: en.person.form.save }).click()
  await expect(sheet.locator('form').getByText(en.errors.key_rejected)).toBeVisible()
  await expect(sheet.locator('form').getByRole('link', { name: en.app.goToConnect })).toHaveAttribute(
    'href',
    /connect\?.*reason=key_rejected/,
  )
})
