import type { Locator, Page } from '@playwright/test'
import { SERVICE_FAILED_EVENT } from '#lib/desk-api/desk-request.ts'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { comesAlive, expect, test } from '#tests/support/journeys/desk-test.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signIn } from '#tests/support/journeys/sign-in.ts'

/** The state in the header while the service is down. */
const DOWN = {
  free: 0,
  limit: 120,
  nextFreeMs: 0,
  down: true,
  nextTryMs: 20_000,
  answered: true,
  heardMs: 0,
  refused: null,
}

test.beforeEach(resetSandbox)

test('the palette finds a person in any project despite a typo, and Enter opens the person', async ({
  page,
}) => {
  await openPalette(page)
  await page.keyboard.type('schneidr')
  const found = page.getByRole('option').filter({ hasText: /^Schneider, / })
  await expect(found.first()).toBeVisible()
  await expect(page.getByText('Nobody is called exactly “schneidr”. These names are similar.')).toBeVisible()
  await expect(page.getByText(/^Searched/)).toHaveCount(0)
  const name = (await found.first().innerText()).split('\n')[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: name.split(', ').reverse().join(' ') })).toBeVisible()
  await expect(page).toHaveURL(/\/projects\/\d+\/people\/\d+$/)
})

test('the palette says how many people match when it shows only some of them', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('muster')
  await expect(page.getByRole('option').filter({ hasText: 'Person' })).toHaveCount(20)
  await expect(page.getByText(/^These 20 of [\d,]{2,} people match best\./)).toBeVisible()
})

test.describe('a failed search', () => {
  test.use({ expectedStatuses: [502, 503, 504] })

  test('a failed search says so instead of finding nobody, and recovers by itself', async ({ page }) => {
    await openProjects(page)
    await comesAlive(page)
    await page.route('**/api/people?*', route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } }),
    )
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('schneider')
    await expect(page.getByRole('dialog')).toContainText(en.errors.unavailable)
    await expect(page.getByText(en.shell.palette.nothing)).toHaveCount(0)
    await page.unroute('**/api/people?*')
    await expect(
      page
        .getByRole('option')
        .filter({ hasText: /^Schneider, / })
        .first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')

    await resetSandbox()
    await putFault({ path: '/projects/*/employees?*', times: 999, answer: { kind: 'status', status: 404 } })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('schneider')
    await expect(page.getByText(/could not be searched/).first()).toBeVisible()
    await clearFaults()
    await expect(
      page
        .getByRole('option')
        .filter({ hasText: /^Schneider, / })
        .first(),
    ).toBeVisible()
  })
})

test('letters typed before the palette has its field are kept, and reach nothing behind it', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await comesAlive(page)
  await page.locator('td[data-field=email]').first().focus()
  const { promise: typed, resolve: letItCome } = Promise.withResolvers<void>()
  await page.route('**/*.js', async route => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('konstx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('antin ')
  letItCome()
  const field = page.getByRole('combobox', { name: 'Person, project, page or action' })
  await expect(field).toBeFocused()
  await page.keyboard.type('be')
  await expect(field).toHaveValue('konstantin be')
  await expect(page.getByRole('option').filter({ hasText: /^Becker, Konstantin/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('the palette reaches projects, actions of the page and settings by keyboard alone', async ({ page }) => {
  await openProjects(page)
  await comesAlive(page)
  const field = page.getByRole('combobox', { name: 'Person, project, page or action' })

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('wlh')
  await expect(page.getByRole('option', { selected: true })).toContainText(MIXED_PROJECT.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('download')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Download photos' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const second = await page.getByRole('option').nth(1).getAttribute('id')
  await expect(field).toHaveAttribute('aria-activedescendant', second ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a relative time on a page opened later by a link is right, and keeps growing', async ({ page }) => {
  await page.clock.install()
  await openProjects(page)
  await page.clock.fastForward('03:00')
  await page.getByRole('button', { name: 'Account of ' }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const started = page
    .getByText(/^Signed in /)
    .first()
    .locator('time')
  // The session may be older than this test, and the shown time may be half a minute old.
  const passed = await started.evaluate(
    time => (Date.now() - Date.parse(time.getAttribute('datetime') ?? '')) / 60_000,
  )
  const readMinutes = async () => Number(/^(\d+) min ago$/.exec((await started.textContent()) ?? '')?.[1])
  expect(passed).toBeGreaterThanOrEqual(3)
  await expect.poll(readMinutes).toBeGreaterThanOrEqual(Math.floor(passed - 0.5))
  await page.clock.fastForward('05:00')
  await expect.poll(readMinutes).toBeGreaterThanOrEqual(Math.floor(passed + 4.5))
})

test('the connection page follows the header, and claims no health before the service answered', async ({
  page,
}) => {
  let answer: object | null = null
  await openProjects(page)
  await page.route('**/api/budget', route =>
    answer ? route.fulfill({ json: { data: answer } }) : route.fallback(),
  )
  await page.goto('/connect')
  const main = page.getByRole('main')
  await expect(main.getByText(en.connect.connected.title)).toBeVisible()
  const state = {
    free: 90,
    limit: 120,
    nextFreeMs: 0,
    down: false,
    nextTryMs: 0,
    answered: true,
    heardMs: 0,
    refused: null,
  }
  for (const { now, told, bar } of [
    { now: { free: 12 }, told: en.connect.connected.hurried, bar: 'Connected' },
    { now: { answered: false }, told: en.connect.connected.unproven, bar: 'Not checked yet' },
    { now: { down: true }, told: en.connect.connected.down, bar: 'Service unreachable' },
    { now: { refused: 'no_api_access' }, told: en.connect.trouble.practice, bar: 'Access switched off' },
    { now: {}, told: en.connect.connected.atOnce, bar: 'Connected' },
  ]) {
    answer = { ...state, ...now }
    await expect(main.getByText(told)).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('link', { name: new RegExp(`: ${bar}$`) })).toBeVisible()
  }
})

test.describe('dropped connections', () => {
  test.use({ expectedStatuses: [502, 503] })

  test('the connection page asks the service, and an older list says how old it is', async ({ page }) => {
    await openProjects(page)
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    await expect(page.getByText('240 people', { exact: true })).toBeVisible()
    await expect(page.getByText(en.employees.asOf)).toHaveCount(0)
    await putFault({ path: '/**', times: 1000, answer: { kind: 'drop' } })
    // A recent answer is fresh enough; the header and this page send no other request.
    await expect(async () => {
      await page.goto('/connect')
      await expect(page.getByRole('main').getByText(en.connect.connected.down)).toBeVisible({
        timeout: 1_000,
      })
    }).toPass()
    await page.goto(`/projects/${MIXED_PROJECT.id}`)
    await expect(page.getByText(en.employees.asOf)).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
    await page.goto('/projects')
    await expect(page.getByText(en.employees.asOf)).toBeVisible()
    await expect(page.getByRole('link', { name: MIXED_PROJECT.name })).toBeVisible()
    await clearFaults()
  })
})

test('a failure found while the list loads is shown above the list without a redraw', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/budget', route => route.fulfill({ json: { data: DOWN } }))
  await resetSandbox()
  await putFault({ path: '/projects', answer: { kind: 'delay', ms: 4000 } })
  await page.goto('/projects', { waitUntil: 'commit' })
  await expect(async () => {
    await page.evaluate(name => dispatchEvent(new Event(name)), SERVICE_FAILED_EVENT)
    await expect(page.getByRole('link', { name: /: Service unreachable$/ })).toBeVisible({ timeout: 500 })
  }).toPass()
  const list = page.getByRole('link', { name: MIXED_PROJECT.name })
  await expect(list).toHaveCount(0)
  await expect(list).toBeVisible()
  await expect(page.getByText(en.employees.asOf)).toBeVisible()
})

test('a refused key is shown on the page of projects, even above the cached list', async ({ page }) => {
  await openProjects(page)
  await putFault({ times: 1000, answer: { kind: 'status', status: 401, body: { message: 'No.' } } })
  // The people of this project were not read yet, so this request finds the refusal.
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText(en.errors.key_rejected)).toBeVisible()
  await page.goto('/projects')
  await expect(main.getByText(en.errors.key_rejected)).toBeVisible()
  await clearFaults()
})

test('a page that failed because of the service recovers by itself with the service', async ({ page }) => {
  // A project that was counted on the page of projects would be cached, which must not happen here.
  await putFault({ path: `/projects/${COMPLETED_PROJECT.id}/*`, times: 1000, answer: { kind: 'drop' } })
  await openProjects(page)
  await page.getByRole('link', { name: COMPLETED_PROJECT.name }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'The portrait service does not answer' }),
  ).toBeVisible()
  await expect(page.getByText(/The next try starts by itself in \d+ seconds?\./)).toBeVisible()
  await clearFaults()
  await expect(page.getByRole('heading', { level: 1, name: COMPLETED_PROJECT.name })).toBeVisible({
    timeout: 40_000,
  })
})

test.describe('an unknown address', () => {
  test.use({ expectedStatuses: [404] })

  test('an unknown address says so in its title and keeps the bar', async ({ page }) => {
    await signIn(page)
    for (const address of ['/projects/999', '/projects/102/no-such-page', '/no-such-page']) {
      await page.goto(address)
      await expect(page).toHaveTitle(/^Not found · /)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address')
      await expect(page.getByRole('navigation', { name: 'Main pages' })).toBeVisible()
    }
  })
})

test('the note about practice mode, once dismissed, is missing in the HTML of the next page', async ({
  page,
}) => {
  const inHtml = async () => (await readHtml(page, '/projects')).includes('<aside')
  await openProjects(page)
  const note = page.getByRole('complementary', { name: 'Practice mode' })
  expect(await inHtml()).toBe(true)
  const saved = page.waitForResponse('**/api/preferences')
  await note.getByRole('button', { name: 'Hide this note' }).press('Enter')
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await saved
  expect(await inHtml()).toBe(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(note).toHaveCount(0)
})

async function readHtml(page: Page, path: string): Promise<string> {
  return (await page.request.get(path)).text()
}

/** Opens the palette on a page that is interactive. */
async function openPalette(page: Page): Promise<Locator> {
  await openProjects(page)
  await comesAlive(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Person, project, page or action' })
  await expect(field).toBeFocused()
  return field
}

test('an icon is as large as its line of text, unless it says otherwise', async ({ page }) => {
  await openProjects(page)
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll('svg[viewBox="0 0 24 24"]:not([class*="size-"])')]
      .map(icon => icon.getBoundingClientRect().width)
      .filter(width => width > 0),
  )
  expect(widths.length).toBeGreaterThan(5)
  expect(new Set(widths)).toEqual(new Set([16]))
})
