import type { Page } from '@playwright/test'
import { ARCHIVED_PROJECT, DRAFT_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import { listEverybody, readAnew } from '#tests/support/journeys/employees.ts'
import { DESK_URL } from '#tests/support/journeys/ports.ts'
import { putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

test.use(WITH_MOTION)
test.beforeEach(resetSandbox)

test('search and archived projects are in the address, and a reload shows the same', async ({ page }) => {
  await openProjects(page)
  const archived = page.getByRole('link', { name: ARCHIVED_PROJECT.name })
  await expect(archived).toHaveCount(0)
  await page.getByRole('switch', { name: /^Show archived/ }).check()
  await expect(archived).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('osterreich')
  await expect(page).toHaveURL(/\?q=osterreich&archived=1$/)
  await expect(page.getByRole('link', { name: LARGE_PROJECT.name })).toHaveCount(0)
  await page.reload()
  await expect(archived).toBeVisible()
  await expect(page.getByRole('link', { name: LARGE_PROJECT.name })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('nothing like this')
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page.getByRole('link', { name: LARGE_PROJECT.name })).toBeVisible()
})

test('a desk without cached data shows projects with tasks first at once', async ({ page }) => {
  await signIn(page)
  // A desk that gets no processor for as long as a page waits for its first count has none to show; the test then
  // starts another one.
  await expect(async () => {
    // Signing in may have shown the page once.
    await resetSandbox()
    const html = await (await page.request.get('/projects')).text()
    const outstanding = html.indexOf(`>${MIXED_PROJECT.name}<`)
    // This deadline is nearer, but all people of the project are done.
    const done = html.indexOf(`>${LARGE_PROJECT.name}<`)
    expect(outstanding).toBeGreaterThan(0)
    expect(done).toBeGreaterThan(outstanding)
  }).toPass({ timeout: 60_000 })
})

test('a page without counts is sorted when they arrive, but not under the pointer', async ({ page }) => {
  await signIn(page)
  await resetSandbox()
  await putFault({ path: '/projects/*/employees', times: 6, answer: { kind: 'delay', ms: 4000 } })
  await page.goto('/projects')
  const first = page.getByRole('main').getByRole('listitem').first()
  const whole = page.getByRole('listitem').filter({ hasText: LARGE_PROJECT.name })
  await expect(first, 'its deadline is nearer').toContainText(LARGE_PROJECT.name)
  await first.hover()
  await expect(whole.getByRole('link', { name: /^Download \d+ approved photos$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^50 people have not sent a photo yet/ })).toBeVisible()
  await expect(first, 'somebody is about to press it').toContainText(LARGE_PROJECT.name)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(first).toContainText(MIXED_PROJECT.name)
})

test('a page of projects does not shift when the counts arrive', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page)
  await page.goto('/projects?archived=1')
  await expect(
    page.getByRole('listitem').filter({ hasText: ARCHIVED_PROJECT.name }).getByRole('img'),
  ).toBeVisible()
  const sum = await page.evaluate(() =>
    (Reflect.get(window, 'shifts') as number[]).reduce((total, shift) => total + shift, 0),
  )
  expect(sum).toBeLessThan(0.01)
})

test('the tasks of a project are as new as the page, and include later changes made there', async ({
  page,
}) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await openProjects(page)
  const row = page.getByRole('listitem').filter({ hasText: MIXED_PROJECT.name })
  const pending = row.getByRole('link', { name: /have not sent a photo yet/ })
  await expect(pending).toHaveText(/^50 /)
  await expect(page.getByText(/^Still counting/)).toHaveCount(0)
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()
  // Another user adds a person through the desk.
  const body = { first_name: 'Anna', last_name: 'Neu', email: 'anna.neu@firma.example' }
  const added = await page.request.post(`/api/v1/projects/${MIXED_PROJECT.id}/employees`, {
    headers: { 'x-csrf': '1', origin: DESK_URL },
    data: body,
  })
  expect(added.status()).toBe(201)
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(pending).toHaveText(/^51 /)

  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Ben')
  await dialog.getByLabel('Last name').fill('Neu')
  await dialog.getByLabel('E-mail').fill('ben.neu@firma.example')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(pending).toHaveText(/^52 /)
})

test('the copied addresses of missing photos are the invited people’s; the others are separate', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  for (const { id } of [MIXED_PROJECT, DRAFT_PROJECT]) await readAnew(page, id)
  const pending = (await listEverybody(MIXED_PROJECT.id)).filter(({ status }) => status === 'pending')
  const [invited, uninvited] = [true, false].map(is =>
    pending.filter(({ invited_at }) => (invited_at !== null) === is).map(({ email }) => email),
  )
  // Safari allows the clipboard only in the press itself, and not after a response.
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not pressed', 'NotAllowedError'))
    document.execCommand = () => false
  })
  await openProjects(page)
  const row = page.getByRole('listitem').filter({ hasText: MIXED_PROJECT.name })
  const copy = async (of: RegExp) => {
    await row.getByRole('button', { name: of }).click()
    await expect(page.locator('.toast').getByText(/e-mail addresses copied$/)).toBeVisible()
    return (await page.evaluate(() => navigator.clipboard.readText())).split('; ').toSorted()
  }
  expect(await copy(/^Copy the e-mail addresses: 50 people have not sent a photo yet/)).toEqual(
    invited?.toSorted(),
  )
  await expect(
    page.locator('.toast').getByText('20 people are left out who have not been invited yet.'),
  ).toBeVisible()
  await page.reload()
  expect(await copy(/^Copy the e-mail addresses: 20 of them not invited yet/)).toEqual(uninvited?.toSorted())
  await expect(page.getByText(/left out/)).toHaveCount(0)
  // When none of them is invited, only that is said, and the uninvited addresses are the only ones.
  const draft = page.getByRole('listitem').filter({ hasText: DRAFT_PROJECT.name })
  await expect(draft.getByRole('listitem')).toHaveText(['18 people have not been invited yet'])

  // A selection copies all selected people, with the same message.
  await page.goto(`/projects/${MIXED_PROJECT.id}?tile=pending`)
  await page.locator('thead .check-mark').click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy 50 e-mail addresses' }).click()
  await expect(page.locator('.toast').getByText('20 of them have not been invited yet.')).toBeVisible()
})

test('photos in a running download are not offered, and the line shows its progress', async ({ page }) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await openProjects(page)
  const tasks = page.getByRole('listitem').filter({ hasText: MIXED_PROJECT.name })
  await expect(tasks.getByRole('link', { name: 'Download 100 approved photos' })).toBeVisible()
  const answer = { kind: 'delay', ms: 60_000 } as const
  await putFault({ path: '/employees/*/photo?**', times: 999, answer })
  await page.request.post('/api/exports', {
    headers: { 'x-csrf': '1', origin: DESK_URL },
    data: { project_id: MIXED_PROJECT.id, size: (await (await viewSandbox()).smallestSize()).index },
  })
  await page.reload()
  const running = tasks.getByRole('link', { name: 'Download is in preparation: 100 photos' })
  await expect(running).toBeVisible()
  await expect(tasks.getByRole('link', { name: /^Download 100/ })).toHaveCount(0)
  await openWork(page)
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(tasks.getByRole('link', { name: 'Download 100 approved photos' })).toBeVisible()
  await expect(running).toHaveCount(0)
})

test('the link for new photos of a system opens the dialog with that system and those photos', async ({
  page,
}) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  const approved = await (await viewSandbox()).listEmployees(MIXED_PROJECT.id, 'photo_ready=1')
  const few = { kind: 'people', employee_ids: approved.slice(0, 3).map(({ id }) => id) }
  await download(page, { target: 'microsoft-365', scope: few })
  await download(page, { target: 'active-directory', scope: { kind: 'approved' } })
  await openProjects(page)
  const tasks = page.getByRole('listitem').filter({ hasText: MIXED_PROJECT.name })
  const count = approved.length - 3
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.evaluate(() => window.scrollTo(0, 300))
  await tasks
    .getByRole('link', { name: `Download ${count} new or changed photos for “Microsoft 365` })
    .click()
  const dialog = page.getByRole('dialog')
  for (const look of ['first', 'after a reload']) {
    if (look !== 'first') await page.reload()
    await expect(dialog.getByRole('button', { name: `Download ${count} photos`, exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY), 'at the top of the page').toBe(0)
    await expect(dialog.getByLabel(/^For which system: Microsoft 365/)).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /^New or changed/ })).toBeChecked()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/projects/${MIXED_PROJECT.id}$`))
  // The button opens the dialog as always.
  await page.getByRole('button', { name: 'Download photos' }).click()
  await expect(
    dialog.getByRole('button', { name: `Download ${approved.length} photos`, exact: true }),
  ).toBeVisible()
})

/** Prepares and downloads an export, so that it counts for its system. */
async function download(page: Page, request: { target: string; scope: object }): Promise<void> {
  const started = await page.request.post('/api/exports', {
    headers: { 'x-csrf': '1', origin: DESK_URL },
    data: { project_id: MIXED_PROJECT.id, ...request },
  })
  expect(started.status(), await started.text()).toBe(201)
  const { id } = (await started.json()).data
  const read = async () => (await (await page.request.get(`/api/exports/${id}`)).json()).data
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('ready')
  expect((await page.request.get(`/api/exports/${id}/archive`)).status()).toBe(200)
  await expect.poll(async () => (await read()).downloaded_at).not.toBeNull()
}
