import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import JSZip from 'jszip'
import en from '#lib/i18n/en.json' with { type: 'json' }
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { clearFaults, putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

/** The service lists an approved photo of this person, and answers 404 for its file. */
const GONE: FaultRequest = {
  path: '/employees/1701/photo?**',
  times: 99,
  answer: { kind: 'status', status: 404, body: { message: 'gone', code: 'not_available' } },
}

test.use({ expectedStatuses: [404] })
test.beforeEach(resetSandbox)

test('an export continues through a reload, shows its state in the title, and lists its gaps', async ({
  page,
}) => {
  const told = await recordNotifications(page, { permitted: true })
  const sandbox = await viewSandbox()
  await putFault(GONE)
  // One photo is delayed, so that an export is visible before and after the reload.
  const awaited = (await sandbox.listEmployees(MIXED_PROJECT.id, 'photo_ready=1')).at(-1)
  await putFault({
    path: `/employees/${awaited?.id}/photo?variant=transparent**`,
    times: 9,
    answer: { kind: 'delay', ms: 60_000 },
  })
  await openProjects(page)
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await page.getByRole('button', { name: 'Download photos' }).click()
  await page.getByRole('radio', { name: 'Transparent background' }).check()
  const size = await sandbox.smallestSize()
  await page.getByLabel('Size').selectOption(String(size.index))
  await page.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  await openWork(page)
  await expect(page.getByRole('progressbar', { name: 'Photos prepared' })).toBeVisible()
  await page.getByRole('button', { name: 'Tell me when it is ready' }).click()
  await expect(
    page.getByRole('article').getByText('Your browser will tell you when it is ready.'),
  ).toBeVisible()
  await page.reload()
  await openWork(page)
  await expect(page.getByRole('progressbar', { name: 'Photos prepared' })).toBeVisible()
  await expect(
    page.getByRole('article').getByText('Your browser will tell you when it is ready.'),
  ).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^\\d+\\s% · ${MIXED_PROJECT.name}`))
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(page).toHaveTitle(/^\d+\s% · Projects/)
  expect(told).toEqual([])
  await lookAway(page, true)
  await clearFaults()
  await putFault(GONE)
  const download = await downloading
  await expect(page).toHaveTitle(/^Ready · Projects/)
  await lookAway(page, false)
  await expect(page).toHaveTitle(/^Projects/)
  await expect.poll(() => told).toEqual([`The photo download of ${MIXED_PROJECT.name} is ready`])
  await expect(page.locator('.toast')).toHaveText(
    new RegExp(`The photo download of ${MIXED_PROJECT.name} is ready`),
  )
  await openWork(page)
  await expect(page.locator('.toast'), 'nothing lies above the list').toHaveCount(0)
  await expect(page.getByText('1 person is missing')).toBeVisible()
  await expect(page).toHaveURL(/\/projects$/)

  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
  const rows = readCsv(((await zip.file('report.csv')?.async('string')) ?? '').replace('\ufeff', ''))
  expect(rows.filter(([result]) => result === 'missing').map(row => row[5])).toEqual(['1701'])
  const included = rows.flatMap(([result, file = '']) => (result === 'included' ? withoutGuard(file) : []))
  expect(Object.keys(zip.files).sort()).toEqual([...included, 'report.csv', 'report.html'].sort())
})

test('a cancelled export stops at once and needs no permission for notifications', async ({ page }) => {
  const told = await recordNotifications(page, { permitted: false })
  await openProjects(page)
  await page.getByRole('link', { name: LARGE_PROJECT.name }).click()
  await page.getByRole('button', { name: 'Download photos' }).click()
  const size = await (await viewSandbox()).smallestSize()
  await page.getByLabel('Size').selectOption(String(size.index))
  await page.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  await openWork(page)
  await page.getByRole('button', { name: 'Tell me when it is ready' }).click()
  await expect(
    page.getByRole('article').getByText('Your browser does not allow notifications for this page.'),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^\d+\s% · /)
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(page.getByText('The download was cancelled')).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${LARGE_PROJECT.name}`))
  expect(told).toEqual([])
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Photos prepared' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(page.getByText('The download was cancelled')).toHaveCount(2)
  await page.goto('/exports')
  const downloads = page.getByRole('main')
  await downloads.getByRole('button', { name: 'Start again' }).first().click()
  await downloads.getByRole('button', { name: 'Cancel download' }).click()
  await expect(downloads.getByRole('button', { name: 'Start again' })).toHaveCount(3)
})

test.describe('a used-up limit', () => {
  test.use({ expectedStatuses: [503] })

  test('the export dialog starts a download while the limit is used up', async ({ page }) => {
    await openProjects(page)
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    let isBusy = true
    await page.route('**/api/exports/plan', route =>
      isBusy
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 'busy', message: '' } })
        : route.fallback(),
    )
    await page.route('**/api/v1/image-sizes', route =>
      isBusy
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 'busy', message: '' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Download photos' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(en.exports.dialog.countedLater)).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByText(en.errors.busy)).toHaveCount(0)
    await expect(dialog.getByText(en.exports.dialog.sizesFailed)).toHaveCount(0)
    const start = dialog.getByRole('button', { name: 'Download photos' })
    await expect(start).toBeEnabled()
    await expect(start).not.toHaveAttribute('aria-busy', 'true')
    isBusy = false
    await expect(dialog.getByRole('button', { name: /^Download \d+ photos$/ })).toBeVisible()
    await expect(dialog.getByText(en.exports.dialog.countedLater)).toHaveCount(0)
  })
})

test.describe('people who cannot be counted', () => {
  test.use({ expectedStatuses: [502] })

  test('the export dialog gives the reason when people cannot be counted', async ({ page }) => {
    await openProjects(page)
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    await page.route('**/api/exports/plan', route =>
      route.fulfill({ status: 502, json: { code: 'service_unreachable', message: '' } }),
    )
    await page.getByRole('button', { name: 'Download photos' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert').or(dialog.getByText(en.errors.service_unreachable))).toBeVisible()
    await expect(dialog.locator('.animate-pulse')).toHaveCount(0)
  })
})

/** The report puts a formula guard before a name; the file name has none. */
function withoutGuard(file: string): string {
  return file.replace(/^'(?=[=+\-@])/, '')
}

/** Records the notifications of the page. Only their display is replaced; the permission is the browser's own. */
async function recordNotifications(page: Page, { permitted }: { permitted: boolean }): Promise<string[]> {
  const told: string[] = []
  await page.context().grantPermissions(permitted ? ['notifications'] : [])
  await page.exposeFunction('recordNotification', (words: string) => told.push(words))
  // A headless browser shows no notifications, so it reports "denied" after it has granted the permission.
  await page.addInitScript(permission => {
    window.Notification = new Proxy(Notification, {
      get: (real, name) => (name === 'permission' && permission) || Reflect.get(real, name),
      construct(_, [words]) {
        Reflect.get(window, 'recordNotification')(words)
        return {}
      },
    })
  }, permitted && 'granted')
  return told
}

/** Simulates a switch to another tab, which no headless browser does by itself. */
async function lookAway(page: Page, away: boolean): Promise<void> {
  await page.evaluate(away => {
    const state = away ? 'hidden' : 'visible'
    Object.defineProperties(document, {
      hidden: { configurable: true, get: () => away },
      visibilityState: { configurable: true, get: () => state },
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, away)
}
