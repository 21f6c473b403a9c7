import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  changeElsewhere,
  editCell,
  listEverybody,
  need,
  openEditor,
  readAnew,
  rowOf,
} from '#tests/support/journeys/employees.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const t = de.employees

test.use({ locale: 'de-DE' })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('a key that leads to a row not drawn yet finds it there', async ({ page }) => {
  const people = await listPeople()
  await open(page)
  // No animation frame fires any more, so the next page draws only its first rows.
  await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }))
  await page.getByRole('link', { name: de.ui.pagination.next }).press('Enter')
  await expect(page.locator('.row-to-come')).toHaveCount(44)
  await cellOf(page, at(people, 50), 'email').focus()
  await page.keyboard.press('Control+End')
  await expect(rowOf(page, at(people, 99)).getByRole('gridcell').last()).toBeFocused()
})

/** Holds all code of the page until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**', async route => {
    await released
    await route.continue()
  })
  return release
}

test('keys pressed before the first editor is loaded go into the editor, not to the table', async ({
  page,
}) => {
  const person = at(await listPeople(), 0)
  await open(page)
  const release = await holdCode(page)
  const cell = cellOf(page, person, 'email')
  await cell.focus()
  await page.keyboard.press('Enter')
  for (const key of ['Control+A', ' ', 'ArrowDown']) await page.keyboard.press(key)
  await expect(cell).toBeFocused()
  await expect(page.locator('tr[aria-selected=true]')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('nex')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('u@example')
  await expect(cell).toContainText('neu@example')
  await expect(cell.locator('input')).toHaveCount(0)
  await expect(cell, 'that it is not saved is seen, and read out').toContainText(t.edit.notSentYet)
  await expect(cell.locator('svg')).toBeVisible()
  release()
  await expect(cell.locator('input')).toBeFocused()
  await page.keyboard.type('.com')
  await expect(cell.locator('input')).toHaveValue('neu@example.com')
  await expect(page.locator('tr[aria-selected=true]')).toHaveCount(0)
})

test('leaving a cell before its editor is loaded saves it, and opening another loses nothing', async ({
  page,
}) => {
  const people = await listPeople()
  const [first, second] = [at(people, 0), at(people, 1)]
  await open(page)
  const release = await holdCode(page)
  await openEditor(cellOf(page, first, 'last_name'))
  await page.keyboard.type('Angefangen')
  await openEditor(cellOf(page, second, 'last_name'))
  await expect(cellOf(page, first, 'last_name')).toContainText('Angefangen')
  await page.keyboard.type('Fertig')
  await page.keyboard.press('Enter')
  release()
  await expect.poll(async () => (await readPerson(second)).last_name).toBe('Fertig')
  await expect(cellOf(page, second, 'last_name')).toBeFocused()
  await expect(cellOf(page, first, 'last_name')).toContainText(t.edit.notSentYet)
  expect((await readPerson(first)).last_name).toBe(first.last_name)
})

test.describe('a value changed by another user', () => {
  test.use({ expectedStatuses: [409] })

  test('a pending value is compared with the value it started from, also after a reload', async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.push(502, 503)
    const person = at(await listPeople(), 0)
    await open(page)
    const answer = { kind: 'status', status: 503, body: {} } as const
    await putFault({ method: 'PATCH', path: `/employees/${person.id}`, answer })
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, 'Hier')
    await page.keyboard.press('Enter')
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    await clearFaults()
    await changeElsewhere(page, person, { last_name: 'Anderswo' })
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await expect(cell).toContainText('Hier')
    await cell.focus()
    await page.keyboard.press('F2')
    await expect(cell.locator('input')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Anderswo')
    expect((await readPerson(person)).last_name).toBe('Anderswo')
  })

  test('a value typed before its editor is loaded is compared with the one at its first letter', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    const refresh = page.getByRole('button', { name: t.refresh, exact: true })
    // The code of the refresh is loaded before the code of the cell editor is held.
    const refreshed = page.waitForResponse(answer => answer.url().includes(`/${MIXED_PROJECT.id}/people`))
    await refresh.click()
    await refreshed
    await page.waitForLoadState('networkidle')
    const release = await holdCode(page)
    const cell = cellOf(page, person, 'last_name')
    await openEditor(cell)
    await page.keyboard.type('Hi')
    await changeElsewhere(page, person, { last_name: 'Anderswo', first_name: 'Andere' })
    await refresh.click()
    await expect(cellOf(page, person, 'first_name')).toHaveText('Andere')
    await cell.focus()
    await page.keyboard.type('er')
    release()
    await expect(cell.locator('input')).toHaveValue('Hier')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Anderswo')
    expect((await readPerson(person)).last_name).toBe('Anderswo')
  })
})

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${MIXED}${search}`)
  await expect(page.getByTestId('page-summary')).toContainText('240 Personen')
  await page.waitForLoadState('networkidle')
}

function listPeople(): Promise<Employee[]> {
  return listEverybody(MIXED_PROJECT.id)
}

async function readPerson({ id }: Employee): Promise<Employee> {
  return need((await listPeople()).find(person => person.id === id))
}

function at(people: Employee[], index: number): Employee {
  return need(people[index])
}
