import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import JSZip from 'jszip'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { COMPLETED_PROJECT, DRAFT_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { AWAY, comesAlive, expect, fetchAnswer, test, twoFrames } from '#tests/support/journeys/desk-test.ts'
import { readAnew } from '#tests/support/journeys/employees.ts'
import {
  clearFaults,
  putAccount,
  putFault,
  putVariations,
  resetSandbox,
  type SandboxView,
  viewSandbox,
} from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

const PHOTOS_LEFT = 8

test.beforeEach(resetSandbox)

async function openDialog(page: Page, project: { id: number } = MIXED_PROJECT) {
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('button', { name: 'Download photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download photos' })
  await expect(dialog.getByRole('button', { name: /^Download \d+ photos$/ })).toBeVisible()
  return dialog
}

/** A photo rendered for a system takes half a second, so all but a few people get a retake. */
async function leavePhotos(sandbox: SandboxView, { id }: { id: number }): Promise<void> {
  const ready = await sandbox.listEmployees(id, 'photo_ready=1')
  for (const person of ready.slice(PHOTOS_LEFT)) await sandbox.requestRetake(person.id)
}

const toast = (page: Page, words: string) => page.locator('.toast').filter({ hasText: words })

/** Starts an export after ending one that an earlier test left running, because each user may have only a few. */
async function startExport(page: Page, { id }: { id: number }): Promise<string> {
  const headers = { 'x-csrf': '1', origin: new URL(page.url()).origin }
  const { data: all = [] } = await (await page.request.get('/api/exports', { headers })).json()
  for (const { id, state } of all)
    if (state === 'preparing' || state === 'paused')
      await page.request.delete(`/api/exports/${id}`, { headers })
  const started = await page.request.post('/api/exports', {
    headers,
    data: { project_id: id, target: 'name' },
  })
  expect(started.ok(), await started.text()).toBe(true)
  const { data } = await started.json()
  return data.id
}

/** Returns the downloads that this page cancels from now on. */
function listCancelled(page: Page): string[] {
  const cancelled: string[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE') cancelled.push(request.url())
  })
  return cancelled
}

/** Dispatches the second press of a double click, which was meant for the previous button in this place. */
async function expectNoSecondPress(page: Page, button: Locator): Promise<void> {
  await button.dispatchEvent('click', { detail: 2 })
  await twoFrames(page)
  await expect(button).not.toHaveAttribute('aria-disabled')
}

async function chooseTarget(page: Page, name: RegExp) {
  await page.getByRole('button', { name: /^For which system/ }).click()
  await page.getByRole('option', { name }).click()
}

test('the download dialog warns that a number in place of a name becomes public', async ({ page }) => {
  await signIn(page)
  const dialog = await openDialog(page, MIXED_PROJECT)
  await chooseTarget(page, /^Website \(WebP\)/)
  await expect(
    dialog.getByText(/the number takes (?:its|their) place, or the id .+, and becomes public\./),
  ).toBeVisible()
})

test('photos for a website come without a report, and “new since” asks for each system', async ({ page }) => {
  await leavePhotos(await viewSandbox(), COMPLETED_PROJECT)
  await signIn(page)
  const dialog = await openDialog(page, COMPLETED_PROJECT)
  await expect(dialog.getByText('The report with names and numbers')).toHaveCount(0)
  await page.getByRole('button', { name: /^For which system/ }).click()
  await expect(page.getByRole('group', { name: 'Named files' }).getByRole('option')).toHaveText([
    'Files by employee number',
    'Files by name',
  ])
  await expect(
    page.getByRole('group', { name: 'Systems' }).getByRole('option', { name: 'Personio' }),
  ).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search systems' })
  await search.fill('doors')
  await expect(page.getByRole('group', { name: 'Systems' }).getByRole('option')).toHaveText([
    'Genetec Security Center',
  ])
  await search.fill('')
  await page.getByRole('option', { name: 'Website (WebP)' }).click()
  await expect(
    dialog.getByText('The report with names and numbers then comes as a separate file'),
  ).toBeVisible()
  await expect(
    dialog.getByRole('list', { name: 'The first file names' }).getByText('.webp').first(),
  ).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download', { timeout: 180_000 })
  await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toContain('-website-webp-')
  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
  expect(Object.keys(zip.files).filter(name => !name.endsWith('.webp'))).toEqual([])
  await expect(toast(page, 'is ready')).toContainText(
    'Website (WebP). The report with names and numbers is a file',
  )

  await openWork(page)
  const work = page.getByRole('dialog')
  await expect(work.getByText('Please do not publish it.')).toBeVisible()
  const reporting = page.waitForEvent('download')
  await work.getByRole('button', { name: 'Report, internal only' }).click()
  const report = await reporting
  expect(report.suggestedFilename()).toContain('_report-INTERNAL-ONLY.zip')
  const inside = await JSZip.loadAsync(await readFile(await report.path()))
  expect(Object.keys(inside.files)).toEqual(['report.html', 'report.csv'])

  // The dialog was open before with a smaller count.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Download photos' }).click()
  const again = page.getByRole('dialog', { name: 'Download photos' })
  await expect(again.getByRole('button', { name: 'For which system: Website (WebP)' })).toBeVisible()
  await again.getByRole('radio', { name: /^New or changed/ }).check()
  await expect(again.getByLabel('Since the download for “Website (WebP)” on')).toBeVisible()
  await expect(again.getByRole('radio', { name: /^New or changed .* Nothing new$/ })).toBeVisible()
  const nothing = again.getByRole('button', { name: 'Nothing new to download' })
  await expect(nothing).toHaveAttribute('aria-disabled', 'true')
  await expect(
    again.getByText(/^No photo is new or changed since the download for “Website \(WebP\)” on .+\.$/),
  ).toBeVisible()
  await chooseTarget(page, /Microsoft 365/)
  await expect(again.getByRole('radio', { name: /^New or changed/ })).toHaveCount(0)
  await expect(again.getByRole('button', { name: /^Download \d+ photos$/ })).toBeVisible()
})

test('the download button stays disabled, in place and focused until its count is known', async ({
  page,
}) => {
  await signIn(page)
  await openDialog(page)
  await page.keyboard.press('Escape')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/exports/plan', async route => {
    await held.promise
    await route.continue()
  })
  const started: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/exports')) started.push(request.url())
  })
  await page.getByRole('button', { name: 'Download photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download photos' })
  const counting = dialog.getByRole('button', { name: 'Counting…' })
  await expect(counting).toHaveAttribute('aria-disabled', 'true')
  await expect(counting).toHaveCSS('cursor', 'default')
  const { width } = (await counting.boundingBox()) ?? {}
  await counting.press('Enter')
  held.resolve()
  const start = dialog.getByRole('button', { name: /^Download \d+ photos$/ })
  await expect(start).toBeFocused()
  await expect(start).not.toHaveAttribute('aria-disabled')
  expect((await start.boundingBox())?.width).toBe(width)
  expect(started).toEqual([])
})

test.describe('a download whose count is unknown', () => {
  test.use({ expectedStatuses: [502] })

  test('a download can be started although its count is unknown', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/exports/plan', route =>
      route.fulfill({ status: 502, json: { message: '', code: 'service_unreachable' } }),
    )
    await page.goto(`/projects/${COMPLETED_PROJECT.id}`)
    await page.getByRole('button', { name: 'Download photos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download photos' })
    const start = dialog.getByRole('button', { name: 'Download photos' })
    await expect(start).not.toHaveAttribute('aria-disabled')
    const asked = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith('/api/exports'),
    )
    await start.click()
    await asked
  })
})

test('the download button explains that no photo is approved, and opens nothing', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${DRAFT_PROJECT.id}`)
  const open = page.getByRole('main').getByRole('button', { name: 'Download photos' })
  await expect(open).toHaveAttribute('aria-disabled', 'true')
  await expect(open).toHaveAccessibleDescription('Nobody has approved a photo yet.')
  await open.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(open).toBeFocused()
  await expect(page.getByRole('tooltip').getByText('Nobody has approved a photo yet.')).toBeVisible()
  await expectAccessible(page, 'a button that says why', 'main')
})

test('a selection without an approved photo offers no download', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}?tile=pending`)
  const boxes = page.locator('[data-select]')
  await boxes.first().click()
  const bar = page.getByRole('region', { name: 'Selected people' })
  const one = bar.getByRole('button', { name: 'Download approved photo' })
  await expect(one).toHaveAttribute('aria-disabled', 'true')
  await expect(one).toHaveAccessibleDescription('This person has no approved photo yet.')
  await bar.getByRole('button', { name: /^Select all \d+$/ }).click()
  const all = bar.getByRole('button', { name: 'Download approved photos' })
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  await expect(all).toHaveAccessibleDescription('None of these people has an approved photo yet.')
  await page.goto(`/projects/${MIXED_PROJECT.id}?tile=approved`)
  await boxes.first().click()
  await expect(one).not.toHaveAttribute('aria-disabled')
  await one.click()
  await expect(page.getByRole('dialog', { name: 'Download photos' })).toBeVisible()
})

test('a template with an error is refused in its place, and starts nothing', async ({ page }) => {
  const started: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/exports')) started.push(request.url())
  })
  await signIn(page)
  const dialog = await openDialog(page)
  await dialog.getByLabel('File names', { exact: true }).selectOption('own')
  const template = dialog.getByRole('textbox', { name: 'Own file name' })
  await template.fill('{last_name}_{nummer}')
  await expect(dialog.getByText('“{nummer}” at character 13 is not known.')).toBeVisible()
  await expect(template).toHaveAttribute('aria-invalid', 'true')
  await template.press('Enter')
  await expect(template).toBeFocused()
  await expect(dialog).toBeVisible()

  await template.fill('{last_name}_')
  await dialog.getByRole('button', { name: 'Number at the portrait service' }).click()
  await expect(template).toHaveValue('{last_name}_{id}')
  await expect(template).not.toHaveAttribute('aria-invalid', 'true')
  const names = dialog.getByRole('list', { name: 'The first file names' }).getByRole('listitem')
  await expect(names.first()).toHaveText(/^\p{L}+_\d+\.jpg$/u)
  expect(started).toEqual([])
})

test('a new archive is downloaded, and can be downloaded again', async ({ page }) => {
  await signIn(page)
  await page.goto('/exports')
  await startExport(page, COMPLETED_PROJECT)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: COMPLETED_PROJECT.name }).first()
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download', exact: true }).click()
  await (await downloading).path()
  const again = row.getByRole('button', { name: 'Download again' })
  await expect(again).toBeVisible()
  await page.reload()
  await expect(again, 'the desk knows it too').toBeVisible()
})

test.describe('changes since a download', () => {
  test.use({ expectedStatuses: [502] })

  test('changes since a download load on request, and stay shown when a reload fails', async ({ page }) => {
    await leavePhotos(await viewSandbox(), COMPLETED_PROJECT)
    await signIn(page)
    await page.goto('/exports')
    await startExport(page, COMPLETED_PROJECT)
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: COMPLETED_PROJECT.name }).first()
    const downloading = page.waitForEvent('download')
    await row.getByRole('button', { name: 'Download', exact: true }).click()
    await (await downloading).path()
    const asked = '**/api/exports/*/changes'
    await page.route(asked, route => route.fulfill(AWAY))
    const look = row.getByRole('button', { name: en.exports.history.changes.open })
    await look.click()
    const dialog = page.getByRole('dialog', { name: en.exports.history.changes.title })
    const problem = dialog.getByText(en.errors.service_unreachable)
    await expect(problem).toBeVisible()
    await page.unroute(asked)
    await dialog.getByRole('button', { name: en.app.tryAgain }).click()
    const answer = dialog.getByText(en.exports.history.changes.none)
    await expect(answer).toBeVisible()
    await expect(problem).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.route(asked, route => route.fulfill(AWAY))
    await look.click()
    await expect(problem).toBeVisible()
    await expect(answer).toBeVisible()
  })
})

test.describe('a paused download', () => {
  // Requests of the page meanwhile get the desk's own status for disabled API access (`no_api_access`).
  test.use({ expectedStatuses: [403, 502] })
  test.afterEach(() => putAccount('active'))

  test('a paused download says why in its row and in its toast, and resumes there', async ({ page }) => {
    await signIn(page)
    const dialog = await openDialog(page, LARGE_PROJECT)
    const answer = { kind: 'delay', ms: 300 } as const
    await putFault({ path: '/employees/*/photo', times: 9999, answer })
    await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
    await expect(toast(page, 'is being prepared')).toBeVisible()
    await putAccount('api_disabled')
    await expect(toast(page, 'Paused')).toContainText(
      'The service has switched off the access of your company.',
    )
    await expect(toast(page, 'is being prepared')).toHaveCount(0)
    await page.goto('/exports')
    const row = page.getByRole('row').filter({ hasText: LARGE_PROJECT.name }).first()
    await expect(row).toContainText(
      'The download continues by itself when it is open again, or at once with “Continue”.',
    )
    await expectAccessible(page)
    await putAccount('active')
    const cancelled = listCancelled(page)
    await row.getByRole('button', { name: 'Continue' }).press('Enter')
    await expect(row).toContainText('In preparation')
    const cancel = row.getByRole('button', { name: 'Cancel download' })
    await expect(row.getByRole('cell').last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expectNoSecondPress(page, cancel)
    expect(cancelled).toEqual([])
    await cancel.click()
    await expect(row).toContainText('Cancelled')
  })

  test('a paused download offers “Continue” again only after its row was reloaded', async ({ page }) => {
    await signIn(page)
    await page.goto('/exports')
    await putFault({ path: '/employees/*/photo', times: 9999, answer: { kind: 'delay', ms: 300 } })
    await startExport(page, LARGE_PROJECT)
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: LARGE_PROJECT.name }).first()
    await putAccount('api_disabled')
    const resume = row.getByRole('button', { name: 'Continue' })
    await expect(resume).toBeVisible()
    await putAccount('active')
    const asked = Promise.withResolvers<void>()
    await page.route(/\/api\/exports\/[\w-]+$/, async route => {
      await asked.promise
      // Requests that the page has aborted cannot be continued.
      await route.continue().catch(() => {})
    })
    let isResumed = false
    const looked = page.waitForResponse(response => {
      isResumed ||= response.url().endsWith('/resume')
      return isResumed && /\/api\/work(\?|$)/.test(response.url())
    })
    await resume.click()
    await looked
    await twoFrames(page)
    await expect(row.getByRole('button').first()).toHaveAttribute('aria-disabled', 'true')
    asked.resolve()
    await expect(row).toContainText('In preparation')
    await page.unroute(/\/api\/exports\/[\w-]+$/)
    await row.getByRole('button', { name: 'Cancel download' }).click()
    await expect(row).toContainText('Cancelled')
  })
})

test('cancelling a download of another user asks first, with the name of the user', async ({ page }) => {
  await signIn(page)
  const dialog = await openDialog(page, LARGE_PROJECT)
  const answer = { kind: 'delay', ms: 300 } as const
  await putFault({ path: '/employees/*/photo', times: 9999, answer })
  await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  await expect(toast(page, 'is being prepared')).toBeVisible()
  await page.route(/\/api\/exports\/[\w-]+$/, async route => {
    const response = await fetchAnswer(route)
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, owner_email: 'eva@example.com' } } })
  })
  await page.goto('/exports')
  const row = page.getByRole('row').filter({ hasText: LARGE_PROJECT.name }).first()
  await expect(row).toContainText('eva@example.com')
  await row.getByRole('button', { name: 'Cancel download' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel the download of eva@example.com?' })
  await expect(question).toContainText(
    `The photo download of ${LARGE_PROJECT.name} will not be prepared any further.`,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep preparing' }).click()
  await expect(row).toContainText('In preparation')
  await row.getByRole('button', { name: 'Cancel download' }).click()
  await question.getByRole('button', { name: 'Cancel download' }).press('Enter')
  await expect(row).toContainText('Cancelled')
  await expect(question).toBeHidden()
  await expect(
    row.getByRole('cell').filter({ has: page.getByRole('button', { name: 'Start again' }) }),
  ).toBeFocused()
})

test('a visible tab learns the end of a download from the desk; a hidden one holds no call open', async ({
  page,
}) => {
  await signIn(page)
  const dialog = await openDialog(page, COMPLETED_PROJECT)
  await putFault({ path: '/employees/*/photo', times: 99, answer: { kind: 'delay', ms: 10_000 } })
  const looks = (waits: boolean) =>
    page.waitForRequest(request => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname.endsWith('/api/work') && searchParams.has('until') === waits
    })
  const waiting = looks(true)
  await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  await waiting
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
  await looks(false)
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
  await looks(true)
})

test.describe('a short outage of the database', () => {
  test.use({ expectedStatuses: [503] })

  test('running work is followed during an outage, and its end shown in its row and the header', async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/exports')
    await putFault({ path: '/employees/*/photo', times: 9999, answer: { kind: 'delay', ms: 300 } })
    const id = await startExport(page, LARGE_PROJECT)
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: LARGE_PROJECT.name }).first()
    await expect(row).toContainText('In preparation')
    const json = { message: 'Away.', code: 'database_unavailable' }
    const refused: Promise<unknown>[] = []
    for (const address of [/\/api\/work(\?|$)/, /\/api\/exports\/[\w-]+$/]) {
      refused.push(
        page.waitForResponse(response => address.test(response.url()) && response.status() === 503),
      )
      await page.route(address, route => route.fulfill({ status: 503, json }), { times: 1 })
    }
    await Promise.all(refused)
    const { origin } = new URL(page.url())
    await page.request.delete(`/api/exports/${id}`, { headers: { 'x-csrf': '1', origin } })
    await expect(row).toContainText('Cancelled')
    await expect(page.locator('#work')).toHaveAccessibleName('Recently ended tasks')
  })
})

test('background polls of an unattended page do not keep the session alive', async ({ page }) => {
  await signIn(page)
  await page.goto('/exports')
  await putFault({ path: '/employees/*/photo', times: 9999, answer: { kind: 'delay', ms: 10_000 } })
  await startExport(page, COMPLETED_PROJECT)
  /** Counts the polls of a page, separately for those in the background and for those of a present user. */
  const listen = (part: string) => {
    const polls = { background: 0, person: 0 }
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET' && pathname.includes('/api/') && pathname.includes(part))
        polls[request.headers()['x-background'] === '1' ? 'background' : 'person'] += 1
    })
    return polls
  }
  const exports = listen('/exports/')
  await page.goto('/exports')
  await expect.poll(() => exports.background).toBeGreaterThan(2)
  expect(exports.person).toBe(0)

  // The desk is still reading the people.
  await page.route(`**/projects/${LARGE_PROJECT.id}/people?*`, async route => {
    const response = await fetchAnswer(route)
    const { data, meta } = await response.json()
    await route.fulfill({ response, json: { data, meta: { ...meta, reading: true } } })
  })
  const people = listen(`/projects/${LARGE_PROJECT.id}/people`)
  await page.goto(`/projects/${LARGE_PROJECT.id}`)
  await page.getByRole('searchbox').fill('a')
  await expect.poll(() => people.background).toBeGreaterThan(2)
  expect(people.person).toBe(1)
})

test('cancelling and restarting a download by keyboard keeps the focus in its row', async ({ page }) => {
  await signIn(page)
  await page.goto('/exports')
  await putFault({ path: '/employees/*/photo', times: 9999, answer: { kind: 'delay', ms: 300 } })
  await startExport(page, LARGE_PROJECT)
  await page.reload()
  const rows = page.getByRole('row').filter({ hasText: LARGE_PROJECT.name })
  await rows.first().getByRole('button', { name: 'Cancel download' }).press('Enter')
  const again = rows.first().getByRole('button', { name: 'Start again' })
  await expect(rows.first().getByRole('cell').last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNoSecondPress(page, again)
  const cancelled = listCancelled(page)
  await again.press('Enter')
  const cell = page.getByRole('cell', { name: 'The same download was started later.' }).first()
  await expect(cell).toBeFocused()
  const cancel = rows.first().getByRole('button', { name: 'Cancel download' })
  await expectNoSecondPress(page, cancel)
  expect(cancelled).toEqual([])
  await cancel.click()
  await expect(rows.first()).toContainText('Cancelled')
})

test('a download that lacks only a deleted employee has ended well in its row and the header', async ({
  page,
}) => {
  const sandbox = await viewSandbox()
  const [leaver] = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
  if (!leaver) throw new Error('Nobody in the seed is approved.')
  await signIn(page)
  await page.goto('/exports')
  await putFault({
    path: `/employees/${leaver.id}/photo**`,
    times: 9,
    answer: { kind: 'status', status: 404, body: { error: 'not_found' } },
  })
  await startExport(page, COMPLETED_PROJECT)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: COMPLETED_PROJECT.name }).first()
  await expect(row).toContainText('1 deleted since')
  await expect(page.locator('#work')).toHaveAccessibleName('Recently ended tasks')
})

test('a failed download says why in its row, in the words of the work list', async ({ page }) => {
  await signIn(page)
  await page.goto('/exports')
  const answer = { kind: 'status', status: 404, body: { error: 'not_available' } } as const
  await putFault({ path: '/employees/*/photo', times: 9999, answer })
  await startExport(page, COMPLETED_PROJECT)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: COMPLETED_PROJECT.name }).first()
  const reason = /None of the \d+ photos could be fetched\. The reason for the last one: .+\./
  await expect(row).toContainText('Failed')
  await expect(row.getByText(reason)).toBeVisible()
  await expectAccessible(page)
  await openWork(page)
  await expect(page.getByRole('dialog').getByText(reason).first()).toHaveText(
    (await row.getByText(reason).textContent()) ?? '',
  )
})

test.describe('an archive whose photos cannot be fetched again', () => {
  test.use({ expectedStatuses: [404] })

  test('an archive with missing photos fails with the reason, and loads when they are back', async ({
    page,
  }) => {
    const sandbox = await viewSandbox()
    const [person, ...others] = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
    if (!person) throw new Error('Nobody in the seed is approved.')
    for (const other of others) await sandbox.requestRetake(other.id)
    await signIn(page)
    await page.goto(`/projects/${COMPLETED_PROJECT.id}#download`)
    const dialog = page.getByRole('dialog', { name: 'Download photos' })
    const first = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download 1 photo' }).click()
    await first

    await sandbox.exchangePhoto(person.id)
    await readAnew(page, COMPLETED_PROJECT.id)
    const answer = { kind: 'status', status: 404, body: { error: 'not_available' } } as const
    await putFault({ path: '/employees/*/photo', times: 999, answer })
    await page.goto('/exports')
    const row = page.getByRole('row').filter({ hasText: COMPLETED_PROJECT.name }).first()
    await expect(row).toContainText('Ready')
    await row.getByRole('button', { name: 'Download again' }).click()
    await expect(row).toContainText('Failed')
    await expect(row).toContainText('0 of 1')
    await expect(row).toContainText('The photo could not be fetched.')
    await openWork(page)
    const work = page.getByRole('dialog')
    await expect(work).toContainText('The download could not be prepared')
    await expect(work).toContainText('The photo could not be fetched.')
    await expect(work).toContainText(
      'The archive is kept. 1 photo is fetched once more with the next download.',
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await clearFaults()
    const second = page.waitForEvent('download')
    await row.getByRole('button', { name: 'Download again' }).click()
    await second
    await expect(row).toContainText('Ready')
  })
})

test('the dialog, the work list and the downloads page speak German', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()
  await comesAlive(page)
  await page.getByRole('button', { name: 'Fotos herunterladen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fotos herunterladen' })
  await expect(
    dialog.getByRole('button', { name: /^Für welches System: Dateien nach Personalnummer/ }),
  ).toBeVisible()
  await expect(dialog.getByTestId('export-time')).toHaveText(/^\d+ Fotos\. /)
  const size = await (await viewSandbox()).smallestSize()
  await dialog.getByLabel('Größe').selectOption(String(size.index))
  await expect(dialog.getByTestId('export-time')).toHaveText(/^\d+ Fotos\. /)
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await dialog.getByRole('button', { name: /^\d+ Fotos herunterladen$/ }).click()
  await page.getByRole('link', { name: 'Downloads', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Foto-Downloads' })).toBeVisible()
  const zip = await JSZip.loadAsync(await readFile(await (await downloading).path()))
  expect(await zip.file('report.html')?.async('string')).toContain('lang="de"')
  await expect(page.getByRole('row').filter({ hasText: 'alle freigegebenen' }).first()).toContainText(
    'Fertig',
  )
})

test.describe('an unknown status', () => {
  // Earlier rows request portraits that are no longer handed out.
  test.use({ expectedStatuses: [409] })
  test.afterEach(resetSandbox)

  test('an unknown status is named for each person in the work list and before the next download', async ({
    page,
  }) => {
    await signIn(page)
    const dialog = await openDialog(page)
    await putVariations('other-employee-status')
    await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
    await expect(page.getByText('There are no photos that can be downloaded').first()).toBeVisible()
    await openWork(page)
    await page.getByText(/^\d+ people are missing$/).click()
    await expect(
      page.getByText('The portrait service calls this person’s status “photo_approved”').first(),
    ).toBeVisible()
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Download photos' }).click()
    const check = dialog.getByRole('list', { name: 'Check' }).getByRole('listitem')
    const told = check.filter({
      hasText: /^\d+ people have a status .* \(photo_approved\); their photos are left out\./,
    })
    await expect(told).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'No photos to download' })).toBeVisible()
    await told.getByRole('link', { name: 'Show these rows' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'photo_approved' }).first()).toBeVisible()
  })
})

test.describe('a refused download', () => {
  test.use({ expectedStatuses: [429], viewport: { width: 1366, height: 600 } })

  test('a refused download says why beside the pressed button, however long the dialog is', async ({
    page,
  }) => {
    await signIn(page)
    const dialog = await openDialog(page)
    await page.route('**/api/exports', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, json: { message: '', code: 'too_many_exports', values: { max: 5 } } })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
    await expect(dialog.getByText('5 downloads are being prepared for you already.')).toBeInViewport({
      ratio: 1,
    })
    await expect(dialog.getByRole('button', { name: /^Download \d+ photos$/ })).toBeInViewport()
  })
})
