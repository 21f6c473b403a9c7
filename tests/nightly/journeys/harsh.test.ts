import type { Page } from '@playwright/test'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test, twoFrames } from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  editCell,
  listEverybody,
  need,
  openEditor,
  readAnew,
  rowOf,
} from '#tests/support/journeys/employees.ts'
import { putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const PAGES = [
  '/projects',
  `${MIXED}?per_page=25`,
  '/accounts',
  '/deliveries',
  '/deliveries/new',
  '/account',
  '/activity',
  '/connect',
  '/exports',
  '/accessibility',
]
/** A page of 1280 by 1024 pixels at 400 % (WCAG 1.4.10). */
const TINY = { width: 320, height: 256 }
/** Office laptops at 200 % and 150 %, the width at which the table stops scrolling, and 100 %. */
const OFFICE = [
  [683, 384],
  [911, 512],
  [1088, 600],
  [1366, 768],
] as const
/** A laptop and two phones. */
const WINDOWS = [
  [1366, 768],
  [390, 844],
  [320, 640],
] as const
/** WCAG 1.4.12, all four at once. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'
/** Longer than its column. */
const LONG_NAME = 'maximiliane.mustermann-schmidthuber'
const REFUSAL = { message: 'x', errors: { email: ['The email has already been taken.'] } }
/** Pixels between the margins of an A4 sheet, as the browser counts them. */
const SHEET_PX = Math.floor(((210 - 24) / 25.4) * 96)

test.use({ locale: 'en-GB', contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('a focused control of every page is visible at 320 by 256 pixels', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize(TINY)
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await overflow(page), path).toBe(0)
    expect(await listHidden(page, 'body'), path).toEqual([])
  }
})

test('every control of every dialog can be reached on a tiny screen', async ({ page }) => {
  await page.setViewportSize(TINY)
  await page.goto(`${MIXED}?per_page=25`)
  await page.waitForLoadState('networkidle')
  const people = await listEverybody(MIXED_PROJECT.id)

  await page.getByRole('button', { name: en.exports.open }).click()
  await expect(page.getByRole('dialog').locator('button[type=submit]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await listHidden(page, '[role=dialog]'), 'download').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: en.person.add.open }).click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  expect(await listHidden(page, '[role=dialog]'), 'add').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.locator('[id^=person-]').first().click()
  await expect(page.getByRole('dialog')).toContainText(en.person.delete.ask)
  await page.waitForLoadState('networkidle')
  expect(await listHidden(page, '[role=dialog]'), 'person').toEqual([])
  await page.getByRole('button', { name: en.person.delete.ask }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await listHidden(page, '[role=alertdialog]'), 'delete').toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  for (const person of people.slice(0, 2)) await rowOf(page, person).locator('[data-select]').press('Space')
  await expect(page.getByRole('region', { name: en.selection.label })).toBeVisible()
  expect(await listHidden(page, 'main'), 'selection bar').toEqual([])
})

test('the footer of the download dialog hides no focused control', async ({ page }) => {
  await page.goto(`${MIXED}?per_page=25`)
  await page.getByRole('button', { name: en.exports.open }).click()
  const window = page.getByRole('dialog')
  await window.getByText(en.exports.dialog.naming.more).click()
  // The dialog grows until its contents are known.
  await expect(window.locator('button[type=submit]')).toBeEnabled()
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    // The height of the footer is known with the next frame.
    await twoFrames(page)
    expect(await listHidden(page, '[role=dialog]'), `${width}`).toEqual([])
  }
})

test('wide text spacing cuts off no column header, and cut-off cells can be read', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(MIXED)
  await page.waitForLoadState('networkidle')
  await page.evaluate(rules => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, SPACED)
  const cut = await page
    .locator('thead th :is(button, span)')
    .evaluateAll(heads =>
      heads
        .filter(head => head.scrollWidth > head.clientWidth + 1 && head.clientWidth > 1)
        .map(head => head.textContent),
    )
  expect(cut).toEqual([])
  const cell = page.locator('td[data-field=email]').first()
  expect(await cell.evaluate(node => node.scrollWidth > node.clientWidth), 'it is cut off').toBe(true)
  await cell.hover()
  await expect(page.locator('.cell-hint-stays')).toHaveText(await cell.innerText())
})

for (const locale of ['de', 'en'] as const)
  test.describe(`tables in ${locale}`, () => {
    test.use({ locale })

    test('no word in a table header breaks, at 200 % on an office laptop or on a wide screen', async ({
      page,
    }) => {
      for (const path of [MIXED, '/accounts', '/activity', '/exports']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        for (const [width, height] of OFFICE) {
          await page.setViewportSize({ width, height })
          const broken = await page.locator('thead th').evaluateAll(listBrokenWords)
          expect(broken, `${path} ${width}`).toEqual([])
        }
      }
    })

    test('printed column headers do not overlap, and every sheet has them', async ({ page }) => {
      await page.goto(MIXED)
      await expect(page.locator('thead th').first()).toBeAttached()
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: SHEET_PX, height: 1000 })
      const words = await page.locator('thead th:has(button)').evaluateAll(heads =>
        heads.map(head => {
          const range = document.createRange()
          range.selectNodeContents(head)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        }),
      )
      for (const [at, { right }] of words.entries())
        expect(right, `head ${at}`).toBeLessThan(words[at + 1]?.left ?? SHEET_PX)
      // On later sheets Chromium draws the text of a header, but no box in it.
      await expect(page.locator('th button').first()).toHaveCSS('display', 'contents')
    })
  })

test('an office laptop shows most addresses whole, and every column has room for its header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(MIXED)
  await expect(page.locator('.row-to-come')).toHaveCount(0)
  const cut = await page
    .locator('td[data-field=email]')
    .evaluateAll(cells => cells.map(cell => cell.scrollWidth > cell.clientWidth))
  expect(cut.filter(Boolean).length).toBeLessThan(cut.length / 2)
  const tooNarrow = await page
    .locator('th:has(button)')
    .evaluateAll(heads => heads.filter(head => head.scrollWidth > head.clientWidth).length)
  expect(tooNarrow).toBe(0)
})

test('no word of a project breaks, on paper or in the narrowest columns', async ({ page }) => {
  await page.goto('/projects')
  const names = page.locator('main li a bdi')
  await expect(names.first()).toBeVisible()
  await page.setViewportSize({ width: 768, height: 1000 })
  expect(await names.evaluateAll(listBrokenWords), 'screen').toEqual([])
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: SHEET_PX, height: 1000 })
  expect(await names.evaluateAll(listBrokenWords), 'paper').toEqual([])
})

/** Returns words that are on more than one line. */
function listBrokenWords(heads: Element[]): string[] {
  return heads.flatMap(head => {
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0])
      }
    return broken
  })
}

test('forced colours outline the chosen filter, current page and step, selected rows and bar', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(MIXED)
  await page.waitForLoadState('networkidle')
  const edgeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(node => {
        const style = getComputedStyle(node)
        return Math.max(
          Number.parseFloat(style.borderBlockEndWidth),
          Number.parseFloat(style.borderInlineStartWidth),
        )
      })
  expect(await edgeOf('[aria-pressed=true]')).toBeGreaterThanOrEqual(2)
  expect(await edgeOf('[aria-current]')).toBeGreaterThanOrEqual(2)
  await page.locator('[data-select]').first().press('Space')
  expect(await edgeOf('tr[aria-selected=true] > td')).toBeGreaterThanOrEqual(2)
  await expect(page.locator('.selection-bar')).toBeVisible()
  expect(await edgeOf('.selection-bar')).toBeGreaterThanOrEqual(2)
  await page.goto('/account')
  const knob = page.getByRole('switch').first()
  await expect(knob).toHaveCSS('appearance', 'auto')
  expect(await knob.evaluate(node => getComputedStyle(node, '::before').display), 'of our own').toBe('none')
  await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
  await expect(page.locator('[aria-current=step]')).toBeVisible()
  expect(await edgeOf('[aria-current=step]')).toBeGreaterThanOrEqual(2)
})

test('a printed table has all columns and no controls, and a person is on a sheet of their own', async ({
  page,
}) => {
  await page.goto(`${MIXED}?per_page=100`)
  await page.waitForLoadState('networkidle')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: SHEET_PX, height: 1000 })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('search')).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  expect(await overflow(page)).toBe(0)
  const wide = await page.locator('table').evaluate(node => node.getBoundingClientRect().width)
  expect(wide).toBeLessThanOrEqual(SHEET_PX)
  const cut = await page
    .locator('td.grid-cell')
    .evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length)
  expect(cut).toBe(0)
  expect(await page.locator('thead').evaluate(node => getComputedStyle(node).display)).toBe(
    'table-header-group',
  )
  const person = need((await listEverybody(MIXED_PROJECT.id))[0])
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${MIXED}/people/${person.id}`)
  await expect(page.getByRole('dialog')).toContainText(en.person.delete.ask)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main')).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
})

test('a printed filtered table names the total, and whole cells with their unsaved input', async ({
  page,
}) => {
  const everybody = await listEverybody(MIXED_PROJECT.id)
  const [, , typed] = everybody
  const cell = cellOf(page, need(everybody[0]), 'email')
  await page.goto(`${MIXED}?q=${need(everybody[0]).email}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await cell.focus()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`1–1 of 1 person · ${everybody.length} in the project`)).toBeVisible()
  for (const part of ['::before', '::after'])
    expect(await cell.evaluate((node, of) => getComputedStyle(node, of).display, part), part).toBe('none')
  await expect(cell).toHaveCSS('outline-style', 'none')

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${MIXED}?per_page=100`)
  const name = cellOf(page, need(typed), 'last_name')
  await openEditor(name)
  const field = name.locator('input')
  await expect(field).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(name, 'nothing is typed yet').toHaveText(need(typed).last_name, { useInnerText: true })
  await page.emulateMedia({ media: 'screen' })
  await field.fill(LONG_NAME)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: SHEET_PX, height: 1000 })
  await expect(name).toHaveText(`${LONG_NAME} ${en.employees.edit.notSentYet}`, { useInnerText: true })
  expect(await page.locator('tbody td').evaluateAll(listRunOver)).toEqual([])
  await expect(field, 'what is printed can be typed on').toBeFocused()
})

test.describe('printing refused values', () => {
  test.use({ expectedStatuses: [422] })

  test('a printed table names its people, total and filters, and separates unsaved values', async ({
    page,
  }) => {
    const [first, second, third] = await listEverybody(MIXED_PROJECT.id)
    await page.goto(`${MIXED}?q=musterwerk&sort=last_name`)
    await putFault({ method: 'PATCH', times: 9, answer: { kind: 'status', status: 422, body: REFUSAL } })
    const name = cellOf(page, need(first), 'last_name')
    for (const cell of [name, cellOf(page, need(second), 'email')]) {
      await editCell(cell, 'maximiliane.mustermann-schmidthuber@musterwerk.example')
      await page.keyboard.press('Enter')
      await expect(cell.locator('input')).toHaveAttribute('aria-invalid', 'true')
    }
    await openEditor(cellOf(page, need(third), 'first_name'))
    await expect(page.locator('.cell-note')).toHaveCount(2)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: SHEET_PX, height: 1000 })
    await expect(page.getByText(/^1–50 of \d+ people$/)).toBeVisible()
    await expect(page.getByRole('list', { name: en.employees.find.chips })).toContainText('musterwerk')
    await expect(page.getByRole('searchbox')).toBeHidden()
    await expect(name.locator('.cell-note')).toBeVisible()
    expect(await page.locator('tbody td').evaluateAll(listRunOver)).toEqual([])
  })
})

/** Returns cells whose contents overflow them. */
function listRunOver(cells: Element[]): string[] {
  return cells
    .filter(cell => {
      const { left, right, bottom } = cell.getBoundingClientRect()
      return [...cell.querySelectorAll('*')].some(part => {
        if (!part.checkVisibility()) return false
        const box = part.getBoundingClientRect()
        return box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 1
      })
    })
    .map(cell => cell.textContent ?? '')
}

/** Pixels by which the page can be scrolled to the side. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Returns controls that are invisible when focused: outside of the window, or behind another element. */
function listHidden(page: Page, within: string): Promise<string[]> {
  return page.evaluate(selector => {
    const root = [...document.querySelectorAll(selector)].at(-1)
    const controls = root?.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]',
    )
    const hidden: string[] = []
    for (const control of controls ?? []) {
      if (
        !control.checkVisibility({ visibilityProperty: true }) ||
        control.matches('[data-base-ui-focus-guard]')
      )
        continue
      if (control.closest('[inert], [aria-hidden=true]')) continue
      control.focus()
      if (document.activeElement !== control) continue
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const seen = {
        left: Math.max(left, 0),
        right: Math.min(right, innerWidth),
        top: Math.max(top, 0),
        bottom: Math.min(bottom, innerHeight),
      }
      const isSeen = [0.25, 0.5, 0.75].some(share => {
        const x = seen.left + (seen.right - seen.left) * share
        const y = seen.top + (seen.bottom - seen.top) * share
        const there = document.elementFromPoint(x, y)
        return (
          there !== null &&
          (control.contains(there) || there.contains(control) || there.closest('label')?.contains(control))
        )
      })
      if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1 || !isSeen)
        hidden.push(control.outerHTML.slice(0, 140))
    }
    return hidden
  }, within)
}
