import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { peoplePageSchema } from '#lib/employees/people-contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { COMPILE_HINT } from '#scripts/hint-compile.ts'
import { expect, fetchAnswer, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import { readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

/** A minimal react-admin list with edit weighs 328 kB. */
const MAX_BYTES = 300_000
/** Fifty rows with all classes and icons inline weigh 630 kB. */
const MAX_HTML_BYTES = 135_000
/** More rows than any screen shows; the others are drawn after these (`use-drawn-rows.ts`). */
const FIRST_ROWS = 20
/** Most rows that a key press waits for while rows are drawn (`use-drawn-rows.ts`). */
const ROWS_OF_A_FRAME = 12
/** Wheel turns after which rows have moved under the pointer for more than a screen. */
const TURNS = 30
/** Largest layout shift that is invisible: Lighthouse rounds it to 0. */
const SHIFT_MAX = 0.0001

test.use(WITH_MOTION)
test.beforeEach(resetSandbox)

test('the employees page loads at most 300 kB of gzipped JavaScript', async ({ page, context }) => {
  await signIn(page)
  // While people are still being read, the page polls, and loads code for that.
  await readAnew(page, MIXED_PROJECT.id)
  const fresh = await context.newPage()
  const scripts = collectScripts(fresh)
  await fresh.goto(`/projects/${MIXED_PROJECT.id}`)
  await expect(fresh.getByRole('heading', { level: 1, name: MIXED_PROJECT.name })).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const sizes = await scripts()
  const list = [...sizes].sort(([, one], [, other]) => other - one)
  expect(list.length).toBeGreaterThan(3)
  const total = list.reduce((sum, [, size]) => sum + size, 0)
  expect(total, list.map(([url, size]) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(MAX_BYTES)
  const [largest = ''] = list[0] ?? []
  const script = await (await page.request.get(largest)).text()
  expect(script.startsWith(COMPILE_HINT), 'the largest script is compiled while it arrives').toBe(true)
})

test('a page of fifty employees has at most 135 kB of HTML, and then shows all fifty', async ({ page }) => {
  await signIn(page)
  // Otherwise the page also shows the progress of the reading.
  await readAnew(page, MIXED_PROJECT.id)
  const answer = await page.goto(`/projects/${MIXED_PROJECT.id}?per_page=50`)
  const html = (await answer?.body()) ?? Buffer.alloc(0)
  expect(html.toString().match(/data-person=/g)).toHaveLength(FIRST_ROWS)
  expect(html.length).toBeLessThanOrEqual(MAX_HTML_BYTES)
  await expect(page.locator('tr[data-person]')).toHaveCount(50)
})

test('the first click on downloads loads their dialog and counts', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await page.waitForLoadState('networkidle')
  const before = collectScripts(page)
  await page.getByRole('button', { name: 'Download photos' }).dispatchEvent('click')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Download \d+ photos$/ })).toBeVisible()
  expect((await before()).size, 'the dialog came later').toBeGreaterThan(0)
})

test('the first click on a cell opens its field, which needs no further code', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await page.waitForLoadState('networkidle')
  const before = collectScripts(page)
  await page.locator('td[data-field=email]').first().dispatchEvent('click', { detail: 2 })
  await expect(page.getByRole('textbox', { name: /^E-mail of / })).toBeFocused()
  expect([...(await before()).keys()]).toEqual([])
})

test('a browser prepares its first number format while it waits for the styles', async ({ page }) => {
  await signIn(page)
  const made = Promise.withResolvers<void>()
  await page.exposeFunction('tellMade', () => made.resolve())
  await page.addInitScript(watchNumberFormat)
  await page.route('**/*.css', async route => {
    await made.promise
    await route.continue()
  })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page loads one font file, whatever European alphabet its names use', async ({ page, context }) => {
  await signIn(page)
  const fresh = await context.newPage()
  const fonts: string[] = []
  fresh.on('request', request => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  await fresh.goto(`/projects/${MIXED_PROJECT.id}?q=%C5%9E`)
  await expect(fresh.getByText(/[\u0100-\u017f]/).first()).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  expect(fonts).toHaveLength(1)
})

test('nothing on the projects and employees pages moves after the first paint', async ({ page, context }) => {
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  for (const path of ['/projects', `/projects/${MIXED_PROJECT.id}`]) {
    const fresh = await context.newPage()
    await serveInOnePiece(fresh, path)
    await fresh.goto(path)
    await fresh.waitForLoadState('networkidle')
    expect(await sumShifts(fresh), path).toBeLessThan(SHIFT_MAX)
    await fresh.close()
  }
})

for (const width of [320, 390, 800]) {
  test(`reading people moves nothing on a page that is ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page)
    await readAnew(page, MIXED_PROJECT.id)
    await serveInOnePiece(page, `/projects/${MIXED_PROJECT.id}`)
    await page.goto(`/projects/${MIXED_PROJECT.id}`)
    await page.waitForLoadState('networkidle')
    const read = Promise.withResolvers<void>()
    let answers = 0
    await page.route(/\/api\/projects\/\d+\/people\b/, async route => {
      answers += 1
      if (answers > 1) await read.promise
      const answer = await fetchAnswer(route)
      const people = peoplePageSchema.parse(await answer.json())
      const meta = { ...people.meta, loaded: 120, complete: false, counts: null }
      await route.fulfill({ response: answer, json: answers > 1 ? people : { ...people, meta } })
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    const progress = page
      .getByRole('search')
      .getByText(/ loaded$/)
      .first()
    await expect(progress).toHaveText('120 of 240 loaded')
    await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Search 120 of 240 people')
    read.resolve()
    await expect(progress).toBeHidden()
    expect(answers).toBeGreaterThan(1)
    expect(await sumShifts(page)).toBeLessThan(SHIFT_MAX)
  })
}

test('search results are drawn a few rows per frame, so that typing stays responsive', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}?q=zzz`)
  await expect(page.getByText('Nobody matches these filters')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const listDrawn = await watchRows(page)
  await page.getByRole('searchbox').fill('')
  await expect(page.locator('tr[data-person]')).toHaveCount(50)
  const drawn = await listDrawn()
  expect(drawn.reduce((sum, rows) => sum + rows, 0)).toBe(50)
  expect(Math.max(...drawn), drawn.join(' ')).toBeLessThanOrEqual(ROWS_OF_A_FRAME)
})

test('rows scrolled under a resting pointer show no pencil and no hint until it moves', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}?status=pending`)
  await expect(page.locator('tr[data-person]')).toHaveCount(50)
  await page.waitForLoadState('networkidle')
  const countPencils = () =>
    page
      .locator('td[data-field]:hover')
      .evaluateAll(cells => cells.filter(cell => getComputedStyle(cell, '::after').content !== 'none').length)
  const hint = page.locator('.cell-hint-stays')
  const row = page.locator('tr[data-person]').nth(2)

  const overMail = await toPoint(row.locator('[data-field=email]'))
  await page.mouse.move(overMail.x, overMail.y)
  await expect.poll(countPencils).toBe(1)
  const countLayouts = await watchLayouts(page)
  const before = await countLayouts()
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, 60)
  expect((await countLayouts()) - before).toBeLessThan(TURNS)
  expect(await countPencils()).toBe(0)
  await page.mouse.move(overMail.x, overMail.y + 1)
  await expect.poll(countPencils).toBe(1)

  const overStatus = await toPoint(page.locator('tr[data-person]:hover .status'))
  await page.mouse.move(overStatus.x, overStatus.y)
  await expect(hint).toBeVisible()
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -60)
  await expect(hint).toHaveCount(0)
  await page.mouse.move(overStatus.x, overStatus.y + 1)
  await expect(hint).toBeVisible()
})

/** Serves a page in one piece, because a slow machine would paint half a line of buttons of a chunked one. */
async function serveInOnePiece(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async route => route.fulfill({ response: await fetchAnswer(route) }))
}

/** Returns a point inside the element once it is visible: a slow machine may be redrawing its row at this moment. */
async function toPoint(locator: Locator): Promise<{ x: number; y: number }> {
  let point = { x: 0, y: 0 }
  await expect(async () => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It is not to be seen.')
    point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }).toPass()
  return point
}

/** Counts the rows that each later change of the page adds. */
async function watchRows(page: Page): Promise<() => Promise<number[]>> {
  const drawn = await page.evaluateHandle(() => {
    const drawn: number[] = []
    const known = new WeakSet<Element>()
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll('tr[data-person]')].filter(row => !known.has(row))
      for (const row of rows) known.add(row)
      if (rows.length > 0) drawn.push(rows.length)
    }).observe(document.body, { childList: true, subtree: true })
    return drawn
  })
  return () => drawn.jsonValue()
}

/** Counts the layouts of the page. */
async function watchLayouts(page: Page): Promise<() => Promise<number>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable')
  return async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
}

/** Sizes of the scripts that a page loads from now on, by address. */
function collectScripts(page: Page): () => Promise<Map<string, number>> {
  const sizes: Promise<[string, number]>[] = []
  page.on('response', response => {
    const url = response.url()
    if (!new URL(url).pathname.endsWith('.js')) return
    sizes.push(response.body().then(body => [url, gzipSync(body).length]))
  })
  return async () => new Map(await Promise.all(sizes))
}

/** Cumulative layout shift, including shifts before this call. */
function sumShifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        const observer = new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}

/** Runs in the page: records when the first number format is created. */
function watchNumberFormat(): void {
  const Original = Intl.NumberFormat
  Intl.NumberFormat = new Proxy(Original, {
    construct(target, args) {
      const format = Reflect.construct(target, args)
      if ('tellMade' in window && typeof window.tellMade === 'function') window.tellMade()
      return format
    },
  })
}
