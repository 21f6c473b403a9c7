import type { Locator, Page } from '@playwright/test'
import { SERVICE_FAILED_EVENT } from '#lib/desk-api/desk-request.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { comesAlive, expect, test } from '#tests/support/journeys/desk-test.ts'
import { DESK_URL } from '#tests/support/journeys/ports.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signIn } from '#tests/support/journeys/sign-in.ts'

/** What the header hears while the service does not answer. */
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

test('the switcher shows the present project and takes a person to another one by its number', async ({
  page,
}) => {
  await openProjects(page)
  await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
  const switcher = page.getByRole('button', { name: `Project: ${MIXED_PROJECT.name}` })
  await switcher.press('Enter')
  const found = page.getByRole('listbox').getByRole('option')
  await expect(found.filter({ hasText: MIXED_PROJECT.name })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('combobox', { name: 'Name or number' })).toBeFocused()
  await page.keyboard.type('0117')
  await expect(found).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: LARGE_PROJECT.name })).toBeVisible()
  await expect(page.getByRole('button', { name: `Project: ${LARGE_PROJECT.name}` })).toBeVisible()
})

test('somebody is found in any project by a name with a typo, and opened by Enter', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('schneidr')
  const found = page.getByRole('option').filter({ hasText: /^Schneider, / })
  await expect(found.first()).toBeVisible()
  await expect(page.getByText('Nobody is called exactly “schneidr”. These names are similar.')).toBeVisible()
  await expect(page.getByText(/^Looked through/)).toHaveCount(0)
  const name = (await found.first().innerText()).split('\n')[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: name.split(', ').reverse().join(' ') })).toBeVisible()
  await expect(page).toHaveURL(/\/projects\/\d+\/people\/\d+$/)
})

test('where more people fit than the search shows, it says how many do', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('muster')
  await expect(page.getByRole('option').filter({ hasText: 'Person' })).toHaveCount(20)
  await expect(page.getByText(/^These 20 of [\d,]{2,} people fit best\./)).toBeVisible()
})

test('Enter opens nobody who was found for an earlier word', async ({ page }) => {
  const field = await openPalette(page)
  await page.keyboard.type('schneidr')
  const similar = page.getByText(/^Nobody is called exactly/)
  await expect(
    page
      .getByRole('option')
      .filter({ hasText: /^Schneider, / })
      .first(),
  ).toBeVisible()
  await expect(similar).toBeVisible()
  await page.route('**/api/people?*', () => {})
  await page.keyboard.type('zq')
  await expect(field).toHaveValue('schneidrzq')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(similar).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects$/)
})

test.describe('a search that cannot be made', () => {
  test.use({ expectedStatuses: [502, 503, 504] })

  test('says so instead of that nobody is called so, and comes back by itself', async ({ page }) => {
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

  test('by a desk that cannot work is no full speed', async ({ page }) => {
    await page.route('**/api/budget', route =>
      route.fulfill({ status: 503, json: { code: 'database_unavailable', message: '' } }),
    )
    await openProjects(page)
    await expect(page.getByRole('link', { name: /: Cannot work$/ })).toBeVisible()
  })
})

test('letters that come before the field of the palette are not lost, and reach nothing behind it', async ({
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

test('the bar says in words how the service answers, and asking costs none', async ({ page }) => {
  await openProjects(page)
  await expect(page.getByRole('link', { name: /: Connected$/ })).toHaveText('Connected')
  const service = page.waitForResponse('**/api/budget')
  const { free } = (await (await service).json()).data
  const next = page.waitForResponse('**/api/budget')
  expect((await (await next).json()).data.free).toBeGreaterThanOrEqual(free)
})

test('a moment is as old as it is on a page that was walked to long after the document came, and grows older there', async ({
  page,
}) => {
  await page.clock.install()
  await openProjects(page)
  await page.clock.fastForward('03:00')
  await page.getByRole('button', { name: 'Account of ' }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const started = page
    .getByText(/^Signed in /)
    .first()
    .locator('time')
  // Its session may be older than this test, and what is read may be half a minute old.
  const passed = await started.evaluate(
    time => (Date.now() - Date.parse(time.getAttribute('datetime') ?? '')) / 60_000,
  )
  const readMinutes = async () => Number(/^(\d+) min ago$/.exec((await started.textContent()) ?? '')?.[1])
  expect(passed).toBeGreaterThanOrEqual(3)
  await expect.poll(readMinutes).toBeGreaterThanOrEqual(Math.floor(passed - 0.5))
  await page.clock.fastForward('05:00')
  await expect.poll(readMinutes).toBeGreaterThanOrEqual(Math.floor(passed + 4.5))
})

test('the bar says how long the service wants us to wait, and when it cannot be reached', async ({
  page,
}) => {
  const state = {
    free: 0,
    limit: 120,
    nextFreeMs: 12_000,
    down: false,
    nextTryMs: 0,
    answered: true,
    heardMs: 0,
    refused: null,
  }
  let answer = state
  await page.route('**/api/budget', route => route.fulfill({ json: { data: answer } }))
  await openProjects(page)
  await expect(page.getByRole('link', { name: /: Pages wait 12 s$/ })).toHaveAccessibleDescription(
    'The portrait service is busy, such as with a download. The next page waits about 12 seconds',
  )
  answer = { ...state, down: true, nextTryMs: 20_000 }
  await expect(page.getByRole('link', { name: /: Service unreachable$/ })).toHaveAccessibleDescription(
    'The service cannot be reached. Next try in 20 s',
  )
})

test('the page about the connection changes with the header, and says nothing good before the service has answered', async ({
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

test.describe('while connections are dropped', () => {
  test.use({ expectedStatuses: [502, 503] })

  test('the page about the connection asks the service itself, and a list that was read before says how old it is', async ({
    page,
  }) => {
    await openProjects(page)
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    await expect(page.getByText('240 people', { exact: true })).toBeVisible()
    await expect(page.getByText(en.employees.asOf)).toHaveCount(0)
    await putFault({ path: '/**', times: 1000, answer: { kind: 'drop' } })
    // An answer of a moment ago is new enough; the header and this page have nothing else to ask.
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

test('what the header has learnt while the list was on its way is said above it as well, and nothing is drawn anew', async ({
  page,
}) => {
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

test('as soon as it is known that the key is refused, the page of projects says so, also above what is known still', async ({
  page,
}) => {
  await openProjects(page)
  await putFault({ times: 1000, answer: { kind: 'status', status: 401, body: { message: 'No.' } } })
  // Nobody has asked for its people yet: here it comes out.
  await page.goto(`/projects/${ARCHIVED_PROJECT.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText(en.errors.key_rejected)).toBeVisible()
  await page.goto('/projects')
  await expect(main.getByText(en.errors.key_rejected)).toBeVisible()
  await clearFaults()
})

test('a page that the service did not answer for comes back by itself when the service does', async ({
  page,
}) => {
  // Who is counted for the page of projects is known afterwards: it must not come to that.
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

test.describe('an address without anything', () => {
  test.use({ expectedStatuses: [404] })

  test('says so in the title and keeps the bar', async ({ page }) => {
    await signIn(page)
    for (const address of ['/projects/999', '/projects/102/no-such-page', '/no-such-page']) {
      await page.goto(address)
      await expect(page).toHaveTitle(/^Not found · /)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address')
      await expect(page.getByRole('navigation', { name: 'Main pages' })).toBeVisible()
    }
  })
})

test('the note about practice mode, once read, is not even in the HTML of the next page', async ({
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

test('on a phone a menu holds what the bar has no room for, and nothing overflows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openProjects(page)
  await expect(page.getByRole('banner').getByRole('link', { name: /: Connected$/ })).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByText(en.shell.connection.free)).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('radio', { name: 'Deutsch' }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('link', { name: 'Aktivität' }).click()
  await expect(page).toHaveURL(/\/activity$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test.describe('in German, with the longest words', () => {
  test.use({ locale: 'de-DE' })

  test('the bar of an administrator fits into every width, whatever the service does', async ({ page }) => {
    let state: object = DOWN
    await page.route('**/api/budget', route => route.fulfill({ json: { data: state } }))
    await page.goto('/')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('link', { name: MIXED_PROJECT.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()
    const bar = page.getByRole('banner')
    for (const width of [390, 1024, 1280])
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 800 })
        const told = bar.getByRole('link', { name: /Dienst unerreichbar/ })
        await expect(told).toBeInViewport({ ratio: 1, timeout: 15_000 })
        const switcher = bar.getByRole('button', { name: `Projekt: ${MIXED_PROJECT.name}` })
        await expect(switcher).toBeInViewport({ ratio: 1 })
        await expect(bar.getByRole('button', { name: 'Konto von hr@example.com' })).toBeInViewport({
          ratio: 1,
        })
        expect(await bar.evaluate(node => node.scrollWidth - node.clientWidth)).toBe(0)
      })
    // What is amiss can be read to its end where the bar has words for it.
    for (const refused of [null, 'key_rejected', 'no_api_access'] as const) {
      state = refused ? { ...DOWN, down: false, refused } : DOWN
      const told = bar.getByText(de.shell.connection.short[refused ?? 'down'])
      await expect(told).toBeVisible()
      expect(await told.evaluate(node => node.scrollWidth - node.clientWidth)).toBe(0)
    }
  })
})

test('the pages in the bar stay where they are when the first job begins', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  const bar = page.getByRole('banner')
  const work = bar.locator('#work')
  await expect(work).toHaveCount(0)
  const pages = async () => {
    await expect(bar.getByRole('link', { name: /: Connected$/ })).toBeVisible()
    return bar.getByRole('navigation').boundingBox()
  }
  const before = await pages()
  await putFault({ path: '/employees/*/photo?**', times: 999, answer: { kind: 'delay', ms: 60_000 } })
  await page.request.post('/api/exports', {
    headers: { 'x-csrf': '1', origin: DESK_URL },
    data: { project_id: MIXED_PROJECT.id },
  })
  await page.reload()
  await expect(work).toBeVisible()
  expect(await pages()).toEqual(before)
})

for (const locale of ['de', 'en'] as const)
  test.describe(`on a narrow screen in ${locale}`, () => {
    test.use({ locale })

    test('the project can be read in the bar beside what is amiss and what is under way', async ({
      page,
    }) => {
      await signIn(page)
      await page.route('**/api/budget', route => route.fulfill({ json: { data: DOWN } }))
      const delay = { kind: 'delay', ms: 60_000 } as const
      await putFault({ path: '/employees/*/photo?**', times: 999, answer: delay })
      await page.request.post('/api/exports', {
        headers: { 'x-csrf': '1', origin: DESK_URL },
        data: { project_id: MIXED_PROJECT.id },
      })
      await page.goto(`/projects/${MIXED_PROJECT.id}`)
      const bar = page.getByRole('banner')
      for (const width of [320, 390])
        await test.step(`${width} pixels`, async () => {
          await page.setViewportSize({ width, height: 640 })
          const { label } = { de, en }[locale].shell.connection
          const told = bar.getByRole('link', { name: label.split('{')[0] ?? '' })
          await expect(told).toBeInViewport({ ratio: 1, timeout: 15_000 })
          await expect(bar.locator('#work')).toBeInViewport({ ratio: 1 })
          await expect(bar.locator('#work').getByText('1', { exact: true })).toBeVisible()
          const name = bar.locator('.truncate', { hasText: MIXED_PROJECT.name })
          expect(await name.evaluate(node => node.clientWidth)).toBeGreaterThan(LETTERS_PX)
          expect(await bar.evaluate(listOverlapping)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        })
    })
  })

/** Room for half a dozen letters of a name and the sign that some are left out. */
const LETTERS_PX = 50

/** Controls of the bar that cover one another. */
function listOverlapping(bar: Element): string[] {
  const controls = [...bar.querySelectorAll('a, button')].filter(control => control.checkVisibility())
  const boxes = controls.map(control => control.getBoundingClientRect())
  return boxes.flatMap((box, index) => {
    const next = boxes[index + 1]
    return next && next.left < box.right ? [controls[index]?.outerHTML.slice(0, 80) ?? ''] : []
  })
}

async function readHtml(page: Page, path: string): Promise<string> {
  return (await page.request.get(path)).text()
}

/** The search of the header, from a page that has come alive. */
async function openPalette(page: Page): Promise<Locator> {
  await openProjects(page)
  await comesAlive(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Person, project, page or action' })
  await expect(field).toBeFocused()
  return field
}

test('an icon is as large as a line of text wants it, unless it says otherwise', async ({ page }) => {
  await openProjects(page)
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll('svg[viewBox="0 0 24 24"]:not([class*="size-"])')]
      .map(icon => icon.getBoundingClientRect().width)
      .filter(width => width > 0),
  )
  expect(widths.length).toBeGreaterThan(5)
  expect(new Set(widths)).toEqual(new Set([16]))
})
