import type { Locator, Page } from '@playwright/test'
import { peoplePageSchema } from '#lib/employees/people-contract.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { PER_PAGE_MAX } from '#lib/portrait-api/terms.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import {
  expect,
  expectLeaveWarning,
  fetchAnswer,
  test,
  twoFrames,
} from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  changeElsewhere,
  editCell,
  listEverybody,
  listRowIds,
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

test('the table is one stop for Tab; arrows, Home, End and page keys move inside', async ({ page }) => {
  const people = await listPeople()
  await open(page)
  await page.getByRole('button', { name: t.view.label }).focus()
  await page.keyboard.press('Tab')
  const [first, second] = [at(people, 0), at(people, 1)]
  await expect(rowOf(page, first).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cellOf(page, first, 'mitarbeiternummer')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cellOf(page, second, 'mitarbeiternummer')).toBeFocused()
  await page.keyboard.press('End')
  await expect(rowOf(page, second).getByRole('gridcell').last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+End')
  await expect(rowOf(page, at(people, 49)).getByRole('gridcell').last()).toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(rowOf(page, first).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(page.locator('tr[aria-selected=true]')).toHaveCount(1)
  await page.keyboard.press(' ')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('checkbox', { name: t.selectPage })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('checkbox', { name: t.selectPage })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: t.view.label })).toBeFocused()
})

test('a key that leads to a row which is still to be drawn finds it there', async ({ page }) => {
  const people = await listPeople()
  await open(page)
  // No frame comes any more: of the next page, nothing is drawn but what the first one brings.
  await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }))
  await page.getByRole('link', { name: de.ui.pagination.next }).press('Enter')
  await expect(page.locator('.row-to-come')).toHaveCount(44)
  await cellOf(page, at(people, 50), 'email').focus()
  await page.keyboard.press('Control+End')
  await expect(rowOf(page, at(people, 99)).getByRole('gridcell').last()).toBeFocused()
})

test('F2, Enter and a double click edit; Escape restores; Enter saves the changed field alone', async ({
  page,
}) => {
  const person = at(await listPeople(), 0)
  await open(page)
  const cell = cellOf(page, person, 'first_name')
  for (const [key, field] of [
    ['Enter', 'mitarbeiternummer'],
    ['F2', 'mitarbeiternummer'],
    ['F2', 'first_name'],
  ] as const) {
    const edited = cellOf(page, person, field)
    await edited.focus()
    await page.keyboard.press(key)
    await expect(edited.locator('input')).toBeFocused()
    await page.keyboard.type('Niemals')
    await page.keyboard.press('Escape')
    await expect(edited).toBeFocused()
    await expect(edited).toHaveText(person[field])
  }
  await editCell(cell, 'Zoë')
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    changes: { first_name: 'Zoë' },
    shown: { first_name: person.first_name },
    unasked: false,
  })
  await expect(page.getByText(`Angaben zu Zoë ${person.last_name} gespeichert`)).toBeVisible()
  await expect(cell).toHaveText('Zoë')
  await expect(cell).toBeFocused()
  expect(await readPerson(person)).toEqual({ ...person, first_name: 'Zoë' })
})

test('a click shows which cell has the focus, and what its keys do', async ({ page }) => {
  const person = at(await listPeople(), 0)
  await open(page)
  const cell = cellOf(page, person, 'email')
  await cell.click({ position: { x: 3, y: 3 } })
  await expect(cell).toBeFocused()
  await expect(cell).toHaveCSS('outline-style', 'solid')
  await expect(page.locator('p.cell-hint')).toContainText(t.edit.cellHint)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: de.help.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell, 'keys that work everywhere work in a cell, too').toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: t.find.label })).toBeFocused()
})

test('what a cell says to who goes there by keys stays long enough to be read, and covers no row that comes next', async ({
  page,
}) => {
  const person = at(await listPeople(), 3)
  await open(page)
  const cell = cellOf(page, person, 'locale')
  await cellOf(page, person, 'email').focus()
  // A pointer that rests on the rows has no say in it while keys move them.
  await cellOf(page, at(await listPeople(), 1), 'email').hover()
  await page.keyboard.press('ArrowRight')
  await expect(cell).toBeFocused()
  const keys = page.locator('p.cell-hint')
  await expect(keys).toContainText(t.edit.cellHint)
  await expect(keys).toHaveCSS('animation-duration', '5s')
  expect(await endsAbove(keys, cell)).toBe(true)
  await page.keyboard.press('ArrowRight')
  const status = page.locator('td:focus')
  const meaning = page.locator('p.cell-hint-stays')
  await expect(meaning).toHaveCSS('opacity', '1')
  expect((await meaning.textContent())?.length).toBeGreaterThan(30)
  expect(await endsAbove(meaning, status)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(meaning).toHaveCount(0)
  await status.click()
  await expect(meaning, 'a press asks for it, too').toHaveCSS('opacity', '1')
})

async function endsAbove(hint: Locator, cell: Locator): Promise<boolean> {
  const [of, at] = [await hint.boundingBox(), await cell.boundingBox()]
  return of !== null && at !== null && of.y + of.height <= at.y + 1
}

test('a language that was just saved can be read beside the mark that says so', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const person = need((await listPeople()).slice(0, 25).find(({ locale }) => locale === 'de'))
  await open(page)
  const cell = cellOf(page, person, 'locale')
  await openEditor(cell)
  await cell.locator('select').selectOption('en')
  await page.keyboard.press('Enter')
  const value = cell.locator('.truncate')
  await expect(value).toHaveText(t.locales.en)
  await expect(cell.locator('svg.text-positive')).toBeAttached()
  expect(await value.evaluate(text => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
})

test('the keys of a cell stand in the middle of their box while there is nothing else to be said', async ({
  page,
}) => {
  await open(page)
  const cell = cellOf(page, at(await listPeople(), 0), 'mitarbeiternummer')
  await openEditor(cell)
  const keys = cell.getByText(t.edit.hint, { exact: true })
  await expect(keys).toBeVisible()
  const [above, below] = await keys.evaluate(text => {
    const box = text.parentElement?.getBoundingClientRect() ?? new DOMRect()
    const { top, bottom } = text.getBoundingClientRect()
    return [top - box.top, box.bottom - bottom]
  })
  expect(above).toBeCloseTo(below ?? 0, 0)
})

/** From now on the page gets no code any more, until it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**', async route => {
    await released
    await route.continue()
  })
  return release
}

test('what is pressed while the first field is still on its way is no key of the table, and what is typed is in it', async ({
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

test('who is done with a cell before its field is there has saved it, and who opens another one has lost nothing', async ({
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

test('Tab saves and goes on to the next cell, Shift and Tab back, also into another row', async ({
  page,
}) => {
  const people = await listPeople()
  const [first, second] = [at(people, 0), at(people, 1)]
  await open(page)
  await editCell(cellOf(page, first, 'email'), 'neu@example.com')
  await page.keyboard.press('Tab')
  await expect(cellOf(page, first, 'locale').locator('select')).toBeFocused()
  await page.keyboard.press('Tab')
  const number = cellOf(page, second, 'mitarbeiternummer').locator('input')
  await expect(number).toBeFocused()
  await number.fill('A-1')
  await page.keyboard.press('Shift+Tab')
  await expect(cellOf(page, first, 'locale').locator('select')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await readPerson(first)).email).toBe('neu@example.com')
  await expect.poll(async () => (await readPerson(second)).mitarbeiternummer).toBe('A-1')
})

test('a value is copied from a cell and pasted into another, which waits for Enter', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const people = await listPeople()
  const [first, second] = [at(people, 0), at(people, 1)]
  await open(page)
  await cellOf(page, first, 'last_name').focus()
  await page.keyboard.press('Control+C')
  await cellOf(page, second, 'last_name').focus()
  await page.keyboard.press('Control+V')
  const field = cellOf(page, second, 'last_name').locator('input')
  await expect(field).toHaveValue(first.last_name)
  expect((await readPerson(second)).last_name).toBe(second.last_name)
  await field.press('Enter')
  await expect.poll(async () => (await readPerson(second)).last_name).toBe(first.last_name)
})

test('of a value that is not saved yet the typed one is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [first, second] = await listPeople()
  await open(page)
  const cell = cellOf(page, need(first), 'email')
  await editCell(cell, 'noch nicht ganz')
  await cellOf(page, need(second), 'last_name').focus()
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
  await cell.focus()
  await page.keyboard.press('Control+C')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('noch nicht ganz')
})

test('of several cells of a spreadsheet none is taken over, and it is said why', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = at(await listPeople(), 0)
  await open(page)
  const copy = (text: string) => page.evaluate(words => navigator.clipboard.writeText(words), text)
  const told = page.locator('.toast').getByText(t.edit.pasteSeveral)
  const cell = cellOf(page, person, 'last_name')
  const field = cell.locator('input')
  await copy('Anna\tMüller\r\nBerta\tSchmidt\r\n')
  await cell.focus()
  await page.keyboard.press('Control+V')
  await expect(told).toBeVisible()
  await expect(page.locator('.toast')).toContainText(t.edit.pasteSeveralText)
  await expect(field).toHaveCount(0)
  // In an open field, what was typed stays.
  await editCell(cell, 'Halb')
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue('Halb')
  await expect(told).toHaveCount(1)
  // One cell of a spreadsheet ends its line.
  await copy('Müller\r\n')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+V')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readPerson(person)).last_name).toBe('Müller')
})

test.describe('a key that is refused in the middle', () => {
  test.use({ expectedStatuses: [502] })

  test('is in the header with the change that has met it, and not with the next look', async ({ page }) => {
    const people = await listPeople()
    await page.clock.install()
    await open(page)
    await editCell(cellOf(page, at(people, 0), 'last_name'), 'Anders')
    // The clock of the page stands from now on, right after a look: the next one is ten seconds away.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await putFault({
      path: '/**',
      times: 9,
      answer: { kind: 'status', status: 401, body: { message: 'Unauthenticated.' } },
    })
    const refused = page.waitForResponse(answer => answer.request().method() === 'PATCH')
    await page.keyboard.press('Enter')
    await refused
    // However long the browser takes, fewer than the ten seconds go by: this asks at most fifty times.
    await expect(async () => {
      await page.clock.runFor(100)
      const told = page.getByRole('banner').getByText(de.shell.connection.short.key_rejected)
      await expect(told).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 50_000 })
  })
})

test.describe('a value that is refused', () => {
  test.use({ expectedStatuses: [422, 503, 502, 504] })

  test('stays in its cell with its reason, elsewhere in the desk, after a reload, and warns on leaving', async ({
    page,
  }) => {
    const people = await listPeople()
    const [first, second] = [at(people, 0), at(people, 1)]
    await open(page)
    const cell = cellOf(page, first, 'email')
    await editCell(cell, second.email)
    const name = `${second.first_name} ${second.last_name}`
    await expect(page.getByText(t.edit.emailTaken.replace('{person}', name))).toBeVisible()
    await page.keyboard.press('Enter')
    const field = cell.getByRole('textbox')
    await expect(field, 'who is still there goes on typing').toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(cell.getByText(name), 'whose it is, once').toHaveCount(1)
    await expect(cell.getByText(de.reasons.emailTaken)).toHaveCount(0)
    await page.keyboard.type('x')
    await expect(field).toHaveValue(`${second.email}x`)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.getByRole('heading', { level: 1 }).click()
    await cell.focus()
    const refused = t.edit.refused.replace('{reason}', t.edit.emailTaken.replace('{person}', name))
    await expect(cell.getByText(refused), 'while the cell has the focus').toBeVisible()
    await expect(cell).toContainText(second.email)
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    await expect(cell, 'that it is not saved, why, and what to do').toHaveAccessibleDescription(
      `${refused} ${t.edit.refusedKeys}`,
    )
    expect((await cell.boundingBox())?.height, 'a reason makes no row higher').toBeLessThan(60)

    await page.getByRole('link', { name: de.projects.title }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: de.projects.title })).toBeVisible()
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    await expect(cell).toContainText(refused)

    await expectLeaveWarning(page)
    await page.reload()
    await expect(cell).toContainText(refused)

    await page.getByRole('searchbox').fill(second.email)
    await expect(rowOf(page, first)).toHaveCount(0)
    await expect(page.getByText('Eine Angabe ist nicht gespeichert')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByRole('link', { name: t.unsaved.show }).click()
    await expect(cell).toContainText(refused)
    expect(await listRowIds(page), 'nobody else of the same name').toEqual([first.id])
    expect(await page.evaluate(() => 'stayed' in window), 'the way there leaves nothing').toBe(true)

    await cell.click()
    await page.keyboard.press('Enter')
    await expect(cell.locator('input')).toHaveValue(second.email)
    await expect(cell.getByText(name), 'whose it is, once').toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(cell).toHaveText(first.email)
    expect((await readPerson(first)).email).toBe(first.email)
  })

  test('because it cannot be right is never sent, and neither Tab nor a click elsewhere loses it', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    const patches: string[] = []
    page.on('request', request => {
      if (request.method() === 'PATCH') patches.push(request.url())
    })
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, '  ')
    await page.keyboard.press('Enter')
    await expect(cell.getByText(de.reasons.required)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(cell).toContainText(de.reasons.required)
    const email = cellOf(page, person, 'email')
    await editCell(email, 'keine adresse')
    await page.getByRole('heading', { level: 1 }).click()
    await expect(email).toContainText('keine adresse')
    await expect(email).toContainText(de.reasons.email)
    expect(patches).toEqual([])
  })

  test('because the desk was away says so, and what somebody else has saved since is still asked about', async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.push(409)
    const person = at(await listPeople(), 0)
    await open(page)
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, 'Hier')
    // What saving needs has come with the field.
    await page.waitForLoadState('networkidle')
    // A desk that is started anew: nothing of it answers, and the browser knows nothing of that.
    await page.route('**/*', route => route.fulfill({ status: 502, body: '' }))
    // A page in haste goes by the route for a moment.
    await expect.poll(() => page.evaluate(async () => (await fetch('/api/health/live')).status)).toBe(502)
    await page.keyboard.press('Enter')
    await expect(cell).toContainText(de.errors.desk_unreachable)
    await page.unroute('**/*')
    await changeElsewhere(page, person, { last_name: 'Anderswo' })
    await cell.press('F2')
    await cell.locator('input').press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Anderswo')
  })

  test('because the service was away is saved by trying again', async ({ page }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    await putFault({
      method: 'PATCH',
      path: `/employees/${person.id}`,
      answer: { kind: 'status', status: 503, body: {} },
    })
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, 'Wartmann')
    await page.keyboard.press('Enter')
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    expect((await readPerson(person)).last_name).toBe(person.last_name)
    await page.keyboard.press('Enter')
    await expect(cell.locator('input')).toHaveValue('Wartmann')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await readPerson(person)).last_name).toBe('Wartmann')
    await expect(cell).not.toHaveAttribute('aria-invalid')
  })
})

test('a saved change is taken back by the toast, the one before by Control and Z in its cell, and in no other', async ({
  page,
}) => {
  const person = at(await listPeople(), 0)
  await open(page)
  await editCell(cellOf(page, person, 'last_name'), 'Eins')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readPerson(person)).last_name).toBe('Eins')
  await expect(page.getByText('gespeichert').first()).toBeVisible()
  await editCell(cellOf(page, person, 'first_name'), 'Zwei')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readPerson(person)).first_name).toBe('Zwei')
  const toast = page.locator('.toast').filter({ hasText: 'Zwei Eins' })
  await toast.getByText(t.edit.undo, { exact: true }).click()
  await expect.poll(async () => (await readPerson(person)).first_name).toBe(person.first_name)
  await expect(cellOf(page, person, 'first_name')).toHaveText(person.first_name)
  await cellOf(page, person, 'email').focus()
  await page.keyboard.press('Control+Z')
  await expect(page.locator('.toast').getByText(t.edit.undoNothing)).toBeVisible()
  await expect(page.locator('.toast'), 'what was taken back before does not contradict it').toHaveCount(1)
  expect((await readPerson(person)).last_name).toBe('Eins')
  await cellOf(page, person, 'last_name').focus()
  await page.keyboard.press('Control+Z')
  await expect.poll(async () => (await readPerson(person)).last_name).toBe(person.last_name)
  await expect(cellOf(page, person, 'last_name')).toHaveText(person.last_name)
  expect(await readPerson(person)).toEqual(person)
})

test.describe('somebody else was faster', () => {
  test.use({ expectedStatuses: [409] })

  test('what they have not changed is saved all the same by who keeps what is there, and what was seen then counts', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await open(page, `/people/${person.id}`)
    const form = page.getByRole('form')
    await form.getByRole('textbox', { name: t.columns.first_name }).fill('Ada')
    await form.getByRole('textbox', { name: t.columns.last_name }).fill('Hier')
    await changeElsewhere(page, person, { last_name: 'Anderswo' })
    await form.getByRole('button', { name: de.person.form.save }).click()
    await page.getByRole('button', { name: t.conflict.theirs }).click()
    await expect
      .poll(async () => readPerson(person))
      .toMatchObject({ first_name: 'Ada', last_name: 'Anderswo' })
    await expect(form.getByRole('textbox', { name: t.columns.last_name })).toHaveValue('Anderswo')
  })

  test('what waits in a cell since before is compared with what stood there then, also after a reload', async ({
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

  test('what is typed ahead of the field is compared with what stood there at its first letter', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    const refresh = page.getByRole('button', { name: t.refresh, exact: true })
    // Its own code is there when that of the field is held.
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

  test('what stands half typed in its cell is compared with what stood there then, also when its page is opened again later', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await page.clock.install()
    await page.goto('/projects')
    await page.getByRole('link', { name: MIXED_PROJECT.name }).first().click()
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, 'Hier')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: de.projects.title })).toBeVisible()
    await changeElsewhere(page, person, { last_name: 'Anderswo', first_name: 'Andere' })
    await readAnew(page, MIXED_PROJECT.id)
    // What the page has read longer ago it reads anew.
    await page.clock.fastForward(400_000)
    await page.getByRole('link', { name: MIXED_PROJECT.name }).first().click()
    await expect(cellOf(page, person, 'first_name')).toHaveText('Andere')
    await expect(cell.locator('input')).toHaveValue('Hier')
    await cell.locator('input').press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Anderswo')
    expect((await readPerson(person)).last_name).toBe('Anderswo')
  })

  test('an open cell in which nobody has typed changes nothing, whatever comes into its row meanwhile', async ({
    page,
  }) => {
    const people = (await listPeople()).slice(0, 50)
    const person = need(people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at))
    await open(page)
    const first = cellOf(page, person, 'first_name')
    await expect(first).toBeVisible()
    const sent: string[] = []
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/employees/*', async route => {
      sent.push(route.request().postData() ?? '')
      await answered.promise
      await route.continue()
    })
    await changeElsewhere(page, person, { email: 'richtig@example.com' })
    await editCell(first, 'Ada')
    await page.keyboard.press('Tab')
    const mail = cellOf(page, person, 'email').locator('input')
    await expect(mail).toHaveValue(person.email)
    answered.resolve()
    await expect.poll(async () => (await readPerson(person)).first_name).toBe('Ada')
    await page.keyboard.press('Tab')
    await expect(cellOf(page, person, 'email')).toContainText('richtig@example.com')
    expect(sent).toHaveLength(1)
    expect((await readPerson(person)).email).toBe('richtig@example.com')
  })

  test('putting the decision off keeps the value in its cell', async ({ page }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    await changeElsewhere(page, person, { last_name: 'Anderswo' })
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, 'Hier')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cell).toContainText(de.errors.changed_meanwhile)
    await expect(cell).toContainText('Hier')
  })
})

test('a name opens its person, with the mouse and with Enter, F2 edits it, and a cell says what its keys do', async ({
  page,
}) => {
  const person = at(await listPeople(), 1)
  await open(page)
  const cell = cellOf(page, person, 'last_name')
  await expect(cell).toHaveAccessibleDescription(t.edit.nameHint)
  await expect(cellOf(page, person, 'email')).toHaveAccessibleDescription(t.edit.cellHint)
  const sheet = page.getByRole('dialog', { name: `${person.first_name} ${person.last_name}` })
  await cell.getByRole('link').click()
  await expect(sheet).toBeVisible()
  // A double click on the name is one press, and a second one that means nothing: it lands beside the sheet.
  const { x = 0, y = 0 } = (await cell.locator('a').boundingBox()) ?? {}
  await page.mouse.move(x + 2, y + 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.keyboard.press('ArrowRight')
  await expect(sheet).toHaveCount(0)
  await expect(page, 'the next one stands in the sheet').toHaveURL(/people/)
  await page.keyboard.press('ArrowLeft')
  await expect(sheet).toBeVisible()
  await page.mouse.click(x + 2, y + 2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cell).toBeFocused()
  // Nor does it open the person twice where the sheet is not there yet: one step back leads to the table.
  await cell.getByRole('link').evaluate((link: HTMLElement) => [1, 2].map(() => link.click()))
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await cell.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('.cell-hint')).toHaveText(t.edit.nameHint)
  for (const [field, key] of [
    ['last_name', 'Enter'],
    ['first_name', 'Enter'],
    ['email', 'Shift+Enter'],
  ] as const) {
    const opener = cellOf(page, person, field)
    await opener.focus()
    await page.keyboard.press(key)
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
  await cell.focus()
  await page.keyboard.press('F2')
  await expect(cell.locator('input')).toHaveValue(person.last_name)
  await page.keyboard.press('Escape')
  await openEditor(cell)
  await expect(cell.locator('input')).toHaveValue(person.last_name)
  await cell.locator('input').fill('Neuname')
  await page.keyboard.down('Enter')
  await expect(cell.getByRole('link')).toHaveText('Neuname')
  await expect(cell).toBeFocused()
  await page.keyboard.down('Enter')
  await expect(page, 'the key that has saved a name, held down, opens nobody').not.toHaveURL(/people/)
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/people/)
})

test('who types again while the first answer is on its way loses neither word', async ({ page }) => {
  const person = at(await listPeople(), 0)
  await open(page)
  const path = `/employees/${person.id}`
  await putFault({ method: 'PATCH', path, times: 1, answer: { kind: 'delay', ms: 1000 } })
  const cell = cellOf(page, person, 'last_name')
  for (const name of ['Erstens', 'Zweitens']) {
    await editCell(cell, name)
    await page.keyboard.press('Enter')
  }
  await expect.poll(async () => (await readPerson(person)).last_name).toBe('Zweitens')
  await expect(cell).toHaveText('Zweitens')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a cell that is opened again while it is being saved sends what is typed then, and knows its own answer', async ({
  page,
}) => {
  const person = at(await listPeople(), 0)
  await open(page)
  const cell = cellOf(page, person, 'last_name')
  const sent: string[] = []
  let held = Promise.resolve()
  await page.route('**/api/employees/*', async route => {
    sent.push(route.request().postDataJSON().changes.last_name)
    await held
    await route.continue()
  })
  async function saveLate(name: string): Promise<() => void> {
    const gate = Promise.withResolvers<void>()
    held = gate.promise
    await editCell(cell, name)
    await page.keyboard.press('Enter')
    await expect(cell).toContainText(name)
    return gate.resolve
  }

  let answer = await saveLate('Erstens')
  await openEditor(cell)
  await page.keyboard.press('Escape')
  await expect(cell, 'who only looks takes nothing back').toContainText('Erstens')
  await editCell(cell, person.last_name)
  await page.keyboard.press('Enter')
  answer()
  await expect.poll(() => sent).toEqual(['Erstens', person.last_name])
  await expect.poll(async () => (await readPerson(person)).last_name).toBe(person.last_name)

  for (const last of ['Drittens', person.last_name]) {
    answer = await saveLate('Zweitens')
    await openEditor(cell)
    await expect(cell.locator('input')).toBeFocused()
    answer()
    await expect(page.locator('.toast').filter({ hasText: 'Zweitens' })).toBeVisible()
    await cell.locator('input').fill(last)
    await page.keyboard.press('Enter')
    await expect.poll(() => sent.at(-1)).toBe(last)
    await expect.poll(async () => (await readPerson(person)).last_name).toBe(last)
    await expect(cell).toHaveText(last)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await expect(cell).toHaveText(last)
  }
})

test('what was saved is there after a step back, also where the clock of the browser is behind the server’s', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() - 120_000
  })
  const person = at(await listPeople(), 0)
  await open(page)
  const cell = cellOf(page, person, 'first_name')
  await editCell(cell, 'Nachher')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readPerson(person)).first_name).toBe('Nachher')
  await expect(cell).toHaveText('Nachher')
  await page.getByRole('link', { name: de.projects.title }).first().click()
  await expect(page).toHaveURL(/\/projects$/)
  // What is read anew would tell it a moment later.
  await page.route(/\/api\/projects\/\d+\/people(\?|$)/, () => {})
  await page.goBack()
  await expect(cell).toBeVisible()
  await twoFrames(page)
  await expect(cell).toHaveText('Nachher')
})

test('who is in the table while other people take the place of its rows, as when their order arrives, is at the same place', async ({
  page,
}) => {
  await open(page)
  const arrived = Promise.withResolvers<void>()
  let answers = 0
  await page.route('**/api/projects/*/people?*', async route => {
    answers += 1
    const response = await fetchAnswer(route)
    const people = peoplePageSchema.parse(await response.json())
    people.data = answers === 1 ? people.data.slice(25) : people.data.slice(0, 25)
    if (answers === 1) Object.assign(people.meta, { complete: false, counts: null })
    else await arrived.promise
    await route.fulfill({ response, json: people })
  })
  const before = await listRowIds(page)
  await page.getByRole('button', { name: t.columns.first_name }).click()
  await expect.poll(async () => (await listRowIds(page)).length).toBe(25)
  expect(await listRowIds(page)).not.toEqual(before)
  const cell = page.locator('tr[data-person]').nth(7).locator('td[data-field=email]')
  const text = await cell.textContent()
  await cell.focus()
  arrived.resolve()
  await expect(cell).not.toHaveText(text ?? '')
  await expect(cell).toBeFocused()
})

test('a row keeps its place while and after it is edited, until the list is asked for again', async ({
  page,
}) => {
  await open(page, '?sort=last_name')
  const [id] = await listRowIds(page)
  const person = need((await listPeople()).find(other => other.id === id))
  await editCell(cellOf(page, person, 'last_name'), 'Zzz')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readPerson(person)).last_name).toBe('Zzz')
  await expect(cellOf(page, person, 'last_name')).toHaveText('Zzz')
  expect((await listRowIds(page))[0]).toBe(id)
  await page.reload()
  await expect.poll(async () => (await listRowIds(page))[0]).not.toBe(id)
})

test.describe('the service is the judge of input', () => {
  test.use({ expectedStatuses: [422] })
  const ODD = 'R&D@firma.example'

  /** As if the service had this person with what our rules would not take. */
  async function showOdd(page: Page, person: Employee): Promise<void> {
    const people = (await listPeople()).toSorted((a, b) => a.id - b.id).slice(0, PER_PAGE_MAX)
    const data = people.map(other =>
      other.id === person.id ? { ...other, email: ODD, mitarbeiternummer: ' 17 ' } : other,
    )
    const meta = { current_page: 1, last_page: 2, per_page: PER_PAGE_MAX, total: 240 }
    const body = { data, links: { next: 'http://localhost/' }, meta }
    const path = `^/projects/${MIXED_PROJECT.id}/employees\\?(.*&)?page=1(&|$)`
    await clearFaults()
    // The first page is read more than once.
    await putFault({ method: 'GET', path, times: 10, answer: { kind: 'status', status: 200, body } })
    await readAnew(page, MIXED_PROJECT.id)
  }

  test('what nobody has changed is neither checked nor sent, in the table and in the sheet', async ({
    page,
  }) => {
    const everybody = await listPeople()
    const early = everybody.toSorted((a, b) => a.id - b.id).slice(0, PER_PAGE_MAX)
    const shown = everybody.filter(person => early.includes(person))
    const [first, second] = [at(shown, 0), at(shown, 1)]
    await showOdd(page, first)
    await open(page)
    await expect(cellOf(page, first, 'email')).toHaveText(ODD)
    await editCell(cellOf(page, first, 'last_name'), 'Neuname')
    const sent = page.waitForRequest(request => request.method() === 'PATCH')
    await page.keyboard.press('Enter')
    expect((await sent).postDataJSON().changes).toEqual({ last_name: 'Neuname' })
    await expect.poll(async () => (await readPerson(first)).last_name).toBe('Neuname')

    await showOdd(page, second)
    await page.goto(`${MIXED}/people/${second.id}`)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByLabel(t.columns.email)).toHaveValue(ODD)
    await sheet.getByLabel(t.columns.mitarbeiternummer).click()
    await sheet.getByLabel(t.columns.first_name).fill('  Marlene ')
    await sheet.getByLabel(t.columns.last_name).click()
    await expect(sheet.getByLabel(t.columns.first_name), 'blanks go in sight').toHaveValue('Marlene')
    await expect(sheet.getByLabel(t.columns.mitarbeiternummer), 'what is there stays').toHaveValue(' 17 ')
    const saved = page.waitForRequest(request => request.method() === 'PATCH')
    await sheet.getByRole('button', { name: de.person.form.save }).click()
    expect((await saved).postDataJSON().changes).toEqual({ first_name: 'Marlene' })
    await expect.poll(async () => (await readPerson(second)).first_name).toBe('Marlene')
  })

  test('what the service has against another field than the one in sight is said, in the table and in the sheet', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    const errors = { email: ['This must be an email address.'], account: ['The account is closed.'] }
    const body = { message: 'No.', errors }
    const refusal = { method: 'PATCH', answer: { kind: 'status', status: 422, body } } as const
    await putFault(refusal)
    const cell = cellOf(page, person, 'last_name')
    await editCell(cell, 'Neuname')
    await page.keyboard.press('Enter')
    await expect(cell).toContainText(`${t.columns.email}: ${de.reasons.email}`)
    await expect(cell).toContainText('The account is closed.')
    await expect(cell.getByRole('textbox')).toHaveValue('Neuname')

    await putFault(refusal)
    await page.goto(`${MIXED}/people/${person.id}`)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByLabel(t.columns.last_name)).toHaveValue('Neuname')
    await sheet.getByRole('button', { name: de.person.form.save }).click()
    await expect(sheet.getByText(de.reasons.email)).toBeVisible()
    await expect(sheet.getByText('The account is closed.')).toBeVisible()
    await expect(sheet.getByLabel(t.columns.last_name)).toHaveValue('Neuname')
  })

  test('an unusual address is a hint and is sent as typed; why the service refuses it stands at its field', async ({
    page,
  }) => {
    const person = at(await listPeople(), 0)
    await open(page)
    const cell = cellOf(page, person, 'email')
    await editCell(cell, 'a@müller.example')
    await expect(cell.getByText(t.edit.unusual.letters)).toBeVisible()
    const sent = page.waitForRequest(request => request.method() === 'PATCH')
    await page.keyboard.press('Enter')
    expect((await sent).postDataJSON().changes).toEqual({ email: 'a@müller.example' })
    await expect(cell).toContainText(de.reasons.email)
    await expect(cell.getByRole('textbox')).toHaveValue('a@müller.example')

    await page.goto(MIXED)
    await page.getByRole('button', { name: de.person.add.open }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t.columns.first_name).fill('Zoë')
    await dialog.getByLabel(t.columns.last_name).fill('Neu')
    await dialog.getByLabel(t.columns.email).fill(ODD)
    await expect(dialog.getByText(t.edit.unusual.signs)).toBeVisible()
    await dialog.getByRole('button', { name: de.person.add.save, exact: true }).click()
    await expect(dialog.getByText(de.reasons.email)).toBeVisible()
    await expect(dialog.getByLabel(t.columns.email)).toHaveValue(ODD)
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
