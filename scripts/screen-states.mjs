/**
 * What is to be seen, and how one gets there: one entry a state. A new page or state gets its pictures by a new entry here.
 */
import { CALM, IN_PARTS, PAUSED, READY, RUNNING, send, showExport, showService } from './screen-doubles.mjs'
import {
  askToSend,
  EMPTY,
  giveList,
  goToImport,
  LARGE,
  MIXED,
  openDownloadDialog,
  openHelp,
  openProject,
  openSelectionMenu,
  PROJECT_PAGE,
  selectThree,
  submit,
} from './screen-steps.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/**
 * @typedef {object} Stage
 * @property {Page} page
 * @property {(fault: object) => Promise<void>} putFault what the service does wrong from now on
 * @property {(id: number, update: object) => Promise<void>} changeElsewhere somebody is changed past the desk
 */
/** @typedef {(stage: Stage) => Promise<unknown>} Show */

const POLL_MS = 300
/** Past what the desk knows. */
const READ_ANEW = { 'x-csrf': '1', 'x-refresh': '1' }
const DIALOG = '[role=dialog], [role=alertdialog]'

/** Without a session. @type {Record<string, Show>} */
export const PUBLIC_STATES = {
  'sign-in': ({ page }) => page.goto('/sign-in'),
  'sign-in-signed-out': ({ page }) => page.goto(PROJECT_PAGE),
  'sign-in-refused': async ({ page }) => {
    await page.goto('/sign-in')
    await page.locator('input[type=password]').fill('not the password')
    await submit(page)
    await page.locator('[data-testid=announcer] > p').first().waitFor({ state: 'attached' })
  },
}

/** At a desk outside practice mode to which nobody has given a key yet. @type {Record<string, Show>} */
export const UNCONNECTED_STATES = {
  'not-connected': ({ page }) => page.goto('/projects'),
  'not-connected-refused': async ({ page }) => {
    await page.goto('/connect')
    await page.locator('#content input').first().fill('pk_this_key_was_never_made_1234567890')
    await page.locator('#content button[type=submit]').first().click()
    await page.locator('[data-testid=announcer] > p').first().waitFor({ state: 'attached' })
  },
}

/** @type {Record<string, Show>} */
export const STATES = {
  projects: ({ page }) => page.goto('/projects'),
  'projects-archived': ({ page }) => page.goto('/projects?archived=1'),
  'projects-nothing-matches': ({ page }) => page.goto('/projects?q=zzz'),
  'projects-switcher': async ({ page }) => {
    await openProject(page)
    await page.locator('header button[aria-haspopup]').first().click()
    await page.getByRole('listbox').waitFor()
  },
  employees: ({ page }) => page.goto(PROJECT_PAGE),
  'employees-search': ({ page }) => page.goto(`${PROJECT_PAGE}?q=an&tile=approved`),
  'employees-nothing-matches': ({ page }) => page.goto(`${PROJECT_PAGE}?mitarbeiternummer=nobody`),
  'employees-empty': ({ page }) => page.goto(`/projects/${EMPTY}`),
  'employees-cell': async ({ page }) => {
    await openProject(page)
    await page.locator('td[data-field=email]').nth(3).dblclick()
    await page.locator('td[data-field=email] input').waitFor()
  },
  'employees-cell-refused': async ({ page }) => {
    await openProject(page)
    await page.locator('td[data-field=email]').nth(3).dblclick()
    await page.locator('td[data-field=email] input').fill('not an address')
    await page.keyboard.press('Enter')
  },
  'employees-selected': async ({ page }) => {
    await selectThree(page)
  },
  'employees-selected-menu': async ({ page }) => {
    await selectThree(page)
    await openSelectionMenu(page)
  },
  'delete-many': async ({ page }) => {
    await selectThree(page)
    const asks = page.locator('.selection-bar button, [role=menuitem]').filter({ hasText: /…$/ })
    if ((await asks.count()) === 0) await openSelectionMenu(page)
    await asks.last().click()
    await page.locator(DIALOG).first().waitFor()
  },
  conflict: async ({ page, changeElsewhere }) => {
    await openProject(page)
    const cell = page.locator('td[data-field=last_name]').nth(2)
    const id = Number(await cell.locator('..').getAttribute('data-person'))
    const last_name = await cell.getAttribute('data-value')
    await changeElsewhere(id, { last_name: 'Vogt-Anders' })
    await page.request.get(`/api/v1/employees/${id}`, { headers: READ_ANEW })
    await cell.press('F2')
    await cell.locator('input').fill('Vogt-Sommer')
    await page.keyboard.press('Enter')
    await page.locator(DIALOG).first().waitFor()
    await changeElsewhere(id, { last_name })
  },
  person: async ({ page }) => {
    await openProject(page)
    const portrait = page.locator('tr[data-person]').filter({ has: page.locator('img') })
    await portrait.first().locator('a[id^=person-]').click()
    await page.getByRole('dialog').locator('img').first().waitFor()
  },
  'person-delete': async ({ page }) => {
    await openProject(page)
    await page.locator('a[id^=person-]').first().click()
    await page.getByRole('dialog').locator('button').filter({ hasText: /…$/ }).last().click()
    await page.getByRole('alertdialog').waitFor()
  },
  'person-add': async ({ page }) => {
    await openProject(page)
    await page.locator('#content button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').waitFor()
  },
  'import-file': ({ page }) => page.goto(`/projects/${EMPTY}/import`),
  'import-unreadable': async ({ page }) => {
    await page.goto(`/projects/${EMPTY}/import`)
    await giveList(page, { name: 'team.pdf', mimeType: 'application/pdf', text: '%PDF-1.7' })
    await page.locator('[data-testid=announcer] > p').first().waitFor({ state: 'attached' })
  },
  'import-understood': ({ page }) => goToImport(page, 1),
  'import-columns': ({ page }) => goToImport(page, 2),
  'import-check': ({ page }) => goToImport(page, 3),
  'import-question': async ({ page }) => {
    await askToSend(page)
  },
  'import-result': async ({ page }) => {
    await askToSend(page)
    await page.getByRole('alertdialog').locator('button').last().click()
    await page.getByTestId('import-account').waitFor()
  },
  'download-dialog': async ({ page }) => {
    await openDownloadDialog(page)
  },
  'download-running': ({ page }) => showExport(page, RUNNING),
  'download-takes-turns': ({ page }) => showExport(page, { ...RUNNING, beside: 2, eta_seconds: 731 }),
  'download-paused': ({ page }) => showExport(page, PAUSED),
  'download-paused-disk': ({ page }) => showExport(page, { ...PAUSED, pause_reason: 'disk_full' }),
  'download-finished': ({ page }) => showExport(page, READY),
  'download-parts': ({ page }) => showExport(page, IN_PARTS),
  'download-failed': ({ page }) =>
    showExport(page, { ...RUNNING, state: 'failed', error: 'key_rejected', eta_seconds: 0 }),
  work: async ({ page }) => {
    await openProject(page)
    await page.locator('#work').click()
    await page.getByRole('article').first().waitFor()
  },
  help: async ({ page }) => {
    await openHelp(page)
  },
  tour: async ({ page }) => {
    await openHelp(page)
    await page.locator('[role=dialog] section button').last().click()
    await page.locator('.tour-strip').waitFor()
  },
  palette: async ({ page }) => {
    await openProject(page)
    await page.keyboard.press('Control+K')
    await page.locator('[role=dialog] [role=combobox]').waitFor()
  },
  'user-menu': async ({ page }) => {
    await page.goto('/projects')
    const buttons = 'header button[aria-haspopup=menu], header button[aria-haspopup=dialog]'
    await page.locator(buttons).filter({ visible: true }).last().click()
    await page.locator('[role=menu], [role=dialog]').first().waitFor()
  },
  'service-throttled': ({ page }) => showService(page, { ...CALM, free: 0, nextFreeMs: 12_000 }),
  'service-down': ({ page }) => showService(page, { ...CALM, down: true, nextTryMs: 25_000 }),
  exports: ({ page }) => page.goto('/exports'),
  'exports-filtered': ({ page }) => page.goto('/exports?target=microsoft-365'),
  'exports-nothing-matches': ({ page }) => page.goto('/exports?target=moodle'),
  deliveries: ({ page }) => page.goto('/deliveries'),
  'delivery-new': async ({ page }) => {
    await page.goto('/deliveries/new')
    await submit(page)
    await page.locator('[aria-invalid=true]').first().waitFor()
  },
  accounts: ({ page }) => page.goto('/accounts'),
  'accounts-invite': async ({ page }) => {
    await page.goto('/accounts')
    await page.waitForLoadState('networkidle')
    await page.locator('#content button').first().click()
    await page.getByRole('dialog').waitFor()
  },
  'accounts-nothing-matches': ({ page }) => page.goto('/accounts?q=zzz'),
  about: ({ page }) => page.goto('/about'),
  accessibility: ({ page }) => page.goto('/accessibility'),
  account: ({ page }) => page.goto('/account'),
  activity: ({ page }) => page.goto('/activity'),
  'activity-nothing-matches': ({ page }) => page.goto('/activity?actor=nobody%40example.com'),
  connect: ({ page }) => page.goto('/connect'),
  'not-found': ({ page }) => page.goto('/projects/999999'),
  'not-found-page': ({ page }) => page.goto('/no-such-page'),
  failed: async ({ page }) => {
    await openProject(page)
    const body = {
      code: 'service_unreachable',
      message: 'The service cannot be reached.',
      requestId: 'q7m2x9k4ta',
    }
    await page.route('**/people?*', route => route.fulfill({ status: 502, json: body }))
    await page.locator('#content search button').nth(2).click()
    await page.locator('[data-testid=announcer] > p').first().waitFor({ state: 'attached' })
  },
  crashed: async ({ page }) => {
    await page.addInitScript('Map.groupBy = () => { throw new Error("This browser is too old.") }')
    await page.goto(PROJECT_PAGE)
    await page.locator('[data-testid=announcer] > p').first().waitFor({ state: 'attached' })
  },
  loading: async ({ page }) => {
    await page.goto('/projects')
    await page.waitForLoadState('networkidle')
    // The desk knows everybody by now, so it is the way to the browser that is slow.
    await page.route(
      ({ pathname }) => pathname === `/projects/${LARGE}`,
      () => {},
    )
    await page.locator(`#content a[href^="/projects/${LARGE}"]`).first().click()
    await page.locator('#content [aria-hidden=true]').first().waitFor()
  },
}

/** The states that show what `prepare` has done. */
export const TELL_OF_THE_PAST = new Set(['projects', 'work', 'exports', 'exports-filtered', 'activity'])

/** What the pages that tell of the past have to tell. @param {Page} page */
export async function prepare(page) {
  const answer = await page.request.get(`/api/projects/${MIXED}/people?tile=approved`, { headers: READ_ANEW })
  const approved = await answer.json()
  /** @type {number[]} */
  const ids = approved.data.map((/** @type {{ id: number }} */ { id }) => id)
  const people = (/** @type {number} */ to) => ({ kind: 'people', employee_ids: ids.slice(0, to) })
  for (const more of [
    { target: 'number', scope: people(12) },
    { target: 'microsoft-365', scope: people(8) },
    { target: 'badge-printer', scope: people(20) },
  ]) {
    await makeReady(page, { project_id: MIXED, locale: 'de', ...more })
  }
  const { data } = await send(page, 'POST', '/api/exports', { project_id: LARGE, target: 'name' })
  await send(page, 'DELETE', `/api/exports/${data.id}`)
}

/** The service was reset behind the desk's back. @param {import('@playwright/test').BrowserContext} context */
export async function readAnew({ request }) {
  for (const project of [MIXED, EMPTY])
    await request.get(`/api/projects/${project}/people`, { headers: READ_ANEW })
}

/**
 * @param {Page} page
 * @param {object} request
 */
async function makeReady(page, request) {
  let { data } = await send(page, 'POST', '/api/exports', request)
  while (data.state !== 'ready') {
    if (data.state === 'failed') throw new Error(`The export failed: ${data.error}`)
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
    data = (await send(page, 'GET', `/api/exports/${data.id}`)).data
  }
}
