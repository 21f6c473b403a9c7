import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { createRoster } from '#tests/support/components/people.ts'
import { listRows, openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  focus,
  need,
  press,
  rowOf,
  toasts,
  type,
  warnsOnLeaving,
} from '#tests/support/components/screen.ts'

const t = de.person
const columns = de.employees.columns
const CHANGE = 'PATCH /api/employees/:employeeId'
const READ = 'GET /api/v1/employees/:employeeId'
const DOWNLOADS = 'GET /api/employees/:employeeId/downloads'
const PLACES = 'GET /api/employees/:employeeId/places'

const sheet = page.getByCss('[role=dialog]:not(.toast)').last()
const save = () => sheet.getByRole('button', { name: t.form.save })
const field = (name: keyof typeof columns) => sheet.getByLabelText(columns[name])
const linkOf = ({ id }: Pick<Employee, 'id'>) => page.getByCss(`#person-${id}`)

async function openSheet(person: Employee | undefined) {
  await openProject({ person: need(person).id })
  await expect.element(field('last_name')).toBeVisible()
  return need(person)
}

test('a person opens at their own address; closing returns to the row, its focus and place', async () => {
  deskApi.use(createRoster({ count: 40 }))
  const person = need((await openProject({ search: '?sort=last_name' }))[30])
  const link = await linkOf(person).findElement()
  link.scrollIntoView({ block: 'center' })
  const before = scrollY
  await linkOf(person).click()
  await expect.element(page.getByRole('dialog', { name: toName(person) })).toBeVisible()
  expect(location.pathname + location.search).toBe(
    `/projects/${person.project_id}/people/${person.id}?sort=last_name`,
  )
  await press('Escape')
  await countOf(page.getByRole('dialog'), 0)
  expect(location.pathname + location.search).toBe(`/projects/${person.project_id}?sort=last_name`)
  await expect.element(linkOf(person)).toHaveFocus()
  expect(scrollY).toBe(before)
})

test('closing a person opened by a link moves the focus to their row, which is in sight', async () => {
  const person = need(listRows()[20])
  await openProject({ person: person.id, width: 390 })
  await expect.element(sheet.getByRole('button', { name: t.delete.ask })).toBeVisible()
  await press('Escape')
  await expect.element(linkOf(person)).toHaveFocus()
  await expect.element(linkOf(person)).toBeInViewport()
})

test('arrow keys walk through the order of the table, and one step back returns to it', async () => {
  const people = await openProject()
  await linkOf(need(people[0])).click()
  await expect.element(sheet.getByText('1 von 24')).toBeVisible()
  await press('ArrowRight')
  await expect.element(page.getByRole('dialog', { name: toName(need(people[1])) })).toBeVisible()
  await press('ArrowRight')
  await expect.element(page.getByRole('dialog', { name: toName(need(people[2])) })).toBeVisible()
  await press('ArrowLeft')
  await expect.element(sheet.getByText('2 von 24')).toBeVisible()
  history.back()
  await countOf(page.getByRole('dialog'), 0)
  expect(location.pathname).toBe(`/projects/${deskApi.project.id}`)
})

test('a link to a person who is not in the project says so', async () => {
  await openProject({ person: 999_999 })
  await expect.element(page.getByRole('dialog')).toMatchTextContent(t.gone.title)
})

test('the form saves only changed fields, and a refusal loses no typed text', async () => {
  const other = need(deskApi.people[1])
  const person = await openSheet(deskApi.people[0])
  await field('first_name').fill('Marlene')
  await field('email').fill(other.email)
  await expect.element(sheet.getByText(toName(other))).toBeVisible()
  await save().click()
  await expect.element(field('email')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('first_name')).toHaveValue('Marlene')
  await field('email').fill(person.email)
  await save().click()
  await expect.element(toasts).toMatchTextContent(`Marlene ${person.last_name}`)
  expect(deskApi.calls(CHANGE).at(-1)?.body).toMatchObject({
    changes: { first_name: 'Marlene' },
    shown: { first_name: person.first_name },
  })
  expect(deskApi.find(person.id)).toEqual({ ...person, first_name: 'Marlene' })
})

test('the form trims blanks that were typed and sends no odd value that was there before', async () => {
  const { id } = need(deskApi.people[0])
  deskApi.changeElsewhere(id, { email: 'R&D@firma.example', mitarbeiternummer: ' 17 ' })
  await openSheet(deskApi.find(id))
  await field('mitarbeiternummer').click()
  await field('first_name').fill('  Marlene ')
  await field('last_name').click()
  await expect.element(field('first_name')).toHaveValue('Marlene')
  await expect.element(field('mitarbeiternummer')).toHaveValue(' 17 ')
  await save().click()
  await expect.poll(() => deskApi.find(id).first_name).toBe('Marlene')
  expect(deskApi.calls(CHANGE)[0]?.body).toMatchObject({ changes: { first_name: 'Marlene' } })
})

test('the form quotes a refusal of the service that belongs to no field', async () => {
  await openSheet(deskApi.people[0])
  await field('last_name').fill('Wartmann')
  deskApi.refuse(CHANGE, 'invalid', {
    sentence: 'Records are locked.',
    errors: { last_name: ['Not this one.'], project: ['Billing is closed.'] },
  })
  await save().click()
  await expect.element(sheet.getByText('Billing is closed.')).toBeVisible()
  await expect.element(sheet.getByText('Not this one.')).toBeVisible()
  await expect.element(field('last_name')).toHaveValue('Wartmann')
})

test('an unsaved value is asked about, and is in its row after a step back', async () => {
  const person = need((await openProject())[0])
  const cell = cellOf(person, 'last_name')
  await linkOf(person).click()
  await field('last_name').fill('Halb getippt')
  await press('Escape')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: de.ui.cancel }).click()
  await expect.element(field('last_name')).toHaveValue('Halb getippt')
  history.back()
  await countOf(page.getByRole('dialog'), 0)
  await expect.element(cell).toMatchTextContent('Halb getippt')
  await expect.element(cell).toMatchTextContent(de.employees.edit.notSentYet)
  expect(warnsOnLeaving()).toBe(true)
  await linkOf(person).click()
  await expect.element(field('last_name')).toHaveValue('Halb getippt')
  await expect.element(save()).toBeEnabled()
  await press('Escape')
  await question.getByRole('button', { name: de.ui.leave.confirm }).click()
  await countOf(page.getByRole('dialog'), 0)
  await expect.element(cell).toHaveTextContent(person.last_name)
})

test('the sheet predicts an invitation and reports it afterwards', async () => {
  const invited = deskApi.people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at)
  const person = await openSheet(invited)
  await field('email').fill('neue.adresse@example.com')
  await expect.element(sheet.getByText(de.employees.edit.mail.invites)).toBeVisible()
  await save().click()
  await expect.element(sheet).toMatchTextContent('gesendet an neue.adresse@example.com')
  expect(deskApi.find(person.id).email).toBe('neue.adresse@example.com')
})

test('a taken address is named once, also in the refusal, and promises no invitation', async () => {
  const other = need(deskApi.people[1])
  await openSheet(deskApi.people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
  await field('email').fill(other.email)
  const taken = sheet.getByText(de.employees.edit.emailTaken.replace('{person}', toName(other)))
  await expect.element(taken).toBeVisible()
  await countOf(sheet.getByText(de.employees.edit.mail.invites), 0)
  await save().click()
  await expect.element(field('email')).toHaveAttribute('aria-invalid', 'true')
  await countOf(taken, 1)
  await countOf(sheet.getByText(de.reasons.emailTaken), 0)
})

test('a conflict in the sheet saves the user’s value, or all fields without a conflict', async () => {
  const person = await openSheet(deskApi.people[0])
  const question = page.getByRole('dialog').filter({ hasText: de.employees.conflict.text })
  deskApi.changeElsewhere(person.id, { last_name: 'Anderswo' })
  await field('last_name').fill('Hier')
  await save().click()
  await expect.element(question).toMatchTextContent('Anderswo')
  await expect.element(question).toMatchTextContent(person.last_name)
  await question.getByRole('button', { name: de.employees.conflict.mine }).click()
  await expect.poll(() => deskApi.find(person.id).last_name).toBe('Hier')
  await countOf(question, 0)
  deskApi.changeElsewhere(person.id, { last_name: 'Deren' })
  await field('first_name').fill('Ada')
  await field('last_name').fill('Meine')
  await save().click()
  await question.getByRole('button', { name: de.employees.conflict.theirs }).click()
  await expect.element(field('last_name')).toHaveValue('Deren')
  expect(deskApi.find(person.id)).toMatchObject({ first_name: 'Ada', last_name: 'Deren' })
})

test('a language cannot be chosen while the form is being saved', async () => {
  await openSheet(deskApi.people.find(({ locale }) => locale === 'de'))
  const saving = hold(CHANGE)
  await field('last_name').fill('Spät')
  await press('Enter')
  await saving.arrived
  await expect.element(sheet.getByRole('button', { name: t.form.saving })).toBeVisible()
  await focus(field('locale'))
  await press('End')
  await expect.element(field('locale')).toHaveValue('de')
  saving.release()
  await expect.element(toasts).toMatchTextContent('Spät')
  await expect.element(field('locale')).toHaveValue('de')
  await expect.element(save()).toBeDisabled()
})

test('an employee deleted while their form was open is dropped without a question', async () => {
  const person = await openSheet(deskApi.people[0])
  await field('first_name').fill('Zu spät')
  deskApi.deleteElsewhere(person.id)
  await save().click()
  await expect.element(sheet.getByText(de.reasons.gone.replace('{person}', toName(person)))).toBeVisible()
  await expect.element(field('first_name')).toHaveValue('Zu spät')
  await countOf(save(), 0)
  await countOf(sheet.getByRole('button', { name: t.delete.ask }), 0)
  await countOf(sheet.getByRole('heading', { name: t.status.title }), 0)
  await countOf(sheet.getByRole('list', { name: t.photo.downloads }), 0)
  await press('Escape')
  await countOf(page.getByCss('[role=dialog], [role=alertdialog]'), 0)
  await countOf(rowOf(person), 0)
  await countOf(page.getByText('Zu spät'), 0)
})

test('a deletion found while a user types leaves the typed text to be copied', async () => {
  const person = need((await openProject())[0])
  await expect.element(rowOf(person)).toBeVisible()
  deskApi.deleteElsewhere(person.id)
  // A sheet reloads its person when the row is older than a minute.
  const openedAt = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => openedAt + 61_000)
  const reading = hold(READ)
  await linkOf(person).click()
  await field('first_name').fill('Zu spät')
  await reading.arrived
  reading.release()
  await expect.element(sheet.getByText(de.reasons.gone.replace('{person}', toName(person)))).toBeVisible()
  await expect.element(sheet.getByText(t.form.copy)).toBeVisible()
  await expect.element(field('first_name')).toHaveValue('Zu spät')
  await countOf(save(), 0)
  await press('Escape')
  await countOf(page.getByCss('[role=dialog], [role=alertdialog]'), 0)
  await countOf(rowOf(person), 0)
})

test('a deletion names the person, wants nothing typed, and moves the focus to the next row', async () => {
  const people = await openProject()
  const [person, next] = [need(people[2]), need(people[3])]
  await focus(cellOf(person, 'last_name'))
  await press('Enter')
  await focus(sheet.getByRole('button', { name: t.delete.ask }))
  await press('Enter')
  const question = page.getByRole('alertdialog')
  await expect.element(question).toHaveAccessibleName(t.delete.question.replace('{person}', toName(person)))
  await countOf(question.getByRole('textbox'), 0)
  // The second press of a double click does nothing.
  await question.getByRole('button', { name: t.delete.confirm }).dblClick()
  await expect.element(toasts.getByText(t.delete.done.replace('{person}', toName(person)))).toBeVisible()
  await countOf(rowOf(person), 0)
  await expect.element(linkOf(next)).toHaveFocus()
  expect(deskApi.calls('DELETE /api/v1/employees/:employeeId')).toHaveLength(1)
})

test('a deletion of the only row moves the focus to the title', async () => {
  const person = need(deskApi.people[0])
  await openProject({ search: `?q=${encodeURIComponent(person.email)}` })
  await linkOf(person).click()
  await sheet.getByRole('button', { name: t.delete.ask }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: t.delete.confirm }).click()
  await countOf(rowOf(person), 0)
  await expect.element(page.getByCss('h1')).toHaveFocus()
})

test('a person deleted elsewhere is dropped in the same way, and the page says so', async () => {
  const person = need((await openProject())[0])
  await linkOf(person).click()
  await sheet.getByRole('button', { name: t.delete.ask }).click()
  deskApi.deleteElsewhere(person.id)
  await page.getByRole('alertdialog').getByRole('button', { name: t.delete.confirm }).click()
  await expect
    .element(toasts.getByText(t.delete.doneBefore.replace('{person}', toName(person))))
    .toBeVisible()
  await countOf(rowOf(person), 0)
})

test('a failed reload of the photo’s places keeps the known ones until a retry succeeds', async () => {
  deskApi.use(createRoster({ situation: 'approved' }))
  deskApi.respond(PLACES, { data: [] })
  deskApi.refuse(PLACES, 'service_unreachable')
  const person = await openSheet(deskApi.people[0])
  const delivered = sheet.getByRole('region', { name: de.deliveryNews.person.title })
  await expect.element(delivered.getByText(t.where.unknown)).toBeVisible()
  await sheet.getByRole('button', { name: t.delete.ask }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText(t.where.unknown)).toBeVisible()
  await question.getByRole('button', { name: de.ui.cancel }).click()
  await delivered.getByRole('button', { name: de.app.tryAgain }).click()
  await countOf(delivered, 0)
  expect(person.photo.approved).toBe(true)
})

for (const situation of ['invited', 'uploaded', 'editedNothingFinished', 'retakeBeforeEdit'] as const)
  test(`a sheet without an available photo does not say where it is: ${situation}`, async () => {
    deskApi.use(createRoster({ count: 1, situation }))
    await openSheet(deskApi.people[0])
    await expect.poll(() => deskApi.calls(DOWNLOADS).every(({ answered }) => answered)).toBe(true)
    await expect.element(sheet.getByRole('button', { name: t.delete.ask })).toBeVisible()
    await countOf(sheet.getByRole('heading', { name: t.where.title }), 0)
  })

test('two concurrent photo downloads each say how they ended', async () => {
  deskApi.use(createRoster({ count: 1, situation: 'approved' }))
  await openSheet(deskApi.people[0])
  const sizes = sheet.getByRole('list', { name: t.photo.downloads }).getByRole('listitem')
  await expect.element(sizes.nth(1).getByRole('button')).toBeVisible()
  const photo = hold('GET /api/v1/employees/:employeeId/photo')
  deskApi.refuse('GET /api/v1/employees/:employeeId/photo', 'not_available')
  await sizes.nth(0).getByRole('button').click()
  await photo.arrived
  await sizes.nth(1).getByRole('button').click()
  photo.release()
  await expect.element(sizes.nth(0).getByText(de.errors.not_available)).toBeVisible()
  await countOf(sizes.nth(1).getByText(de.errors.not_available), 0)
})

test('a refused key leads from the form to the page about the connection', async () => {
  await openSheet(deskApi.people[0])
  await field('first_name').fill('Anna Lena')
  deskApi.refuse(CHANGE, 'key_rejected')
  await save().click()
  const form = sheet.getByCss('form')
  await expect.element(form.getByText(de.errors.key_rejected)).toBeVisible()
  await expect.element(form).toMatchTextContent('admin@example.com')
})

test('the keyboard alone adds a new person, and the number may stay empty', async () => {
  await openProject()
  await focus(page.getByRole('button', { name: t.add.open }))
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: t.add.title })
  await expect.element(dialog.getByLabelText(columns.first_name)).toHaveFocus()
  await type('Zoë')
  await press('Tab')
  await type('Neumann-Tastatur')
  await press('Tab')
  await type('zoe.neumann@example.com')
  await expect.element(dialog.getByText(t.add.numberAssigned)).toBeVisible()
  await press('Enter')
  const added = t.add.added.replace('{person}', 'Zoë Neumann-Tastatur')
  await expect.element(toasts.getByText(added)).toBeVisible()
  await page.getByRole('button', { name: t.add.show }).click()
  await expect.element(page.getByRole('dialog', { name: 'Zoë Neumann-Tastatur' }).last()).toBeVisible()
})

test('an unusual address of a new person is a hint, and a refusal shows its reason at the field', async () => {
  await openProject()
  await page.getByRole('button', { name: t.add.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(columns.first_name).fill('Zoë')
  await dialog.getByLabelText(columns.last_name).fill('Neu')
  await dialog.getByLabelText(columns.email).fill('R&D@firma.example')
  await expect.element(dialog.getByText(de.employees.edit.unusual.signs)).toBeVisible()
  deskApi.refuse('POST /api/v1/projects/:projectId/employees', 'invalid', {
    errors: { email: ['This must be an email address.'] },
  })
  await dialog.getByRole('button', { name: t.add.save, exact: true }).click()
  await expect.element(dialog.getByText(de.reasons.email)).toBeVisible()
  await expect.element(dialog.getByLabelText(columns.email)).toHaveValue('R&D@firma.example')
})

test('the dialog cannot be closed while a person is being added, and newer text stays', async () => {
  await openProject()
  await page.getByRole('button', { name: t.add.open }).click()
  const dialog = page.getByRole('dialog', { name: t.add.title })
  await dialog.getByLabelText(columns.first_name).fill('Erste')
  await dialog.getByLabelText(columns.last_name).fill('Neue')
  await dialog.getByLabelText(columns.email).fill('erste@example.com')
  const adding = hold('POST /api/v1/projects/:projectId/employees')
  await dialog.getByRole('button', { name: t.add.saveNext }).click()
  await adding.arrived
  await press('Escape')
  await expect.element(dialog).toBeVisible()
  adding.release()
  await expect.element(dialog).toMatchTextContent('Erste Neue')
  await dialog.getByLabelText(columns.first_name).fill('Zweite')
  await press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: de.ui.cancel }).click()
  await expect.element(dialog.getByLabelText(columns.first_name)).toHaveValue('Zweite')
  expect(deskApi.people.filter(({ last_name }) => last_name === 'Neue')).toHaveLength(1)
})

function toName({ first_name, last_name }: Employee): string {
  return `${first_name} ${last_name}`
}
