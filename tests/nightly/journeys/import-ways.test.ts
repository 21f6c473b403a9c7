import { randomUUID } from 'node:crypto'
import { read, utils } from '@e965/xlsx'
import type { Download, Page } from '@playwright/test'
import { importListResponse } from '#lib/contracts/imports.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import {
  expect,
  expectLeaveWarning,
  fetchAnswer,
  test,
  twoFrames,
} from '#tests/support/journeys/desk-test.ts'
import {
  checkList,
  chooseFile,
  confirmSending,
  LIST_NAME,
  listAll,
  mend,
  sendList,
  toWorkbook,
} from '#tests/support/journeys/import-list.ts'
import { clearFaults, putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

const HEADERS = ['Vorname', 'Nachname', 'E-Mail', 'Personalnummer']
const READ = 'Loslassen, um die Liste zu lesen'
const BEGIN_ANEW = 'Loslassen, um stattdessen mit dieser Liste zu beginnen'

test.use({ locale: 'de-DE' })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
})
test.afterEach(clearFaults)

test('people are changed only on request, and new invitations are announced before', async ({ page }) => {
  const [married, moved, left, same] = await listWaiting()
  await checkList(page, MIXED_PROJECT.id, [
    HEADERS,
    [married.first_name, 'Geheiratet', married.email, married.mitarbeiternummer],
    [moved.first_name, moved.last_name, 'umgezogen@neu.example', moved.mitarbeiternummer],
    [left.first_name, 'Unberührt', left.email, left.mitarbeiternummer],
    [same.first_name, same.last_name, same.email, same.mitarbeiternummer],
  ])
  await expect(page.getByTestId('import-summary')).toHaveText(
    '3 geändert (3 davon nicht ausgewählt) und 1 unverändert. Der Fotodienst lädt niemanden ein.',
  )
  await expect(page.getByRole('button', { name: 'Nichts ausgewählt' })).toBeDisabled()
  await expect(page.locator('#cell-3-email')).toContainText('neue Einladung an diese Adresse')
  await expect(page.locator('#cell-2-last_name')).toContainText(`bisher ${married.last_name}`)

  await page.getByRole('button', { name: 'Alle 3 Änderungen übernehmen' }).click()
  await expect(page.getByRole('button', { name: '3 Personen ändern' })).toBeEnabled()
  await expect(page.getByTestId('import-summary')).toContainText(
    '1 Person bekommt an ihre neue Adresse eine weitere Einladung.',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: '3 Änderungen doch nicht übernehmen' }).click()
  await expect(page.getByRole('button', { name: 'Nichts ausgewählt' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Zeile 2 übernehmen' }).check()
  await page.getByRole('checkbox', { name: 'Zeile 3 übernehmen' }).check()
  await page.reload()
  await expect(
    page.getByRole('checkbox', { name: 'Zeile 3 übernehmen' }),
    'also after a reload',
  ).toBeChecked()
  await sendList(page, '2 Personen ändern')

  await expect(page.getByRole('heading', { name: /^Fertig: 2 Personen aktualisiert$/ })).toBeFocused()
  const people = await listAll(await viewSandbox(), MIXED_PROJECT.id)
  const now = (id: number) => people.find(person => person.id === id)
  expect(now(married.id)).toMatchObject({ last_name: 'Geheiratet', email: married.email })
  expect(now(moved.id)).toMatchObject({ last_name: moved.last_name, email: 'umgezogen@neu.example' })
  expect(now(left.id)).toMatchObject({ last_name: left.last_name, email: left.email })
})

test('a selected change that became another one is deselected, with a notice until it is seen', async ({
  page,
}) => {
  const [married, moved] = await listWaiting()
  await checkList(page, MIXED_PROJECT.id, [
    HEADERS,
    [married.first_name, 'Geheiratet', married.email, married.mitarbeiternummer],
    [moved.first_name, 'Berichtigt', moved.email, moved.mitarbeiternummer],
  ])
  await page.getByRole('button', { name: 'Alle 2 Änderungen übernehmen' }).click()
  await mend(page, { row: 2, field: 'last_name', value: 'Doppelname' })
  const notice = page.getByText('1 ausgewählte Änderung ist jetzt eine andere und nicht mehr ausgewählt.')
  await expect(notice).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Zeile 2 übernehmen' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: '1 Person ändern' })).toBeEnabled()
  await expectAccessible(page)
  await page.reload()
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Zeilen zeigen' }).click()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
  await page.getByRole('checkbox', { name: 'Zeile 2 übernehmen' }).check()
  await expect(notice).toBeHidden()
  await sendList(page, '2 Personen ändern')
  await expect(page.getByRole('heading', { name: /^Fertig: 2 Personen aktualisiert$/ })).toBeFocused()
})

test('a project that changes before sending makes the import show its new numbers first', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(2, 'wechsel')])
  const view = await viewSandbox()
  const [first, last, email, number] = people(1, 'wechsel')[0] ?? []
  await view.createEmployee(EMPTY_PROJECT.id, {
    first_name: `${first}`,
    last_name: `${last}`,
    email: `${email}`,
    mitarbeiternummer: `${number}`,
  })
  await sendList(page, '2 Personen anlegen')
  await expect(page.locator('main').getByText('Das Projekt hat sich geändert')).toBeVisible()
  await expect(page.getByTestId('import-summary')).toContainText('1 neu und 1 unverändert')
  expect(await listAll(view, EMPTY_PROJECT.id)).toHaveLength(1)
  await sendList(page, '1 Person anlegen')
  await expect(page.getByRole('heading', { name: /^Fertig: 1 Person angelegt$/ })).toBeVisible()
  expect(await listAll(view, EMPTY_PROJECT.id)).toHaveLength(2)
})

test('an import can be paused, resumed and cancelled, and its report lists created and open rows', async ({
  page,
}) => {
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(500, 'halt')])
  await putFault({ method: 'POST', answer: { kind: 'delay', ms: 2500 } })
  await sendList(page, '500 Personen anlegen')
  await page.getByRole('button', { name: 'Anhalten' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Angehalten' })).toBeFocused()
  // A second press is meant for the previous button in this place.
  await page.keyboard.press('Enter')
  const resume = page.getByRole('button', { name: 'Weitermachen' })
  await resume.dispatchEvent('click', { detail: 2 })
  await twoFrames(page)
  await expect(resume).not.toHaveAttribute('aria-disabled')
  await expect(page.locator('main').getByText('Es wird nichts gesendet, bis Sie weitermachen.')).toBeVisible()
  await expect(page.getByText('Es geht weiter')).toBeHidden()
  await expectAccessible(page)
  await page.reload()
  // Long enough for a slow machine to cancel before the next call begins.
  await putFault({ method: 'POST', times: 2, answer: { kind: 'delay', ms: 8000 } })
  await page.getByRole('button', { name: 'Weitermachen' }).click()
  await expect(page.getByTestId('import-progress')).toContainText('200 angelegt')
  await page.getByRole('button', { name: 'Import abbrechen' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Import abbrechen?' })
  await expect(dialog.getByRole('button', { name: 'Weiter importieren' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import abbrechen' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Wird abgebrochen/ })).toBeFocused()

  const heading = page.getByRole('heading', { name: /^Abgebrochen nach \d+ Personen/ })
  await expect(heading).toBeVisible()
  const made = await listAll(await viewSandbox(), EMPTY_PROJECT.id)
  expect([200, 400]).toContain(made.length)
  await expect(heading).toContainText(String(made.length))
  const account = page.getByTestId('import-account')
  await expect(account).toContainText(`Angelegt${made.length}`)
  await expect(account).toContainText(`Nicht gesendet${500 - made.length}`)

  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  const rest = `Abgebrochen: ${made.length} Personen angelegt, ${500 - made.length} Zeilen nicht gesendet`
  const entry = page.getByTestId('unfinished-import').filter({ hasText: rest })
  await expect(entry).toBeAttached()
  if (await entry.isHidden()) await page.getByText(/weitere Listen?$/).click()
  await entry.getByRole('link', { name: 'Weitermachen' }).click()
  await expect(page.getByRole('button', { name: `${500 - made.length} Personen anlegen` })).toBeEnabled()
})

test('an import is in the work list from its start, and its end is announced on other pages', async ({
  page,
}) => {
  const end = `Der Import in ${EMPTY_PROJECT.name} ist fertig`
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(60, 'bleibt')])
  await sendList(page, '60 Personen anlegen')
  await expect(page.getByRole('heading', { name: 'Fertig: 60 Personen angelegt' })).toBeFocused()
  await openWork(page)
  const first = page.getByRole('dialog').getByRole('article').first()
  await expect(first).toContainText('Der Import ist fertig')
  await expect(first).toContainText('60 angelegt')
  await page.keyboard.press('Escape')
  await expect(page.getByText(end), 'the page has shown it').toHaveCount(0)

  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(40, 'geht')])
  await putFault({ method: 'POST', answer: { kind: 'delay', ms: 3000 } })
  await sendList(page, '40 Personen anlegen')
  await page.getByRole('link', { name: 'Projekte', exact: true }).first().click()
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByText(end)).toBeVisible()
  await openWork(page)
  await expect(first).toContainText('40 angelegt')
})

test('rows with an unknown outcome are looked up with one press once the service is back', async ({
  page,
}) => {
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(2, 'ungewiss')])
  await putFault({ method: 'POST', answer: { kind: 'drop', phase: 'after' } })
  // The list is read once more before any row is sent.
  const path = `/projects/${EMPTY_PROJECT.id}/employees`
  await putFault({ path, skip: 1, times: 999, answer: { kind: 'status', status: 500 } })
  await sendList(page, '2 Personen anlegen')
  await expect(page.getByRole('heading', { name: 'Angehalten' })).toBeVisible()
  await page.getByRole('button', { name: 'Import abbrechen' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Import abbrechen?' })
  await dialog.getByRole('button', { name: 'Import abbrechen' }).click()
  await expect(page.getByText('Von 2 Zeilen ist ungewiss, ob sie angekommen sind.')).toBeVisible()
  await clearFaults()
  await expect(page.getByText('2 ungewisse Zeilen stehen inzwischen so im Projekt')).toBeVisible({
    timeout: 45_000,
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Jetzt nachsehen' }).click()
  await expect(page.getByRole('heading', { name: /^Fertig: 2 Personen angelegt$/ })).toBeVisible()
  await expect(page.getByTestId('import-account')).toHaveText('Angelegt2')
  expect(await listAll(await viewSandbox(), EMPTY_PROJECT.id)).toHaveLength(2)
})

test('a row refused by the service can be corrected and sent alone', async ({ page }) => {
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(3, 'abgelehnt')])
  const reason = 'The email domain is blocked.'
  await putFault({
    method: 'POST',
    answer: {
      kind: 'status',
      status: 422,
      body: { message: reason, errors: { 'employees.1.email': [reason] } },
    },
  })
  await sendList(page, '3 Personen anlegen')
  await expect(page.getByRole('heading', { name: /^Fertig: 2 Personen angelegt$/ })).toBeVisible()
  await expect(page.locator('#cell-3-kind')).toContainText('Abgelehnt')
  await expect(page.locator('#cell-3-email')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  const ready = page.getByText('1 Zeile ist bereit und noch nicht gesendet.')
  await expect(ready).toBeHidden()
  await expect(page.getByRole('button', { name: '1 Person anlegen' })).toBeHidden()
  await page.getByRole('button', { name: 'Abgelehnte Zeile zeigen' }).click()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
  await mend(page, { row: 3, field: 'email', value: 'abgelehnt.erlaubt@neu.example' })
  await expect(ready).toBeVisible()
  await sendList(page, '1 Person anlegen')
  await expect(page.getByRole('heading', { name: /^Fertig: 3 Personen/ })).toBeVisible()
  const made = await listAll(await viewSandbox(), EMPTY_PROJECT.id)
  expect(made.map(({ email }) => email).sort()).toEqual([
    'abgelehnt.0@neu.example',
    'abgelehnt.2@neu.example',
    'abgelehnt.erlaubt@neu.example',
  ])
})

test('the remaining rows of a sent list can be discarded, and created people stay', async ({ page }) => {
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(3, 'rest')])
  const errors = { 'employees.1.email': ['The email domain is blocked.'] }
  await putFault({
    method: 'POST',
    answer: { kind: 'status', status: 422, body: { message: 'Invalid.', errors } },
  })
  await sendList(page, '3 Personen anlegen')
  await expect(page.getByRole('heading', { name: /^Fertig: 2 Personen angelegt$/ })).toBeVisible()
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  const entry = page.getByTestId('unfinished-import').filter({ hasText: LIST_NAME }).first()
  await expect(entry).toContainText('Fertig: 2 Personen angelegt, 1 Zeile noch offen')
  await entry.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('button', { name: 'Liste verwerfen' }).click()
  await expect(page.getByText('Fertig: 2 Personen angelegt, 1 Zeile noch offen')).toHaveCount(0)
  expect(await listAll(await viewSandbox(), EMPTY_PROJECT.id)).toHaveLength(2)
})

test('the later of two lists counts, even if the page was left while the first one was read', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const read = File.prototype.arrayBuffer
    File.prototype.arrayBuffer = async function () {
      if (this.name === 'slow.csv') await new Promise(resolve => addEventListener('go-on', resolve))
      return read.call(this)
    }
  })
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  const toList = (name: string, rows: string[][]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map(row => row.join(';')).join('\n')),
  })
  const field = page.getByLabel('Liste hierher ziehen')
  await field.setInputFiles(toList('slow.csv', [HEADERS, ...people(3, 'langsam')]))
  await expect(page.getByRole('button', { name: 'Abbrechen' })).toBeVisible()
  await page.getByRole('link', { name: EMPTY_PROJECT.name }).first().click()
  await page.getByRole('link', { name: 'Importieren' }).first().click()
  await field.setInputFiles(toList('later.csv', [HEADERS, ...people(2, 'spaeter')]))
  const heading = page.getByRole('heading', { name: 'Wurde die Liste richtig verstanden?' })
  await expect(heading).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('go-on')))
  await twoFrames(page)
  await expect(page.getByText('later.csv')).toBeVisible()
  await expect(page.getByText('slow.csv')).toHaveCount(0)
})

test('a list can be dropped anywhere, and its corrections outlive the tab', async ({ page }) => {
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await dropOnPage(page, toWorkbook([HEADERS, ...people(2, 'entwurf')]), READ)
  await expect(page.getByRole('heading', { name: 'Wurde die Liste richtig verstanden?' })).toBeFocused()
  await expectLeaveWarning(page)
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('combobox', { name: /^Personalnummer/ }).selectOption('')
  await dropOnPage(page, toWorkbook([HEADERS, ...people(3, 'andere')]), BEGIN_ANEW)
  const other = page.getByRole('alertdialog', { name: 'Mit der anderen Liste beginnen?' })
  await other.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('combobox', { name: /^Personalnummer/ })).toHaveValue('')
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await mend(page, { row: 2, field: 'last_name', value: 'Bleibt-Erhalten' })
  await page.getByRole('checkbox', { name: 'Zeile 3 übernehmen' }).uncheck()
  await expect(page.getByText('2 von 2 Zeilen')).toBeVisible()
  await page.reload()
  await expect(page.locator('#cell-2-last_name')).toContainText('Bleibt-Erhalten')
  await expect(page.getByRole('button', { name: '1 Person anlegen' })).toBeEnabled()

  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  const unfinished = page.getByRole('region', { name: 'Noch nicht abgeschlossen' })
  await expectAccessible(page)
  await unfinished.getByRole('link', { name: 'Weitermachen' }).first().click()
  await expect(page.locator('#cell-2-last_name')).toContainText('Bleibt-Erhalten')
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await expect(unfinished).toBeVisible()
  const count = await unfinished.getByText(LIST_NAME).count()
  await unfinished.getByRole('button', { name: 'Verwerfen' }).first().click()
  await page.getByRole('button', { name: 'Liste verwerfen' }).press('Enter')
  await expect(unfinished.getByText(LIST_NAME)).toHaveCount(count - 1)
  await expect(
    page
      .getByRole('heading', { name: /^(?:Noch nicht abgeschlossen|Welche Liste möchten Sie importieren\?)$/ })
      .first(),
  ).toBeFocused()
})

test('unsent rows are offered with their corrections where the next import begins', async ({ page }) => {
  const [first, second] = people(2, 'doppelt')
  const twice = (row: string[] = []) => [row[0] ?? '', row[1] ?? '', 'zwilling@neu.example', row[3] ?? '']
  await checkList(page, EMPTY_PROJECT.id, [
    ...[HEADERS, ...people(3, 'gut'), twice(first), twice(second)],
    ['Ohne', 'Adresse', '', 'N-1'],
  ])
  await expect(page.getByRole('heading', { name: 'Was wird geschehen?' })).toBeFocused()
  await page.keyboard.press('F8')
  await expect(page.locator('#cell-5-email')).toBeFocused()
  await page.keyboard.press('Shift+F8')
  await expect(page.locator('#cell-7-email')).toBeFocused()
  await page.getByRole('button', { name: '3 Personen anlegen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    '3 Zeilen mit Fehlern werden nicht gesendet. Sie können sie danach korrigieren und nachsenden.',
  )
  await confirmSending(page, '3 Personen anlegen')
  await expect(page.getByRole('heading', { name: /^Fertig: 3 Personen angelegt$/ })).toBeVisible()
  await expect(page.getByText('In 3 Zeilen stimmt etwas nicht; sie wurden nicht gesendet.')).toBeVisible()
  await page.getByRole('button', { name: 'Zeilen mit Fehlern zeigen' }).click()
  await mend(page, { row: 6, field: 'email', value: 'zweiter@neu.example' })
  await page.getByRole('button', { name: /^Alle/ }).click()
  // Row 5 has an address of its own now: both rows can be sent, and all counts agree.
  for (const row of [5, 6]) await expect(page.locator(`#cell-${row}-kind`)).toHaveText('Neu')
  await expect(page.locator('#cell-7-kind')).toHaveText('Nicht gesendet')
  await expect(page.getByRole('button', { name: /^Neu 2$/ })).toBeVisible()
  await expect(page.getByText('2 Zeilen sind bereit und noch nicht gesendet.')).toBeVisible()
  await expect(page.getByTestId('import-account')).toHaveText('Angelegt3Nicht gesendet3')
  await expect(page.getByText('6 von 6 Zeilen')).toBeVisible()
  await page.reload()
  await expect(page.locator('#cell-6-email')).toContainText('zweiter@neu.example')
  await expect(page.getByTestId('import-account')).toHaveText('Angelegt3Nicht gesendet3')

  await page.getByRole('link', { name: 'Zu den Personen' }).click()
  await page.getByRole('link', { name: 'Importieren' }).click()
  await expect(page.getByRole('heading', { name: 'Welche Liste möchten Sie importieren?' })).toBeVisible()
  const entry = page.getByTestId('unfinished-import').filter({ hasText: LIST_NAME }).first()
  await expect(entry).toContainText('Fertig: 3 Personen angelegt, 3 Zeilen noch offen')
  await entry.getByRole('link', { name: 'Weitermachen' }).click()
  await page.getByRole('checkbox', { name: 'Zeile 7 übernehmen' }).uncheck()
  await sendList(page, '2 Personen anlegen')
  await expect(page.getByRole('heading', { name: /^Fertig: 5 Personen angelegt$/ })).toBeVisible()
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await expect(page.getByRole('heading', { name: 'Welche Liste möchten Sie importieren?' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  expect(await listAll(await viewSandbox(), EMPTY_PROJECT.id)).toHaveLength(5)
})

test('a list being checked resumes where it was left, and keeps its corrections in a new mapping', async ({
  page,
}) => {
  await checkList(page, EMPTY_PROJECT.id, [HEADERS, ...people(2, 'unterwegs')])
  await mend(page, { row: 2, field: 'last_name', value: 'Berichtigt' })
  await page.getByRole('link', { name: 'Neueintritte – Winter 2026' }).click()
  await page.getByRole('link', { name: 'Importieren' }).click()
  const entries = page.getByTestId('unfinished-import')
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('2 Zeilen, noch nichts gesendet')
  await entries.getByRole('link', { name: 'Weitermachen' }).click()
  await expect(page.locator('#cell-2-last_name')).toContainText('Berichtigt')
  await page
    .getByRole('navigation', { name: 'Schritte des Imports' })
    .getByRole('button', { name: /Spalten/ })
    .click()
  await page.getByRole('combobox', { name: /^Personalnummer/ }).selectOption('')
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.getByText('Ihre Arbeit an 1 Zeile wurde übernommen')).toBeVisible()
  await expect(page.locator('#cell-2-last_name')).toContainText('Berichtigt')
  await expect(page.locator('#cell-2-mitarbeiternummer')).toHaveText('–')
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await expect(entries).toHaveCount(1)
  const html = await (await page.request.get(`/projects/${EMPTY_PROJECT.id}/import`)).text()
  expect(html, 'the page comes with it, so that nothing moves').toContain('data-testid="unfinished-import"')
})

test('another list chosen while the previous one is saved does not get into its draft', async ({ page }) => {
  const letGo = Promise.withResolvers<void>()
  await page.route(`**/api/projects/${EMPTY_PROJECT.id}/imports`, async route => {
    if (route.request().method() === 'POST') await letGo.promise
    await route.continue()
  })
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await chooseFile(page, toWorkbook([HEADERS, ...people(3, 'erste')]))
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.getByRole('button', { name: 'Wird geprüft …' })).toBeVisible()
  await page.getByRole('button', { name: 'Zurück zur Datei' }).click()
  await page.getByRole('button', { name: 'Andere Liste wählen' }).click()
  await chooseFile(page, toWorkbook([HEADERS, ...people(2, 'zweite')]))
  await expect(page.getByText('zweite.0@neu.example')).toBeVisible()
  const kept = page.waitForResponse(answer => answer.request().method() === 'POST' && answer.status() === 201)
  letGo.resolve()
  await kept
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await expect(page).toHaveURL(/\/import$/)
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.locator('#cell-2-email')).toContainText('zweite.0@neu.example')
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await expect(page.getByTestId('unfinished-import')).toHaveCount(2)
})

test('a list that may not be stored names the one in its way, and resumes when there is room', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const values = { max: 10, drafts: 1, oldest: 'Alt.xlsx', project: 'München' }
  await page.route('**/api/projects/*/imports', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fulfill({ status: 409, json: { message: '', code: 'too_many_drafts', values } })
  })
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await chooseFile(page, toWorkbook([HEADERS, ...people(2, 'platz')]))
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  const goOn = page.getByRole('button', { name: 'Weiter zum Prüfen' })
  await goOn.click()
  await expect(page.locator('main').getByText('10 Listen')).toContainText(
    'Bitte senden oder verwerfen Sie eine; die älteste ist „Alt.xlsx“ im Projekt München.',
  )
  await page.unroute('**/api/projects/*/imports')
  await goOn.click()
  await expect(page.getByRole('button', { name: '2 Personen anlegen' })).toBeEnabled()
})

test('two unfinished lists are shown at once, and the others on request', async ({ page }) => {
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await dropOnPage(page, toWorkbook([HEADERS, ...people(2, 'alt')]), READ)
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.getByText('2 von 2 Zeilen')).toBeVisible()
  await page.route('**/api/projects/*/imports', async route => {
    const answer = await fetchAnswer(route)
    const { data } = importListResponse.parse(await answer.json())
    const four = Array.from({ length: 4 }, () => ({ ...data[0], id: randomUUID() }))
    await route.fulfill({ response: answer, json: { data: four } })
  })
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  const entries = page.getByTestId('unfinished-import').filter({ visible: true })
  await expect(entries).toHaveCount(2)
  await page.getByText('2 weitere Listen').click()
  await expect(entries).toHaveCount(4)
})

test('the template is given in German and English, and reads back with every field in its column', async ({
  page,
}) => {
  for (const [language, first] of [
    ['Deutsch', 'Vorname'],
    ['Englisch', 'First name'],
  ] as const) {
    await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
    await page.getByRole('radio', { name: language }).check()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Vorlage für Excel' }).click()
    const book = read(await toBuffer(await waiting))
    const sheet = book.Sheets[`${book.SheetNames[0]}`] ?? {}
    expect(utils.sheet_to_json<string[]>(sheet, { header: 1 })[0]?.[0]).toBe(first)
    utils.sheet_add_aoa(sheet, [['Ada', 'Vorlage', 'ada@neu.example', '00077', 'en']], { origin: 'A2' })
    const rows = utils.sheet_to_json<string[]>(sheet, { header: 1, blankrows: false, defval: '' })
    await chooseFile(page, toWorkbook(rows))
    await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
    const preview = page.getByRole('table').getByRole('row').nth(1)
    await expect(preview.getByRole('cell')).toHaveText(['Ada', 'Vorlage', 'ada@neu.example', '00077', 'en'])
  }
})

function people(count: number, name: string): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `Vor${index}`,
    `Nach${index}`,
    `${name}.${index}@neu.example`,
    `${name}-${index}`,
  ])
}

/** Four invited people without a photo: the service sends another invitation to a new address of theirs. */
async function listWaiting(): Promise<[Employee, Employee, Employee, Employee]> {
  const all = await listAll(await viewSandbox(), MIXED_PROJECT.id)
  const [a, b, c, d] = all.filter(person => person.invited_at && !person.uploaded_at && person.email)
  if (!a || !b || !c || !d) throw new Error('The project has too few people without a photo.')
  return [a, b, c, d]
}

/** Drops a file on the page. `says`: the page's hint at the effect of the drop. */
async function dropOnPage(page: Page, buffer: Buffer, says: string): Promise<void> {
  const held = await page.evaluateHandle(
    ({ name, base64 }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], name))
      return transfer
    },
    { name: LIST_NAME, base64: buffer.toString('base64') },
  )
  const body = page.locator('body')
  // A drag fires events repeatedly, and the page shows its hint once it handles them.
  await expect(async () => {
    await body.dispatchEvent('dragover', { dataTransfer: held })
    await expect(page.getByText(says)).toBeVisible({ timeout: 200 })
  }).toPass()
  await body.dispatchEvent('drop', { dataTransfer: held })
  await expect(page.getByText(says)).toBeHidden()
}

async function toBuffer(download: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
