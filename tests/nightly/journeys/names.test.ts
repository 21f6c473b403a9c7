import type { Page } from '@playwright/test'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  changeElsewhere,
  listEverybody,
  need,
  openEditor,
  readAnew,
  rowOf,
} from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.beforeEach(resetSandbox)

const NAME = 'Ab\u202egpj.x\u00ad'

test('an invisible character in a name is shown as a mark everywhere, and stays until deleted', async ({
  page,
}) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  const person = need(people.find(({ photo, last_name }) => photo.approved && /^\w+$/.test(last_name)))
  await signIn(page)
  await changeElsewhere(page, person, { last_name: NAME })
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(`/projects/${MIXED_PROJECT.id}?q=${encodeURIComponent(person.email)}`)

  const cell = cellOf(page, person, 'last_name')
  await expect(cell.getByRole('img', { name: 'Invisible character U+202E' })).toBeVisible()
  await expect(cell.getByRole('img', { name: 'Invisible character U+00AD' })).toBeVisible()
  await expect(cell.locator('bdi')).toHaveText('Abgpj.x')
  await expect(rowOf(page, person).getByRole('checkbox')).toHaveAccessibleName(
    /Ab\[U\+202E\]gpj\.x\[U\+00AD\]/,
  )

  await openEditor(cell)
  await expect(cell.locator('input')).toHaveValue(NAME)
  await expect(cell.getByText('U+202E, U+00AD')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.locator(`#person-${person.id}`).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { level: 2 }).locator('bdi')).toHaveText(
    `${person.first_name} Abgpj.x`,
  )
  await expect(sheet.getByLabel('Last name')).toHaveValue(NAME)
  await expect(sheet.getByText('U+202E, U+00AD')).toBeVisible()

  await sheet.getByRole('button', { name: en.person.delete.ask }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Ab[U+202E]gpj.x[U+00AD]')
  await question.getByRole('button', { name: en.person.delete.confirm }).click()
  await expect(rowOf(page, person)).toBeHidden()

  await page.goto('/activity')
  await expect(page.getByRole('cell', { name: 'Ab[U+202E]gpj.x[U+00AD]' }).first()).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(/[\u202e\u00ad]/)
})

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100)

/** A wide page too, at night. */
const WIDTHS = process.env.NIGHTLY ? [390, 1366] : [390]

for (const width of WIDTHS)
  test(`a name of one long word stays inside every element, ${width} pixels wide`, async ({ page }) => {
    const person = need((await listEverybody(MIXED_PROJECT.id)).find(({ photo }) => photo.approved))
    await page.setViewportSize({ width, height: 768 })
    await signIn(page)
    await changeElsewhere(page, person, { first_name: LONG, last_name: LONG })
    await readAnew(page, MIXED_PROJECT.id)
    await page.goto(`/projects/${MIXED_PROJECT.id}?q=${encodeURIComponent(person.email)}`)
    await expect(rowOf(page, person)).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
    const box = rowOf(page, person).locator('[data-select]')
    expect(await box.evaluate(isMet)).toBe(true)

    await page.locator(`#person-${person.id}`).click()
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: en.person.delete.ask }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.goto(`/projects/${MIXED_PROJECT.id}?q=${encodeURIComponent(person.email)}`)
    const cell = cellOf(page, person, 'last_name')
    await cell.press('F2')
    await cell.locator('input').fill(`${LONG.slice(0, 99)}x`)
    await page.keyboard.press('Enter')
    await expect(page.locator('.toast')).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
    await page.goto('/activity')
    await expect(page.getByText(LONG.slice(0, 40)).first()).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
  })

/** Returns texts that overflow the window, or an ancestor that clips them without an ellipsis. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide =
      document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []
    const texts = [...document.querySelectorAll('h1, h2, h3, p, [role=alertdialog] *, .toast *')]
    const cut = texts.filter(
      element =>
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).textOverflow !== 'ellipsis' &&
        getComputedStyle(element).display !== 'inline',
    )
    return [...wide, ...cut.map(element => `${element.tagName} ${element.textContent?.slice(0, 40)}`)]
  })
}

/** True when a press on the middle of the element hits it. */
function isMet(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
