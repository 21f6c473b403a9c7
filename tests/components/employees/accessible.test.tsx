import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { expectAccessible, overflow } from '#tests/support/components/accessible.ts'
import { ADMIN, Bar } from '#tests/support/components/bar.tsx'
import { deskApi } from '#tests/support/components/desk-api.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  editCell,
  focus,
  need,
  nextFrame,
  openEditor,
  press,
} from '#tests/support/components/screen.ts'

const open = (options: { width?: number; search?: string } = {}) =>
  openProject({ ...options, user: ADMIN, bar: <Bar /> })

test('the page of a project has no violation, and is not cut off at 320 and 683 pixels', async () => {
  // 320 pixels are 1280 at 400 %, and 683 are a 1366-pixel laptop at 200 % (WCAG 1.4.10, 1.4.4).
  await open()
  await expectAccessible('project')
  for (const width of [320, 683]) {
    await page.viewport(width, 640)
    await expect.poll(overflow, { message: `${width} pixels` }).toBe(0)
  }
  await page.viewport(1280, 900)
})

test('an open cell and its refused value have no violation', async () => {
  const people = await open()
  await openEditor(cellOf(need(people[0]), 'email'))
  await expectAccessible('open cell', 'main')
  await press('Escape')
  await editCell(cellOf(need(people[0]), 'email'), 'kaputt')
  await press('Enter')
  await expect.element(cellOf(need(people[0]), 'email')).toMatchTextContent(de.reasons.email)
  await expectAccessible('refused value', 'main')
})

test('the sheet of a person and the question before they are deleted have no violation', async () => {
  const people = await open()
  await page.getByCss(`#person-${need(people.find(({ photo }) => photo.approved)).id}`).click()
  const ask = page.getByRole('button', { name: de.person.delete.ask })
  await expect.element(ask).toBeVisible()
  await expectAccessible('sheet', '[role=dialog]')
  await ask.click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible('deletion', '[role=alertdialog]')
})

test('a conflict and the dialog for a new person have no violation', async () => {
  const person = need((await open())[0])
  deskApi.changeElsewhere(person.id, { last_name: 'Anderswo' })
  await editCell(cellOf(person, 'last_name'), 'Hier')
  await press('Enter')
  await expect.element(page.getByRole('dialog').filter({ hasText: 'Anderswo' })).toBeVisible()
  await expectAccessible('conflict', '[role=dialog]')
  await press('Escape')
  await countOf(page.getByRole('dialog').filter({ hasText: 'Anderswo' }), 0)
  await page.getByRole('button', { name: de.person.add.open }).click()
  await expect.element(page.getByRole('dialog', { name: de.person.add.title })).toBeVisible()
  await expectAccessible('somebody new', '[role=dialog]:not(.toast)')
})

test('the bar of the selected, its menu and its questions have no violation', async () => {
  await open()
  for (const row of [0, 1]) await page.getByCss('[data-select]').nth(row).click()
  const bar = page.getByRole('region', { name: de.selection.label })
  await expect.element(bar).toBeVisible()
  await expectAccessible('selection bar')
  await bar.getByRole('button', { name: '2 Personen löschen …' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible('deletion of a few', '[role=alertdialog]')
  await press('Escape')
  await countOf(page.getByRole('alertdialog'), 0)
  await page.viewport(390, 844)
  await expect.poll(() => bar.element().getBoundingClientRect().height).toBeLessThan(96)
  await bar.getByRole('button', { name: de.selection.more }).click()
  await countOf(page.getByRole('menuitem', { name: /…$/ }), 2)
  await expectAccessible('menu of the selection bar', '[role=menu]')
  await press('Escape')
  await expect.element(bar.getByRole('button', { name: de.selection.more })).toHaveFocus()
  await page.viewport(1280, 900)
})

test('the palette, the help and the menu of a phone have no violation', async () => {
  await open()
  await press('Control+k')
  await expect.element(page.getByRole('combobox', { name: de.shell.palette.search })).toHaveFocus()
  await expectAccessible('palette', '[role=dialog]')
  await press('Escape')
  await countOf(page.getByRole('dialog'), 0)
  await press('?')
  await expect.element(page.getByRole('dialog', { name: de.help.title })).toBeVisible()
  await expectAccessible('help', '[role=dialog]')
  await press('Escape')
  await countOf(page.getByRole('dialog'), 0)
  await open({ width: 390 })
  await page.getByRole('button', { name: de.shell.menu, exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: de.shell.menu })).toBeVisible()
  await expectAccessible('menu of a phone', '[role=dialog]')
})

test('every control of a project is at least 24 pixels high and wide', async () => {
  await open()
  const small = [...document.querySelectorAll('button, select, input:not([type=checkbox], [type=radio])')]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .filter(element => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && (width < 24 || height < 24)
    })
  expect(small.map(({ outerHTML }) => outerHTML.slice(0, 160))).toEqual([])
})

test('another theme is there at once with reduced motion', async () => {
  await open()
  const begun: string[] = []
  const note = ({ propertyName }: TransitionEvent) => void begun.push(propertyName)
  document.addEventListener('transitionrun', note)
  const colour = () => getComputedStyle(document.body).color
  const light = colour()
  await commands.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(light)
  await nextFrame()
  document.removeEventListener('transitionrun', note)
  await commands.emulateMedia({ colorScheme: 'light' })
  expect(begun).toEqual([])
})

test('the focus and the status of a row can be seen in forced colours', async () => {
  await commands.emulateMedia({ forcedColors: 'active' })
  const person = need((await open())[0])
  await focus(cellOf(person, 'email'))
  await press('ArrowRight', 'ArrowLeft')
  await expect.element(cellOf(person, 'email')).toHaveFocus()
  expect(getComputedStyle(cellOf(person, 'email').element()).outlineStyle).not.toBe('none')
  await commands.emulateMedia({ forcedColors: 'none' })
})
