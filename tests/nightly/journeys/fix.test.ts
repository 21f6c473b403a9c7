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
  readAnew,
  rowOf,
} from '#tests/support/journeys/employees.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`

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
