import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { deskApi } from '#tests/support/components/desk-api.ts'
import { createRoster } from '#tests/support/components/people.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  editCell,
  expectStyle,
  fieldOf,
  focus,
  need,
  openEditor,
  press,
  pressNow,
  rowOf,
} from '#tests/support/components/screen.ts'

const t = de.employees
const CHANGE = 'PATCH /api/employees/:employeeId'

test('the table is one stop for Tab; arrows, Home, End and page keys move inside', async () => {
  deskApi.use(createRoster({ count: 60 }))
  const people = await openProject()
  const [first, second, last] = [need(people[0]), need(people[1]), need(people[49])]
  await focus(page.getByRole('button', { name: t.view.label }))
  await press('Tab')
  await expect.element(rowOf(first).getByRole('checkbox')).toHaveFocus()
  await press('ArrowRight', 'ArrowRight')
  await expect.element(cellOf(first, 'mitarbeiternummer')).toHaveFocus()
  await press('ArrowDown')
  await expect.element(cellOf(second, 'mitarbeiternummer')).toHaveFocus()
  await press('End')
  await expect.element(rowOf(second).getByRole('gridcell').last()).toHaveFocus()
  await press('Home', 'Control+End')
  await expect.element(rowOf(last).getByRole('gridcell').last()).toHaveFocus()
  await press('Control+Home')
  await expect.element(rowOf(first).getByRole('checkbox')).toHaveFocus()
  await press('PageDown', 'ArrowRight', ' ')
  await countOf(page.getByCss('tr[aria-selected=true]'), 1)
  await press(' ', 'Control+Home', 'ArrowUp')
  await expect.element(page.getByRole('checkbox', { name: t.selectPage })).toHaveFocus()
  await press('Tab')
  await countOf(page.getByCss('[role=grid] :focus'), 0)
  await press('Shift+Tab')
  await expect.element(page.getByRole('checkbox', { name: t.selectPage })).toHaveFocus()
  await press('Shift+Tab')
  await expect.element(page.getByRole('button', { name: t.view.label })).toHaveFocus()
})

test('Enter, F2 and a double click edit; Escape restores; Enter saves the changed field alone', async () => {
  const person = need((await openProject())[0])
  for (const [key, field] of [
    ['Enter', 'mitarbeiternummer'],
    ['F2', 'mitarbeiternummer'],
    ['F2', 'first_name'],
  ] as const) {
    const cell = cellOf(person, field)
    await focus(cell)
    await press(key)
    await expect.element(fieldOf(cell)).toHaveFocus()
    await fieldOf(cell).fill('Niemals')
    await press('Escape')
    await expect.element(cell).toHaveFocus()
    await expect.element(cell).toHaveTextContent(person[field])
  }
  const cell = cellOf(person, 'first_name')
  await editCell(cell, 'Zoë')
  await press('Enter')
  await expect.element(page.getByText(`Angaben zu Zoë ${person.last_name} gespeichert`)).toBeVisible()
  await expect.element(cell).toHaveTextContent('Zoë')
  await expect.element(cell).toHaveFocus()
  expect(deskApi.calls(CHANGE).map(({ body }) => body)).toEqual([
    { changes: { first_name: 'Zoë' }, shown: { first_name: person.first_name }, unasked: false },
  ])
  expect(deskApi.find(person.id)).toEqual({ ...person, first_name: 'Zoë' })
})

test('a click shows which cell has the focus and what its keys do', async () => {
  const cell = cellOf(need((await openProject())[0]), 'email')
  await cell.click({ position: { x: 3, y: 3 } })
  await expect.element(cell).toHaveFocus()
  await expectStyle(cell, { outlineStyle: 'solid' })
  await expect.element(page.getByCss('p.cell-hint')).toMatchTextContent(t.edit.cellHint)
  await press('/')
  await expect.element(page.getByRole('searchbox', { name: t.find.label })).toHaveFocus()
})

test('the hint of a cell covers no row below it, and the meaning of a status stays', async () => {
  const people = await openProject()
  const person = need(people[3])
  await focus(cellOf(person, 'email'))
  // A pointer that rests on the rows does not count while keys move them.
  await cellOf(need(people[1]), 'email').hover()
  await press('ArrowRight')
  const cell = cellOf(person, 'locale')
  await expect.element(cell).toHaveFocus()
  const keys = page.getByCss('p.cell-hint')
  await expect.element(keys).toMatchTextContent(t.edit.cellHint)
  await expectStyle(keys, { animationDuration: '5s' })
  expect(isAbove(keys.element(), cell.element())).toBe(true)
  await press('ArrowRight')
  const meaning = page.getByCss('p.cell-hint-stays')
  await expectStyle(meaning, { opacity: '1' })
  expect(meaning.element().textContent.length).toBeGreaterThan(30)
  const status = page.getByCss('td:focus')
  expect(isAbove(meaning.element(), status.element())).toBe(true)
  await press('Escape')
  await countOf(meaning, 0)
  await status.click()
  await expectStyle(meaning, { opacity: '1' })
})

function isAbove(hint: Element, cell: Element): boolean {
  return hint.getBoundingClientRect().bottom <= cell.getBoundingClientRect().top + 1
}

test('a language that was just saved can be read beside its check mark', async () => {
  const people = await openProject({ width: 1366 })
  const cell = cellOf(need(people.find(({ locale }) => locale === 'de')), 'locale')
  await focus(cell)
  await press('F2')
  await fieldOf(cell).selectOptions('en')
  await press('Enter')
  const value = cell.getByCss('.truncate')
  await expect.element(value).toHaveTextContent(t.locales.en)
  await expect.element(cell.getByCss('svg.text-positive')).toBeInTheDocument()
  expect(value.element().scrollWidth).toBeLessThanOrEqual(value.element().clientWidth)
})

test('the keys of an open cell are centred in their box', async () => {
  const cell = cellOf(need((await openProject())[0]), 'mitarbeiternummer')
  await openEditor(cell)
  const keys = cell.getByText(t.edit.hint, { exact: true })
  await expect.element(keys).toBeVisible()
  const { top, bottom } = keys.element().getBoundingClientRect()
  const box = need(keys.element().parentElement).getBoundingClientRect()
  expect(top - box.top).toBeCloseTo(box.bottom - bottom, 0)
})

test('Tab saves and opens the next cell, Shift and Tab the one before, also in another row', async () => {
  const people = await openProject()
  const [first, second] = [need(people[0]), need(people[1])]
  await editCell(cellOf(first, 'email'), 'neu@example.com')
  await press('Tab')
  await expect.element(fieldOf(cellOf(first, 'locale'))).toHaveFocus()
  await press('Tab')
  const number = fieldOf(cellOf(second, 'mitarbeiternummer'))
  await expect.element(number).toHaveFocus()
  await number.fill('A-1')
  await press('Shift+Tab')
  await expect.element(fieldOf(cellOf(first, 'locale'))).toHaveFocus()
  await press('Escape')
  await expect.poll(() => deskApi.find(first.id).email).toBe('neu@example.com')
  await expect.poll(() => deskApi.find(second.id).mitarbeiternummer).toBe('A-1')
})

test('a copied value is pasted into another cell, where it waits for Enter', async () => {
  await commands.allowClipboard()
  const people = await openProject()
  const [first, second] = [need(people[0]), need(people[1])]
  await focus(cellOf(first, 'last_name'))
  await press('Control+C')
  await focus(cellOf(second, 'last_name'))
  await press('Control+V')
  const field = fieldOf(cellOf(second, 'last_name'))
  await expect.element(field).toHaveValue(first.last_name)
  expect(deskApi.calls(CHANGE)).toHaveLength(0)
  await press('Enter')
  await expect.poll(() => deskApi.find(second.id).last_name).toBe(first.last_name)
})

test('a copy of an unsaved value takes the typed text', async () => {
  await commands.allowClipboard()
  const people = await openProject()
  const cell = cellOf(need(people[0]), 'email')
  await editCell(cell, 'noch nicht ganz')
  await focus(cellOf(need(people[1]), 'last_name'))
  await expect.element(cell).toHaveAttribute('aria-invalid', 'true')
  await focus(cell)
  await press('Control+C')
  await expect.poll(() => navigator.clipboard.readText()).toBe('noch nicht ganz')
})

test('several cells of a spreadsheet are refused with a reason, a single one is pasted', async () => {
  await commands.allowClipboard()
  const person = need((await openProject())[0])
  const told = page.getByCss('.toast').getByText(t.edit.pasteSeveral)
  const cell = cellOf(person, 'last_name')
  await navigator.clipboard.writeText('Anna\tMüller\r\nBerta\tSchmidt\r\n')
  await focus(cell)
  await press('Control+V')
  await expect.element(told).toBeVisible()
  await expect.element(page.getByCss('.toast')).toMatchTextContent(t.edit.pasteSeveralText)
  await countOf(fieldOf(cell), 0)
  await editCell(cell, 'Halb')
  await press('Control+V')
  await expect.element(fieldOf(cell)).toHaveValue('Halb')
  await countOf(told, 1)
  // One cell of a spreadsheet ends its line.
  await navigator.clipboard.writeText('Müller\r\n')
  await press('Control+A', 'Control+V', 'Enter')
  await expect.poll(() => deskApi.find(person.id).last_name).toBe('Müller')
})

test('a name opens its person by mouse and Enter; F2 and a double click edit it', async () => {
  const people = await openProject()
  const person = need(people[1])
  const cell = cellOf(person, 'last_name')
  await expect.element(cell).toHaveAccessibleDescription(t.edit.nameHint)
  await expect.element(cellOf(person, 'email')).toHaveAccessibleDescription(t.edit.cellHint)
  const sheet = page.getByRole('dialog', { name: toName(person) })
  await cell.getByRole('link').click()
  await expect.element(sheet).toBeVisible()
  await press('ArrowRight')
  await expect.element(page.getByRole('dialog', { name: toName(need(people[2])) })).toBeVisible()
  await press('ArrowLeft')
  await expect.element(sheet).toBeVisible()
  const { left, top } = cell.getByCss('a').element().getBoundingClientRect()
  await commands.clickAt({ x: left + 2, y: top + 2 })
  await countOf(page.getByRole('dialog'), 0)
  await expect.element(cell).toHaveFocus()
  for (const [field, key] of [
    ['last_name', 'Enter'],
    ['first_name', 'Enter'],
    ['email', 'Shift+Enter'],
  ] as const) {
    await focus(cellOf(person, field))
    await press(key)
    await expect.element(sheet).toBeVisible()
    await press('Escape')
    await expect.element(cellOf(person, field)).toHaveFocus()
  }
  await focus(cell)
  await press('F2')
  await expect.element(fieldOf(cell)).toHaveValue(person.last_name)
  await press('Escape')
  await openEditor(cell)
  await expect.element(fieldOf(cell)).toHaveValue(person.last_name)
})

test('two clicks on a name are one step in the history', async () => {
  const person = need((await openProject())[1])
  const link = cellOf(person, 'last_name').getByCss('a')
  const sheet = page.getByRole('dialog', { name: toName(person) })
  const step = vi.spyOn(history, 'pushState')
  pressNow(link)
  pressNow(link)
  expect(step).toHaveBeenCalledOnce()
  await expect.element(sheet).toBeVisible()
  history.back()
  await countOf(sheet, 0)
})

test('an Enter that saved a name opens no person while it is held down', async () => {
  const person = need((await openProject())[1])
  const cell = cellOf(person, 'last_name')
  await editCell(cell, 'Neuname')
  await commands.keyDown('Enter')
  await expect.element(cell.getByRole('link')).toHaveTextContent('Neuname')
  await expect.element(cell).toHaveFocus()
  await commands.keyDown('Enter')
  expect(location.pathname).not.toContain('people')
  await commands.keyUp('Enter')
  await press('Enter')
  await expect.poll(() => location.pathname).toContain('people')
})

function toName({ first_name, last_name }: Employee): string {
  return `${first_name} ${last_name}`
}
