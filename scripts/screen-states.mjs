/**
 * What is to be seen, and how one gets there: one line a state. A new page or state gets its pictures by a new line here.
 * What takes long or comes by chance (a waiting budget, a download under way) is put before the browser as the desk would
 * answer it.
 */

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ page: Page, putFault: (fault: object) => Promise<void> }} Stage */
/** @typedef {(stage: Stage) => Promise<unknown>} Show */

const MIXED = 102
const EMPTY = 103
const LARGE = 101
const PROJECT_PAGE = `/projects/${MIXED}`
const RUNNING = {
  id: 'exp_picture',
  owner_email: 'hr@example.com',
  project_id: LARGE,
  project: { projektnummer: '2026-0117', name: 'Zentrale Köln – Herbst 2026' },
  request: {
    project_id: LARGE,
    scope: { kind: 'approved' },
    target: 'number',
    variant: 'standard',
    size: null,
    naming: {
      template: '{mitarbeiternummer}',
      transliterate: false,
      letter_case: 'keep',
      pad: 0,
      folder: 'none',
    },
    locale: 'en',
  },
  variant: 'standard',
  size: null,
  state: 'preparing',
  pause_reason: null,
  total: 691,
  done: 212,
  failed: 1,
  bytes: 98_300_000,
  eta_seconds: 244,
  beside: 0,
  may_download: true,
  problems: [],
  waiting: 9,
  error: null,
  file_name: 'portraits-2026-0117.zip',
  parts: [],
  created_at: '2026-11-23T08:55:00.000Z',
  ended_at: null,
}
const READY = {
  ...RUNNING,
  state: 'ready',
  done: 691,
  failed: 0,
  bytes: 318_400_000,
  eta_seconds: 0,
  ended_at: '2026-11-23T08:59:00.000Z',
  parts: [{ file_name: 'portraits-2026-0117.zip', photos: 691, bytes: 318_400_000 }],
}
const PARTS = [1, 2, 3].map(part => ({
  file_name: `portraits-2026-0117-part-${part}-of-3.zip`,
  photos: part === 3 ? 91 : 300,
  bytes: part === 3 ? 41_900_000 : 138_250_000,
}))

/** Without a session. @type {Record<string, Show>} */
export const PUBLIC_STATES = {
  'sign-in': ({ page }) => page.goto('/sign-in'),
  'sign-in-signed-out': ({ page }) => page.goto(PROJECT_PAGE),
  'sign-in-refused': async ({ page }) => {
    await page.goto('/sign-in')
    await page.locator('input[type=password]').fill('not the password')
    await submit(page)
    await page.getByRole('alert').first().waitFor()
  },
}

/** @type {Record<string, Show>} */
export const STATES = {
  projects: ({ page }) => page.goto('/projects'),
  'projects-archived': ({ page }) => page.goto('/projects?archived=1'),
  'projects-nothing-matches': ({ page }) => page.goto('/projects?q=zzz'),
  'projects-switcher': async ({ page }) => {
    await page.goto(PROJECT_PAGE)
    await page.waitForLoadState('networkidle')
    await page.locator('header button[aria-haspopup]').first().click()
    await page.getByRole('listbox').waitFor()
  },
  employees: ({ page }) => page.goto(PROJECT_PAGE),
  'employees-nothing-matches': ({ page }) => page.goto(`${PROJECT_PAGE}?mitarbeiternummer=nobody`),
  'employees-empty': ({ page }) => page.goto(`/projects/${EMPTY}`),
  'employees-cell': async ({ page }) => {
    await page.goto(PROJECT_PAGE)
    await page.locator('td[data-field=email]').nth(3).dblclick()
    await page.locator('td[data-field=email] input').waitFor()
  },
  'download-dialog': async ({ page }) => {
    await page.goto(PROJECT_PAGE)
    const planned = page.waitForResponse('**/api/exports/plan')
    await page.locator('#content button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').waitFor()
    await planned
  },
  'download-running': ({ page }) => showExport(page, RUNNING),
  'download-paused': ({ page }) =>
    showExport(page, { ...RUNNING, state: 'paused', pause_reason: 'service_unreachable', eta_seconds: null }),
  'download-finished': ({ page }) => showExport(page, READY),
  'download-parts': ({ page }) =>
    showExport(page, { ...READY, file_name: PARTS[0]?.file_name, parts: PARTS }),
  'download-failed': ({ page }) =>
    showExport(page, { ...RUNNING, state: 'failed', error: 'key_rejected', eta_seconds: 0 }),
  palette: async ({ page }) => {
    await page.goto(PROJECT_PAGE)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+K')
    await page.locator('[role=dialog] [role=combobox]').waitFor()
  },
  'user-menu': async ({ page }) => {
    await page.goto('/projects')
    await page
      .locator('header button[aria-haspopup=menu], header button[aria-haspopup=dialog]')
      .last()
      .click()
    await page.locator('[role=menu], [role=dialog]').first().waitFor()
  },
  'service-waiting': ({ page }) =>
    showService(page, { free: 0, limit: 120, nextFreeMs: 12_000, down: false, nextTryMs: 0 }),
  'service-down': ({ page }) =>
    showService(page, { free: 120, limit: 120, nextFreeMs: 0, down: true, nextTryMs: 25_000 }),
  exports: ({ page }) => page.goto('/exports'),
  people: ({ page }) => page.goto('/people'),
  'people-invite': async ({ page }) => {
    await page.goto('/people')
    await page.locator('#content button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').waitFor()
  },
  'people-nothing-matches': ({ page }) => page.goto('/people?q=zzz'),
  account: ({ page }) => page.goto('/account'),
  activity: ({ page }) => page.goto('/activity'),
  'activity-nothing-matches': ({ page }) => page.goto('/activity?actor=nobody%40example.com'),
  connect: ({ page }) => page.goto('/connect'),
  'not-found': ({ page }) => page.goto('/projects/999999'),
  'not-found-page': ({ page }) => page.goto('/no-such-page'),
  failed: async ({ page, putFault }) => {
    const answer = { kind: 'status', status: 503, body: {} }
    await putFault({ path: `/projects/${EMPTY}/employees**`, times: 4, answer })
    await page.goto(`/projects/${EMPTY}`)
  },
  loading: async ({ page, putFault }) => {
    await putFault({ path: `/projects/${LARGE}/employees**`, answer: { kind: 'delay', ms: 4000 } })
    await page.goto(`/projects/${LARGE}?per_page=100`, { waitUntil: 'commit' })
    await page.locator('#content [aria-hidden=true]').first().waitFor()
  },
}

/** @param {Page} page */
export async function submit(page) {
  await page.locator('form button[type=submit]').last().click()
}

/**
 * A download as it is after a reload of the page.
 * @param {Page} page
 * @param {object} data
 */
async function showExport(page, data) {
  await page.route(`**/api/exports/${RUNNING.id}`, route => route.fulfill({ json: { data } }))
  await page.goto('/projects')
  await page.evaluate(running => sessionStorage.setItem('portrait-desk:exports', JSON.stringify([running])), {
    id: RUNNING.id,
    project: RUNNING.project.name,
    delivered: true,
    notify: false,
  })
  await page.reload()
  await page.locator('.work-dock li, .work-dock p').first().waitFor()
}

/**
 * How the way to the service is, as the desk tells it at the next look.
 * @param {Page} page
 * @param {object} data
 */
async function showService(page, data) {
  await page.route('**/api/budget', route => route.fulfill({ json: { data } }))
  await page.goto('/projects')
  const asked = page.waitForResponse('**/api/budget')
  await page.clock.runFor('00:11')
  await asked
}
