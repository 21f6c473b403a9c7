import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { createRoster } from '#tests/support/components/people.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  editCell,
  fieldOf,
  focus,
  listRowIds,
  need,
  openEditor,
  press,
  rowOf,
  toasts,
} from '#tests/support/components/screen.ts'

const t = de.employees
const CHANGE = 'PATCH /api/employees/:employeeId'

test('an address predicts its invitation, needs Enter to be saved, and withdraws the undo offer', async () => {
  const people = await openProject()
  const invited = need(people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  const photographed = need(people.find(({ uploaded_at, status }) => uploaded_at && status !== 'retake'))
  const again = need(people.find(({ status }) => status === 'retake'))
  await editCell(cellOf(photographed, 'email'), 'schon.da@example.com')
  await expect.element(page.getByText(t.edit.mail.hasPhoto)).toBeVisible()
  await press('Escape')
  await editCell(cellOf(again, 'email'), 'noch.einmal@example.com')
  await expect.element(page.getByText(t.edit.mail.retake)).toBeVisible()
  await press('Escape')
  await editCell(cellOf(again, 'mitarbeiternummer'), 'N-4711')
  await press('Enter')
  const undo = toasts.getByText(t.edit.undo, { exact: true })
  await expect.element(undo).toBeVisible()
  const cell = cellOf(invited, 'email')
  // Another letter case is another address.
  await editCell(cell, invited.email.toUpperCase())
  await expect.element(page.getByText(t.edit.mail.invites)).toBeVisible()
  await press('Escape')
  await editCell(cell, 'neue.adresse@example.com')
  await expect.element(page.getByText(t.edit.mail.invites)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect.element(cell).toMatchTextContent(t.edit.mayInvite)
  expect(deskApi.find(invited.id).email).toBe(invited.email)
  await focus(cell)
  await press('Enter')
  await expect.element(fieldOf(cell)).toHaveValue('neue.adresse@example.com')
  await press('Enter')
  await expect.element(page.getByRole('main')).toMatchTextContent('gesendet an neue.adresse@example.com')
  await countOf(undo, 0)
  await focus(cell)
  await press('Control+Z')
  await expect.element(toasts.getByText(t.edit.undoSent)).toBeVisible()
  expect(deskApi.find(invited.id).email).toBe('neue.adresse@example.com')
})

test('the toast undoes a change, Control+Z in its cell the one before, and in no other cell', async () => {
  const person = need((await openProject())[0])
  const [first, last] = [cellOf(person, 'first_name'), cellOf(person, 'last_name')]
  await editCell(last, 'Eins')
  await press('Enter')
  await expect.element(toasts).toMatchTextContent(`${person.first_name} Eins`)
  await editCell(first, 'Zwei')
  await press('Enter')
  await expect.element(toasts).toMatchTextContent('Zwei Eins')
  await toasts.getByText(t.edit.undo, { exact: true }).click()
  await expect.element(first).toHaveTextContent(person.first_name)
  await focus(cellOf(person, 'email'))
  await press('Control+Z')
  // The toast of the previous undo does not contradict it.
  await expect.element(toasts).toMatchTextContent(t.edit.undoNothing)
  expect(deskApi.find(person.id)).toEqual({ ...person, last_name: 'Eins' })
  await focus(last)
  await press('Control+Z')
  await expect.element(last).toHaveTextContent(person.last_name)
  expect(deskApi.find(person.id)).toEqual(person)
})

test('two values typed one after the other are saved in turn, and neither is lost', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  const saving = hold(CHANGE)
  await editCell(cell, 'Erstens')
  await press('Enter')
  await saving.arrived
  await editCell(cell, 'Zweitens')
  await press('Enter')
  await expect.element(cell).toMatchTextContent('Zweitens')
  expect(deskApi.calls(CHANGE)).toHaveLength(1)
  saving.release()
  await expect.poll(() => deskApi.find(person.id).last_name).toBe('Zweitens')
  await expect.element(toasts).toMatchTextContent('Zweitens')
  await expect.element(cell).toHaveTextContent('Zweitens')
  expect(deskApi.calls(CHANGE).map(({ body }) => body)).toMatchObject([
    { changes: { last_name: 'Erstens' }, shown: { last_name: person.last_name } },
    { changes: { last_name: 'Zweitens' }, shown: { last_name: 'Erstens' } },
  ])
})

test('a cell opened during its save and left with Escape keeps the value being saved', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  const saving = hold(CHANGE)
  await editCell(cell, 'Erstens')
  await press('Enter')
  await saving.arrived
  await openEditor(cell)
  await press('Escape')
  await expect.element(cell).toMatchTextContent('Erstens')
  // The old value again: it differs from the value that is being saved.
  await editCell(cell, person.last_name)
  await press('Enter')
  saving.release()
  await expect.poll(() => deskApi.calls(CHANGE).length).toBe(2)
  await expect.element(cell).toHaveTextContent(person.last_name)
  expect(deskApi.find(person.id).last_name).toBe(person.last_name)
})

test('a cell that is open when its answer comes sends the newer input', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  for (const last of ['Drittens', person.last_name]) {
    const saving = hold(CHANGE)
    await editCell(cell, 'Zweitens')
    await press('Enter')
    await saving.arrived
    await openEditor(cell)
    saving.release()
    await expect.element(toasts).toMatchTextContent('Zweitens')
    await fieldOf(cell).fill(last)
    await press('Enter')
    await expect.element(cell).toHaveTextContent(last)
    await expect.poll(() => deskApi.find(person.id).last_name).toBe(last)
    await countOf(page.getByCss('[role=alertdialog], .modal-dialog'), 0)
  }
})

test('a row keeps its place during and after an edit, until the list is refreshed', async () => {
  const people = await openProject({ search: '?sort=last_name' })
  const person = need(people[0])
  await editCell(cellOf(person, 'last_name'), 'Zzz')
  await press('Enter')
  await expect.element(cellOf(person, 'last_name')).toHaveTextContent('Zzz')
  expect((await listRowIds())[0]).toBe(person.id)
  await page.getByRole('button', { name: t.refresh, exact: true }).click()
  await expect.poll(async () => (await listRowIds())[0]).not.toBe(person.id)
})

test('the focus keeps its place when other people take the place of the rows', async () => {
  deskApi.use(createRoster({ count: 50 }))
  await openProject({ search: '?per_page=25' })
  const cell = page.getByCss('tr[data-person]').nth(7).getByCss('td[data-field=email]')
  const reading = hold('GET /api/projects/:projectId/people')
  const email = (await cell.findElement()).textContent
  await page.getByRole('link', { name: de.ui.pagination.next }).click()
  await reading.arrived
  await focus(cell)
  reading.release()
  await expect.element(cell).not.toHaveTextContent(email)
  await expect.element(cell).toHaveFocus()
})

test('a saved value is shown after a step back', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'first_name')
  await editCell(cell, 'Nachher')
  await press('Enter')
  await expect.element(cell).toHaveTextContent('Nachher')
  await page.getByRole('link', { name: de.projects.title }).click()
  await expect.element(page.getByRole('heading', { name: '/projects' })).toBeVisible()
  // A reload of the page would show the value a moment later.
  hold('GET /api/projects/:projectId/people')
  history.back()
  await expect.element(cell).toHaveTextContent('Nachher')
})

for (const keep of ['theirs', 'mine'] as const)
  test(`a conflict shows both values and saves the user’s decision: ${keep}`, async () => {
    const person = need((await openProject())[0])
    const dialog = await openConflict(person)
    await expect.element(dialog).toMatchTextContent('Anderswo')
    await expect.element(dialog).toMatchTextContent('Hier')
    await expect.element(dialog).toMatchTextContent(person.last_name)
    expect(deskApi.find(person.id).last_name).toBe('Anderswo')
    await dialog.getByRole('button', { name: t.conflict[keep] }).click()
    const kept = keep === 'mine' ? 'Hier' : 'Anderswo'
    await expect.element(cellOf(person, 'last_name')).toHaveTextContent(kept)
    expect(deskApi.find(person.id).last_name).toBe(kept)
  })

test('a postponed conflict keeps the value in its cell', async () => {
  const person = need((await openProject())[0])
  await openConflict(person)
  await press('Escape')
  const cell = cellOf(person, 'last_name')
  await expect.element(cell).toMatchTextContent(de.errors.changed_meanwhile)
  await expect.element(cell).toMatchTextContent('Hier')
})

test('a half-typed value is compared with the value it started from, after another page too', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  await editCell(cell, 'Hier')
  history.back()
  await countOf(page.getByRole('grid'), 0)
  deskApi.changeElsewhere(person.id, { last_name: 'Anderswo', first_name: 'Andere' })
  history.forward()
  await expect.element(cellOf(person, 'first_name')).toHaveTextContent('Andere')
  await expect.element(fieldOf(cell)).toHaveValue('Hier')
  await focus(fieldOf(cell))
  await press('Enter')
  await expect.element(page.getByRole('dialog').filter({ hasText: 'Anderswo' })).toBeVisible()
  expect(deskApi.find(person.id).last_name).toBe('Anderswo')
})

async function openConflict(person: Employee) {
  deskApi.changeElsewhere(person.id, { last_name: 'Anderswo' })
  await expect.element(rowOf(person)).toBeVisible()
  await editCell(cellOf(person, 'last_name'), 'Hier')
  await press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: 'Anderswo' })
  await expect.element(dialog).toBeVisible()
  return dialog
}
