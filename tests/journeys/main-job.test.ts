import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { expect, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import { cellOf, editCell, listEverybody, readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signInByForm } from '#tests/support/journeys/sign-in.ts'

test.use(WITH_MOTION)
test.beforeEach(resetSandbox)

test('a newcomer signs in, corrects an e-mail, and gets a ZIP equal to the service’s photos', async ({
  page,
}) => {
  const sandbox = await viewSandbox()
  const size = await sandbox.smallestSize()

  await signInByForm(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()

  await page.getByRole('button', { name: /^Waiting for photo \d/ }).click()
  await expect(page).toHaveURL(/tile=pending/)
  const [invited] = (await sandbox.listEmployees(MIXED_PROJECT.id, 'status=pending')).filter(
    e => e.invited_at,
  )
  if (!invited) throw new Error('Nobody in the seed is invited and waiting.')
  await editCell(cellOf(page, invited, 'email'), 'new.address@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('New invitation sent to new.address@example.com')).toBeVisible()
  await page.reload()
  await expect(cellOf(page, invited, 'email')).toContainText('new.address@example.com')

  await page.getByRole('button', { name: 'Download photos' }).click()
  await page.getByLabel('Size').selectOption(String(size.index))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^portraits-.*\.zip$/)
  await expect(page).toHaveURL(/\/projects\/102/)

  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
  const approved = await sandbox.listEmployees(MIXED_PROJECT.id, 'photo_ready=1')
  const ready = approved.filter(employee => employee.photo.standard_url)
  const photos = Object.values(zip.files).filter(file => file.name.endsWith('.jpg'))
  expect(photos).toHaveLength(ready.length)
  const fileNames = readFileNames((await zip.file('report.csv')?.async('string')) ?? '')
  for (const employee of ready) {
    const fileName = fileNames.get(employee.id)
    const bytes = await zip.file(fileName ?? '')?.async('nodebuffer')
    expect(
      bytes?.equals(await sandbox.downloadPhoto(employee.id, { variant: 'standard', size: size.index })),
    ).toBe(true)
  }
})

/** File names by employee, from the report inside the archive, without the formula guard before a name. */
function readFileNames(report: string): Map<number, string> {
  const rows = readCsv(report.replace('\ufeff', ''))
  return new Map(rows.map(([, file = '', , , , id]) => [Number(id), file.replace(/^'(?=[=+\-@])/, '')]))
}

test.describe('an outdated table', () => {
  // The table still shows a portrait that the service no longer gives.
  test.use({ expectedStatuses: [409] })

  test('Refresh shows a change that the service made a moment ago', async ({ page }) => {
    await openProjects(page)
    await readAnew(page, MIXED_PROJECT.id)
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    const sandbox = await viewSandbox()
    const person = (await listEverybody(MIXED_PROJECT.id)).find(({ status }) => status === 'edited')
    if (!person) throw new Error('Nobody in the seed is edited.')
    const row = page.getByRole('row').filter({ hasText: person.email })
    await expect(row).not.toContainText('Retake requested')
    await sandbox.requestRetake(person.id)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('Retake requested')
  })
})
