import type { Page } from '@playwright/test'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import {
  AWAY,
  comesAlive,
  expect,
  expectLeaveWarning,
  goBack,
  test,
} from '#tests/support/journeys/desk-test.ts'
import { readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const t = en.person.add

test.use({ expectedStatuses: [401, 502] })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
})

test('adding a person is reported on the next page, with a link to that person', async ({ page }) => {
  await openTable(page)
  let answer = await holdCreations(page)
  let dialog = await typePerson(page, 'Zoë', 'Später')
  await dialog.getByRole('button', { name: t.save, exact: true }).click()
  await choose(page, 'projects')
  await questionOf(page).getByRole('button', { name: en.ui.leave.confirm }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.getByRole('link', { name: LARGE_PROJECT.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: LARGE_PROJECT.name })).toBeVisible()
  answer()
  const told = page.locator('.toast').filter({ hasText: t.added.replace('{person}', 'Zoë Später') })
  await told.getByRole('button', { name: t.show }).click()
  await expect(page).toHaveURL(new RegExp(`${MIXED}/people/\\d+$`))
  await expect(page.getByRole('dialog', { name: 'Zoë Später' }).getByRole('textbox').first()).toHaveValue(
    'Zoë',
  )

  await openTable(page)
  answer = await holdCreations(page, AWAY)
  dialog = await typePerson(page, 'Zoë', 'Niemals')
  await dialog.getByRole('button', { name: t.save, exact: true }).click()
  await choose(page, 'projects')
  await questionOf(page).getByRole('button', { name: en.ui.leave.confirm }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  answer()
  await expect(page.getByText(t.notAdded.replace('{person}', 'Zoë Niemals'))).toBeVisible()
})

test('the palette leads away from unsaved input for a person only after a confirmation', async ({ page }) => {
  await openTable(page)
  const dialog = await typePerson(page, 'Zoë', 'Neu')
  await choose(page, 'projects')
  const question = questionOf(page)
  await expect(question.getByRole('button', { name: en.ui.cancel })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${MIXED}$`))
  await expect(dialog.getByLabel(en.employees.columns.last_name)).toHaveValue('Neu')
  await choose(page, 'projects')
  await question.getByRole('button', { name: en.ui.leave.confirm }).click()
  await expect(page).toHaveURL(/\/projects$/)
  // This form has no input, so the page does not ask.
  await choose(page, MIXED_PROJECT.name)
  await expect(page).toHaveURL(new RegExp(`${MIXED}$`))
  await page.waitForLoadState('networkidle')
  await goBack(page)
  await expect(page).toHaveURL(/\/projects$/)
})

test('a link, the palette and a step back ask before the form of a new delivery is lost', async ({
  page,
}) => {
  await page.goto('/deliveries')
  await page.getByRole('link', { name: 'New delivery' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('By night')
  await expectLeaveWarning(page)
  const question = questionOf(page)
  const ways = [
    () => page.getByRole('link', { name: en.shell.pages.activity }).click(),
    () => choose(page, 'projects'),
    () => goBack(page),
  ]
  for (const leave of ways) {
    await leave()
    await question.getByRole('button', { name: en.ui.cancel }).click()
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('By night')
    await expect(page).toHaveURL(/\/deliveries\/new$/)
  }
  await goBack(page)
  await question.getByRole('button', { name: en.ui.leave.confirm }).click()
  await expect(page).toHaveURL(/\/deliveries$/)
})

test('a dismissed sign-out notice returns for an action of the user, not for background requests', async ({
  page,
}) => {
  await openTable(page)
  await page.route('**/api/**', route =>
    route.fulfill({ status: 401, json: { code: 'signed_out', message: '', requestId: '' } }),
  )
  const over = page.getByRole('dialog', { name: en.app.sessionEnd.over.title })
  const field = page.getByRole('combobox', { name: 'Person, project, page or action' })
  await page.keyboard.press('Control+k')
  await field.fill('anna')
  await expect(over).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(over).toHaveCount(0)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await field.fill('bernd')
  await expect(page.getByText(en.errors.signed_out).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(asked.filter(path => path.includes('/api/'))).toEqual([])
  await page.getByRole('button', { name: en.employees.refresh }).click()
  await expect(over).toBeVisible()
})

async function openTable(page: Page) {
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto('/projects')
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()
  await comesAlive(page)
}

async function typePerson(page: Page, first: string, last: string) {
  await page.getByRole('button', { name: t.open }).click()
  const dialog = page.getByRole('dialog', { name: t.title })
  await dialog.getByLabel(en.employees.columns.first_name).fill(first)
  await dialog.getByLabel(en.employees.columns.last_name).fill(last)
  await dialog
    .getByLabel(en.employees.columns.email)
    .fill(`${last.toLowerCase()}@example.com`.replace('ä', 'ae'))
  return dialog
}

/** Holds creations until the returned function is called, which lets the desk answer, or answers with this. */
async function holdCreations(page: Page, instead?: typeof AWAY): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  const path = '**/projects/*/employees'
  await page.unroute(path)
  await page.route(path, async route => {
    if (route.request().method() === 'POST') await gate.promise
    await (instead ? route.fulfill(instead) : route.continue())
  })
  return gate.resolve
}

/** Picks an entry of the palette by its text. */
async function choose(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Person, project, page or action' })
  await expect(field).toBeFocused()
  await field.fill(words)
  await expect(page.getByRole('option', { selected: true })).toContainText(words, { ignoreCase: true })
  await page.keyboard.press('Enter')
}

function questionOf(page: Page) {
  return page.getByRole('alertdialog', { name: en.ui.leave.question })
}
