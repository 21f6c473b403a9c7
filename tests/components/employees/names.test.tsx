import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { overflow } from '#tests/support/components/accessible.ts'
import { deskApi } from '#tests/support/components/desk-api.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  fieldOf,
  focus,
  need,
  openEditor,
  press,
  rowOf,
  toasts,
} from '#tests/support/components/screen.ts'

const INVISIBLE = 'Ab\u202egpj.x\u00ad'
const MARKED = 'Ab[U+202E]gpj.x[U+00AD]'
const RIGHT_TO_LEFT = 'عبدالرحمن بن محمد بن عبدالله بن سعود الحسيني'
const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100)

const sheet = page.getByCss('[role=dialog]:not(.toast)').last()
const question = page.getByRole('alertdialog')

/** Gives the first person other names. */
function rename(names: { first_name?: string; last_name: string }) {
  const { id } = need(deskApi.people[0])
  deskApi.changeElsewhere(id, names)
  return deskApi.find(id)
}

test('an invisible character is a mark in every place of the name, until it is deleted', async () => {
  const person = rename({ last_name: INVISIBLE })
  await openProject()
  const cell = cellOf(person, 'last_name')
  for (const code of ['U+202E', 'U+00AD'])
    await expect.element(cell.getByRole('img', { name: code })).toBeVisible()
  await expect.element(cell.getByCss('bdi')).toHaveTextContent('Abgpj.x')
  await expect
    .element(rowOf(person).getByRole('checkbox'))
    .toHaveAccessibleName(expect.stringContaining(MARKED))
  await openEditor(cell)
  await expect.element(fieldOf(cell)).toHaveValue(INVISIBLE)
  await expect.element(cell).toMatchTextContent('U+202E, U+00AD')
  await press('Escape')
  await page.getByCss(`#person-${person.id}`).click()
  await expect.element(sheet.getByLabelText(de.employees.columns.last_name)).toHaveValue(INVISIBLE)
  await expect.element(sheet).toMatchTextContent('U+202E, U+00AD')
  await sheet.getByRole('button', { name: de.person.delete.ask }).click()
  await expect.element(question).toMatchTextContent(MARKED)
  await question.getByRole('button', { name: de.person.delete.confirm }).click()
  await countOf(rowOf(person), 0)
  expect(document.body.innerText).not.toMatch(/[\u202e\u00ad]/)
})

test('a name from right to left begins where other names begin, and is cut off at its end', async () => {
  const person = rename({ first_name: 'محمد', last_name: RIGHT_TO_LEFT })
  await openProject({ width: 1366 })
  const cell = cellOf(person, 'last_name')
  await expect.element(cell).toHaveTextContent(RIGHT_TO_LEFT)
  expect(showsFirstLetter(cell.element())).toBe(true)
  await cell.hover()
  await expect.element(page.getByCss('.cell-hint-stays')).toHaveTextContent(RIGHT_TO_LEFT)
  const short = cellOf(person, 'first_name')
  const [column, name] = [short, short.getByCss('bdi')].map(one => one.element().getBoundingClientRect())
  expect((name?.left ?? 0) - (column?.left ?? 0)).toBeLessThan(16)
})

test('a question about a name from right to left runs from left to right', async () => {
  const person = rename({ first_name: 'ליאת', last_name: 'כהן' })
  await openProject({ person: person.id })
  await sheet.getByRole('button', { name: de.person.delete.ask }).click()
  await expect.element(question).toMatchTextContent('\u2068ליאת כהן\u2069 löschen?')
  expect(getComputedStyle(question.getByCss('h2 bdi').first().element()).direction).toBe('ltr')
})

for (const width of [390, 1366])
  test(`a name of one long word stays inside every element that shows it, ${width} pixels wide`, async () => {
    const person = rename({ first_name: LONG, last_name: LONG })
    await openProject({ width, search: `?q=${encodeURIComponent(person.email)}` })
    await expect.element(rowOf(person)).toBeVisible()
    expect(findOverflow()).toEqual([])
    const box = rowOf(person).getByCss('[data-select]').element()
    box.scrollIntoView({ block: 'center' })
    expect(isMet(box)).toBe(true)
    const cell = cellOf(person, 'last_name')
    await focus(cell)
    await press('F2')
    await fieldOf(cell).fill(`${LONG.slice(0, 99)}x`)
    await press('Enter')
    await expect.element(toasts).toBeVisible()
    expect(findOverflow()).toEqual([])
    await page.getByCss(`#person-${person.id}`).click()
    await expect.element(sheet.getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(findOverflow()).toEqual([])
    await sheet.getByRole('button', { name: de.person.delete.ask }).click()
    await expect.element(question).toBeVisible()
    expect(findOverflow()).toEqual([])
  })

function showsFirstLetter(cell: Element): boolean {
  const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
  const letter = document.createRange()
  if (!text) return false
  letter.setStart(text, 0)
  letter.setEnd(text, 1)
  const [{ left, right }, box] = [letter.getBoundingClientRect(), cell.getBoundingClientRect()]
  return left >= box.left && right <= box.right
}

/** Returns texts that overflow the window, or an ancestor that clips them without an ellipsis. */
function findOverflow(): string[] {
  const texts = [...document.querySelectorAll('h1, h2, h3, p, [role=alertdialog] *, .toast *')]
  const cut = texts.filter(
    element =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).textOverflow !== 'ellipsis' &&
      getComputedStyle(element).display !== 'inline',
  )
  const wide = overflow() > 0 ? ['the page'] : []
  return [...wide, ...cut.map(element => `${element.tagName} ${element.textContent?.slice(0, 40)}`)]
}

/** True when a press on the middle of the element hits it. */
function isMet(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
