import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { deskApi } from '#tests/support/components/desk-api.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import { cellOf, editCell, fieldOf, need, press, toasts } from '#tests/support/components/screen.ts'

const heard: string[] = []

/**
 * Opens a project and records every message added to a live region. A message that comes with its region is not
 * announced.
 */
async function openAndListen() {
  heard.length = 0
  const people = await openProject()
  for (const region of document.querySelectorAll('[aria-live]'))
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const { textContent } of addedNodes) heard.push(textContent ?? '')
    }).observe(region, { childList: true })
  return people
}

test('a saved value, a refusal and an invitation are each said once', async () => {
  const people = await openAndListen()
  const person = need(people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  const name = `${person.first_name} ${person.last_name}`
  const cell = cellOf(person, 'email')
  await editCell(cell, 'neue.adresse@example.com')
  await press('Enter')
  await expect.element(page.getByRole('main')).toMatchTextContent('gesendet an neue.adresse@example.com')
  await expect
    .poll(() => heard.filter(words => words.startsWith('E-Mail von')))
    .toEqual([`E-Mail von ${name} gespeichert. Einladung erneut gesendet an neue.adresse@example.com`])
  const number = cellOf(person, 'mitarbeiternummer')
  await editCell(number, '99001')
  await press('Enter')
  await expect.element(toasts).toBeVisible()
  await press('Control+Z')
  await expect.element(number).toHaveTextContent(person.mitarbeiternummer)
  await expect
    .poll(() => heard.slice(-2))
    .toEqual([`Personalnummer von ${name} gespeichert`, `Die Änderung an ${name} ist rückgängig gemacht`])
})

test('a refused value says its reason, and that it interrupts', async () => {
  const person = need((await openAndListen())[0])
  deskApi.refuse('PATCH /api/employees/:employeeId', 'service_unreachable')
  await editCell(cellOf(person, 'last_name'), 'Wartmann')
  await press('Enter')
  await expect
    .poll(() => document.querySelector('[aria-live=assertive]')?.textContent)
    .toContain(de.errors.service_unreachable)
  await expect.element(fieldOf(cellOf(person, 'last_name'))).not.toBeInTheDocument()
})

test('a search announces its result once, when typing pauses', async () => {
  const people = await openAndListen()
  const { last_name } = need(people[0])
  await page.getByRole('searchbox').fill(last_name)
  await expect.poll(() => heard.filter(words => /^\d+ Person/.test(words)).length).toBe(1)
  await press('Escape')
  await expect.poll(() => heard.at(-1)).toContain('24 Personen')
})
