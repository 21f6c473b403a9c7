import type { Employee } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { chooseFile, listAll, mend, sendList, toWorkbook } from '#tests/support/journeys/import-list.ts'
import { clearFaults, putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const HEADERS = ['Pers.-Nr.', 'Name', 'E-Mail dienstlich', 'Sprache', 'Abteilung']

test.use({ locale: 'de-DE' })
test.beforeEach(resetSandbox)
test.afterEach(clearFaults)

test('a workbook with ten faults creates exactly its people, each once', async ({ page }) => {
  test.setTimeout(180_000)
  const known = await findKnownPerson()
  const people = [
    ['00901', 'Müller, Jörg', 'joerg.mueller@neu.example', 'Default', 'IT'],
    ['00902', 'Öztürk, Ayşe', 'keine-adresse', 'Deutsch', 'IT'],
    ['00903', '', 'ohne.name@neu.example', 'Deutsch', 'IT'],
    ['00904', 'Doppelt, Dora', 'dora@neu.example', 'Deutsch', 'IT'],
    ['00905', 'Doppelt, Dieter', 'DORA@neu.example', 'Deutsch', 'IT'],
    ['00906', 'Weiß, Zoë', 'zoe.weiss@neu.example', 'Klingonisch', 'IT'],
    ['00907', `${'X'.repeat(101)}, Anna`, 'anna.lang@neu.example', 'Deutsch', 'IT'],
    ['00908', 'Adresslos, Adam', '', 'Deutsch', 'IT'],
    ['909', 'Kurz, Karl', 'karl.kurz@neu.example', 'Englisch', 'IT'],
    ['00910', 'Fremd, Frida', known.email, 'Deutsch', 'IT'],
    ['00911', 'Leerraum, Lea', '  lea@neu.example\u200b', 'Deutsch', 'IT'],
    ['00901', 'Gleich, Gerda', 'gerda@neu.example', 'Deutsch', 'IT'],
  ]
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await page.getByRole('link', { name: 'Importieren' }).click()
  await chooseFile(page, toWorkbook([['Neue Mitarbeitende'], [], HEADERS, ...people]))

  await expect(page.getByRole('heading', { name: 'Wurde die Liste richtig verstanden?' })).toBeFocused()
  await expect(page.getByLabel('Spaltennamen stehen in')).toHaveValue('3')
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await expect(page.getByLabel('Ganzer Name')).toHaveValue('1')
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()

  const grid = page.getByRole('grid', { name: 'Alle Zeilen der Liste' })
  await expect(grid).toBeVisible()
  for (const reason of [
    'Das ist keine E-Mail-Adresse.',
    'Der Nachname fehlt.',
    'Steht auch in Zeile 8.',
    'Nur Deutsch oder Englisch.',
    'Höchstens 100 Zeichen sind möglich.',
    'Die E-Mail fehlt.',
  ])
    await expect(grid.getByText(reason), reason).toHaveCount(1)
  const note = page.locator('[data-noted] > div[aria-hidden]')
  await page.locator('#cell-8-email').hover()
  await expect(note, 'what has no room in a cell is read beside it').toHaveText('Steht auch in Zeile 7.')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(note).toHaveCount(0)
  await page.locator('#cell-10-last_name').focus()
  await expect(note).toHaveText(`${'X'.repeat(101)}Höchstens 100 Zeichen sind möglich.`)
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await page.keyboard.press('F2')
  await expect(note, 'also while it is mended').toHaveText('Höchstens 100 Zeichen sind möglich.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 Personalnummer ist kürzer als die anderen')).toBeVisible()
  await expect(page.getByText(/Leerzeichen am Rand oder unsichtbare Zeichen entfernt/)).toBeVisible()

  await expect(page.locator('#cell-4-locale'), 'a word of the file in that of the desk').toHaveText(
    'Standard',
  )
  await page.getByRole('button', { name: 'Mit Nullen auffüllen' }).click()
  await mend(page, { row: 5, field: 'email', value: 'ayse@neu.example' })
  await mend(page, { row: 6, field: 'first_name', value: 'Nora' })
  await mend(page, { row: 6, field: 'last_name', value: 'Namenlos' })
  await mend(page, { row: 8, field: 'email', value: 'dieter@neu.example' })
  await mend(page, { row: 10, field: 'last_name', value: 'Xanter' })
  await mend(page, { row: 11, field: 'email', value: 'adam@neu.example' })
  await mend(page, { row: 15, field: 'mitarbeiternummer', value: '00912' })
  await grid.getByRole('checkbox', { name: 'Zeile 13 übernehmen' }).uncheck()
  await page.locator('#cell-9-locale').click()
  await page.getByRole('combobox', { name: 'Sprache, Zeile 9' }).selectOption('Englisch')
  await sendList(page, '11 Personen anlegen')

  await expect(page.getByRole('heading', { name: /^Fertig: 11 Personen/ })).toBeFocused()
  const view = await viewSandbox()
  const made = (await listAll(view, MIXED_PROJECT.id)).filter(({ email }) => email.endsWith('@neu.example'))
  expect(made.map(({ mitarbeiternummer }) => mitarbeiternummer).sort()).toEqual([
    '00901',
    '00902',
    '00903',
    '00904',
    '00905',
    '00906',
    '00907',
    '00908',
    '00909',
    '00911',
    '00912',
  ])
  expect(made.find(({ email }) => email === 'zoe.weiss@neu.example')?.locale).toBe('en')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Ergebnis als CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByRole('link', { name: 'Zu den Personen' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${MIXED_PROJECT.id}$`))
})

test('a reload while an import is sent creates nobody twice', async ({ page }) => {
  test.setTimeout(180_000)
  const people = Array.from({ length: 450 }, (_, index) => [
    // The numbers differ from those above, because the desk may still have people cached that the sandbox has deleted.
    String(80_000 + index),
    `Nach${index}, Vor${index}`,
    `p${index}@neu.example`,
    'Deutsch',
    'IT',
  ])
  await signIn(page)
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await chooseFile(page, toWorkbook([HEADERS, ...people]))
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '451')
  await putFault({ method: 'POST', times: 3, answer: { kind: 'delay', ms: 1500 } })
  await sendList(page, '450 Personen anlegen')
  await expect(page.getByTestId('import-progress')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Fertig: 450 Personen/ })).toBeVisible({ timeout: 60_000 })
  const made = await listAll(await viewSandbox(), EMPTY_PROJECT.id)
  expect(made).toHaveLength(450)
  expect(new Set(made.map(({ email }) => email)).size).toBe(450)
})

async function findKnownPerson(): Promise<Employee> {
  const [known] = await (await viewSandbox()).listEmployees(MIXED_PROJECT.id, 'page=1')
  if (!known) throw new Error('The project is empty.')
  return known
}
