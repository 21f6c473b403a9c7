import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  editCell,
  fieldOf,
  focus,
  listRowIds,
  need,
  press,
  rowOf,
  type,
  warnsOnLeaving,
} from '#tests/support/components/screen.ts'

const t = de.employees
const CHANGE = 'PATCH /api/employees/:employeeId'

test('a refused value stays in its cell with its reason, which names the present owner', async () => {
  const people = await openProject()
  const [first, second] = [need(people[0]), need(people[1])]
  const cell = cellOf(first, 'email')
  const field = fieldOf(cell)
  await editCell(cell, second.email)
  const taken = t.edit.emailTaken.replace('{person}', toName(second))
  await expect.element(page.getByText(taken)).toBeVisible()
  await press('Enter')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveFocus()
  await expect.element(cell).toMatchTextContent(taken)
  await countOf(cell.getByText(de.reasons.emailTaken), 0)
  await type('x')
  await expect.element(field).toHaveValue(`${second.email}x`)
  await press('Backspace', 'Enter')
  await expect.element(field).toHaveFocus()
  await page.getByRole('heading', { level: 1 }).click()
  await focus(cell)
  const refused = t.edit.refused.replace('{reason}', taken)
  await expect.element(cell.getByText(refused)).toBeVisible()
  await expect.element(cell).toMatchTextContent(second.email)
  await expect.element(cell).toHaveAttribute('aria-invalid', 'true')
  await expect.element(cell).toHaveAccessibleDescription(`${refused} ${t.edit.refusedKeys}`)
  expect(cell.element().getBoundingClientRect().height).toBeLessThan(60)
  expect(warnsOnLeaving()).toBe(true)
  await press('Enter')
  await expect.element(field).toHaveValue(second.email)
  await press('Escape')
  await expect.element(cell).toHaveTextContent(first.email)
  expect(deskApi.find(first.id).email).toBe(first.email)
  expect(warnsOnLeaving()).toBe(false)
})

test('a refused value survives another page of the desk and a filter that hides its row', async () => {
  const people = await openProject()
  const [first, second] = [need(people[0]), need(people[1])]
  const cell = cellOf(first, 'email')
  await editCell(cell, second.email)
  await press('Enter')
  await expect.element(fieldOf(cell)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('link', { name: de.projects.title }).click()
  await expect.element(page.getByRole('heading', { name: '/projects' })).toBeVisible()
  history.back()
  await expect.element(cell).toMatchTextContent(second.email)
  await page.getByRole('searchbox').fill(second.email)
  await countOf(rowOf(first), 0)
  await expect.element(page.getByText('Eine Angabe ist nicht gespeichert')).toBeVisible()
  await page.getByRole('link', { name: t.unsaved.show }).click()
  await expect.element(cell).toMatchTextContent(second.email)
  expect(await listRowIds()).toEqual([first.id])
})

test('an invalid value is never sent, and neither Tab nor a click elsewhere loses it', async () => {
  const people = await openProject()
  const person = need(people[0])
  const cell = cellOf(person, 'last_name')
  await editCell(cell, '  ')
  await press('Enter')
  await expect.element(cell.getByText(de.reasons.required)).toBeVisible()
  await press('Tab', 'Escape')
  await expect.element(cell).toMatchTextContent(de.reasons.required)
  const photographed = need(people.find(({ uploaded_at }) => uploaded_at))
  const email = cellOf(photographed, 'email')
  await editCell(email, 'keine adresse')
  await page.getByRole('heading', { level: 1 }).click()
  await expect.element(email).toMatchTextContent('keine adresse')
  await expect.element(email).toMatchTextContent(de.reasons.email)
  expect(deskApi.calls(CHANGE)).toEqual([])
})

test('a value that did not reach the service is saved by trying again', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  deskApi.refuse(CHANGE, 'service_unreachable')
  await editCell(cell, 'Wartmann')
  await press('Enter')
  await expect.element(cell).toHaveAttribute('aria-invalid', 'true')
  await expect.element(cell).toMatchTextContent(de.errors.service_unreachable)
  expect(deskApi.find(person.id).last_name).toBe(person.last_name)
  await press('Enter')
  await expect.element(fieldOf(cell)).toHaveValue('Wartmann')
  await press('Enter')
  await expect.poll(() => deskApi.find(person.id).last_name).toBe('Wartmann')
  await expect.element(cell).not.toHaveAttribute('aria-invalid')
})

test('a value that did not reach the desk says so, and is compared with later saves of others', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  deskApi.answer(CHANGE, () => new Response('', { status: 502 }))
  await editCell(cell, 'Hier')
  await press('Enter')
  await expect.element(cell).toMatchTextContent(de.errors.desk_unreachable)
  deskApi.changeElsewhere(person.id, { last_name: 'Anderswo' })
  await focus(cell)
  await press('F2')
  await expect.element(fieldOf(cell)).toHaveFocus()
  await press('Enter')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Anderswo')
})

test('an open cell without input changes nothing, whatever arrives in its row', async () => {
  const people = await openProject()
  const person = need(people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  const saving = hold(CHANGE)
  await editCell(cellOf(person, 'first_name'), 'Ada')
  await press('Tab')
  await expect.element(fieldOf(cellOf(person, 'email'))).toHaveValue(person.email)
  await saving.arrived
  deskApi.changeElsewhere(person.id, { email: 'richtig@example.com' })
  saving.release()
  await expect.element(cellOf(person, 'first_name')).toHaveTextContent('Ada')
  await press('Tab')
  await expect.element(cellOf(person, 'email')).toMatchTextContent('richtig@example.com')
  expect(deskApi.calls(CHANGE)).toHaveLength(1)
})

test('an unchanged field is neither checked nor sent', async () => {
  const odd = 'R&D@firma.example'
  const { id } = need(deskApi.people[0])
  deskApi.changeElsewhere(id, { email: odd, mitarbeiternummer: ' 17 ' })
  await openProject()
  const person = deskApi.find(id)
  await expect.element(cellOf(person, 'email')).toHaveTextContent(odd)
  await editCell(cellOf(person, 'last_name'), 'Neuname')
  await press('Enter')
  await expect.poll(() => deskApi.find(id).last_name).toBe('Neuname')
  expect(deskApi.calls(CHANGE).map(({ body }) => body)).toMatchObject([{ changes: { last_name: 'Neuname' } }])
})

test('a reason against a field that is not in sight is shown in the cell that was saved', async () => {
  const person = need((await openProject())[0])
  deskApi.refuse(CHANGE, 'invalid', {
    errors: { email: ['This must be an email address.'], account: ['The account is closed.'] },
  })
  const cell = cellOf(person, 'last_name')
  await editCell(cell, 'Neuname')
  await press('Enter')
  await expect.element(cell).toMatchTextContent(`${t.columns.email}: ${de.reasons.email}`)
  await expect.element(cell).toMatchTextContent('The account is closed.')
  await expect.element(fieldOf(cell)).toHaveValue('Neuname')
})

test('an unusual address is a hint, is sent as typed, and shows why the service refuses it', async () => {
  const cell = cellOf(need((await openProject())[0]), 'email')
  deskApi.refuse(CHANGE, 'invalid', { errors: { email: ['This must be an email address.'] } })
  await editCell(cell, 'a@müller.example')
  await expect.element(cell.getByText(t.edit.unusual.letters)).toBeVisible()
  await press('Enter')
  await expect.element(cell).toMatchTextContent(de.reasons.email)
  await expect.element(fieldOf(cell)).toHaveValue('a@müller.example')
  expect(deskApi.calls(CHANGE)[0]?.body).toMatchObject({ changes: { email: 'a@müller.example' } })
})

function toName({ first_name, last_name }: Employee): string {
  return `${first_name} ${last_name}`
}
