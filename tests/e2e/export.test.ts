import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { expect, test } from './desk-test.ts'
import { putFault, resetSandbox, viewSandbox } from './sandbox.ts'
import { openProjects } from './sign-in.ts'

test.use({ expectedStatuses: [404] })
test.beforeEach(resetSandbox)

test('an export goes on through a reload and another page, and tells on both whose photo is missing', async ({
  page,
}) => {
  await putFault({
    path: '/employees/1701/photo?**',
    times: 99,
    answer: { kind: 'status', status: 404, body: { message: 'gone', code: 'not_available' } },
  })
  // One photo takes its time, so that there is an export to be seen before and after the reload.
  await putFault({ path: '/employees/*/photo?variant=transparent**', answer: { kind: 'delay', ms: 8000 } })
  await openProjects(page)
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await page.getByRole('button', { name: 'Download photos' }).click()
  await page.getByRole('radio', { name: 'Transparent background' }).check()
  const size = await (await viewSandbox()).smallestSize()
  await page.getByLabel('Size').selectOption(String(size.index))
  await page.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  await expect(page.getByRole('progressbar', { name: 'Photos prepared' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Photos prepared' })).toBeVisible()
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  const download = await downloading
  await expect(page.getByText('1 person is missing')).toBeVisible()
  await expect(page).toHaveURL(/\/projects$/)

  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
  const rows = readCsv(((await zip.file('report.csv')?.async('string')) ?? '').replace('\ufeff', ''))
  expect(rows.filter(([result]) => result === 'missing').map(row => row[5])).toEqual(['1701'])
  const included = rows.flatMap(([result, file = '']) => (result === 'included' ? withoutGuard(file) : []))
  expect(Object.keys(zip.files).sort()).toEqual([...included, 'report.csv', 'report.html'].sort())
})

test('a cancelled export stops at once and says so', async ({ page }) => {
  await openProjects(page)
  await page.getByRole('link', { name: LARGE_PROJECT.name }).click()
  await page.getByRole('button', { name: 'Download photos' }).click()
  const size = await (await viewSandbox()).smallestSize()
  await page.getByLabel('Size').selectOption(String(size.index))
  await page.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(page.getByText('The download was cancelled')).toBeVisible()
})

/** A formula guard in front of a name is the report's; the file itself is called without it. */
function withoutGuard(file: string): string {
  return file.replace(/^'(?=[=+\-@])/, '')
}
