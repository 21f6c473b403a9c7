/** What takes long or comes by chance, put before the browser as the desk would answer it. */

/** @typedef {import('@playwright/test').Page} Page */

/** An export as `GET /api/exports/{id}` tells it, a third of the way. */
export const RUNNING = {
  id: '5f0c1d2e-7a41-4b3e-9a54-0d2f6c1b8e90',
  owner_email: 'hr@example.com',
  project_id: 101,
  project: { projektnummer: '2026-0117', name: 'Zentrale Köln – Herbst 2026' },
  request: {
    project_id: 101,
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
  image_size: null,
  state: 'preparing',
  pause_reason: null,
  total: 691,
  done: 212,
  failed: 1,
  gone: 0,
  bytes: 98_300_000,
  eta_seconds: 244,
  beside: 0,
  may_download: true,
  problems: [
    {
      employee_id: 1704,
      mitarbeiternummer: '020144',
      name: 'Gülşen Okafor',
      code: 'photo_unreadable',
      file_name: null,
    },
  ],
  waiting: 9,
  error: null,
  file_name: 'portraits-2026-0117.zip',
  parts: [],
  created_at: '2026-11-23T07:55:00.000Z',
  ended_at: null,
}
export const READY = {
  ...RUNNING,
  state: 'ready',
  done: 690,
  bytes: 318_400_000,
  eta_seconds: 0,
  ended_at: '2026-11-23T07:59:00.000Z',
  parts: [{ file_name: 'portraits-2026-0117.zip', photos: 690, bytes: 318_400_000 }],
}
export const IN_PARTS = {
  ...READY,
  file_name: 'portraits-2026-0117_1-of-3.zip',
  parts: [300, 300, 90].map((photos, index) => ({
    file_name: `portraits-2026-0117_${index + 1}-of-3.zip`,
    photos,
    bytes: photos * 461_000,
  })),
}
export const PAUSED = {
  ...RUNNING,
  state: 'paused',
  pause_reason: 'service_unreachable',
  eta_seconds: null,
}
export const CALM = { free: 104, limit: 120, nextFreeMs: 0, down: false, nextTryMs: 0, refused: null }

/**
 * A download as the panel in the header shows it.
 * @param {Page} page
 * @param {object} job
 */
export async function showExport(page, job) {
  const system = { de: 'Personalnummer', en: 'Employee number' }
  const data = [{ kind: 'export', job, system }]
  await page.route('**/api/work*', route => route.fulfill({ json: { data } }))
  await page.goto('/projects')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.locator('#work').click()
  await page.locator('[role=dialog] article').first().waitFor()
}

/**
 * How the way to the service is, as the desk tells it at the next look.
 * @param {Page} page
 * @param {typeof CALM} data
 */
export async function showService(page, data) {
  await page.unroute('**/api/budget')
  await page.route('**/api/budget', route => route.fulfill({ json: { data } }))
  await page.goto('/projects')
  const asked = page.waitForResponse('**/api/budget')
  await page.clock.runFor('00:11')
  await asked
}

/**
 * The plan of the desk, at the pace of a service that nobody hurries for pictures.
 * @param {Page} page
 */
export async function showPlanAtRealPace(page) {
  await page.route('**/api/exports/plan', async route => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const eta_seconds = Math.max(5, Math.ceil(data.calls / 2))
    await route.fulfill({ json: { data: { ...data, calls_per_minute: 120, eta_seconds } } })
  })
}

/**
 * Sends a request of ours as the page itself would.
 * @param {Page} page
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function send(page, method, path, body) {
  return page.evaluate(
    async ([address, options]) => {
      const answer = await fetch(address, options)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${address}: ${text}`)
      return text === '' ? null : JSON.parse(text)
    },
    /** @type {const} */ ([
      path,
      {
        method,
        headers: { 'content-type': 'application/json', 'x-csrf': '1' },
        ...(body && { body: JSON.stringify(body) }),
      },
    ]),
  )
}
