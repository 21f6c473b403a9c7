import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { COMPLETED_PROJECT, DRAFT_PROJECT, EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { comesAlive, expect, test } from '#tests/support/journeys/desk-test.ts'
import { LANGUAGES } from '#tests/support/journeys/languages.ts'
import { SANDBOX_URL } from '#tests/support/journeys/ports.ts'
import { putAccount } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signIn, signInByForm } from '#tests/support/journeys/sign-in.ts'

test.use({ locale: 'en-GB' })
test.afterEach(() => putAccount('active'))

test('the tour is offered once, shows five places, and returns only from the help', async ({ page }) => {
  await signInByForm(page)
  const tour = page.getByRole('region', { name: 'Tour of the desk' })
  const start = tour.getByRole('button', { name: 'Start the tour' })
  // The offer is inside the page, above the projects, and on no other page.
  await expect(tour).toHaveCSS('position', 'static')
  await page.goto('/deliveries')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(tour).toHaveCount(0)
  await page.goto('/projects')
  await expectAccessible(page, 'the offer of a tour')
  await comesAlive(page)
  await start.click()
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(tour.getByText(`${step} of 5`)).toBeVisible()
    const marked = page.locator('[data-toured]')
    await expect(marked).toHaveCount(1)
    await expect(marked).toBeInViewport()
    // The page ends above a step, so that its last line can be read and pressed.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const card = (await tour.boundingBox())?.y ?? 0
    await expect
      .poll(() => page.getByRole('contentinfo').evaluate(last => last.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(card + 1)
    if (step === 2) await expectAccessible(page, 'tour')
    if (step < 5) await tour.getByRole('button', { name: 'Next' }).click()
  }
  const kept = page.waitForResponse('**/api/preferences')
  await tour.getByRole('button', { name: 'Finish' }).click()
  await kept
  await expect(page.getByRole('heading', { level: 1 }), 'the focus is still on the page').toBeFocused()
  await expect(page.locator('[data-toured]')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(tour).toHaveCount(0)
  await comesAlive(page)
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(tour.getByText('1 of 5')).toBeVisible()
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
  // The page of the step has loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tour).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a step of the tour on a phone has a visible outline on all sides', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInByForm(page)
  await comesAlive(page)
  const tour = page.getByRole('region', { name: 'Tour of the desk' })
  await tour.getByRole('button', { name: 'Start the tour' }).click()
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(tour.getByText(`${step} of 5`)).toBeVisible()
    const marked = page.locator('[data-toured]')
    await expect(marked).toHaveCount(1)
    expect(await marked.evaluate(findCut), `step ${step}`).toEqual([])
    if (step < 5) await tour.getByRole('button', { name: 'Next' }).click()
  }
})

/** Returns what cuts off the outline of an element along the text direction: its ancestors, or the window. */
function findCut(marked: Element): string[] {
  const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(marked)
  const room = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  const { left, right } = marked.getBoundingClientRect()
  const cuts = outlineStyle === 'none' ? ['nothing is drawn'] : []
  if (left - room < 0 || right + room > document.documentElement.clientWidth) cuts.push('window')
  for (let around = marked.parentElement; around; around = around.parentElement) {
    const box = around.getBoundingClientRect()
    const cutsOff = getComputedStyle(around).overflowX !== 'visible'
    if (cutsOff && (left - room < box.left || right + room > box.right)) cuts.push(around.className)
  }
  return cuts
}

test('the tour can be left at any step or declined, and neither is asked about again', async ({ page }) => {
  const tour = page.getByRole('region', { name: 'Tour of the desk' })
  for (const leave of ['No, thank you', 'Leave the tour']) {
    // The previous page would keep polling while signed out.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await signInByForm(page)
    await comesAlive(page)
    if (leave !== 'No, thank you') {
      await tour.getByRole('button', { name: 'Start the tour' }).click()
      await tour.getByRole('button', { name: 'Next' }).click()
      await expect(tour.getByText('2 of 5')).toBeVisible()
    }
    const kept = page.waitForResponse('**/api/preferences')
    await tour.getByRole('button', { name: leave }).click()
    await expect(tour).toHaveCount(0)
    await kept
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(tour).toHaveCount(0)
  }
})

test('a status explains itself in its cell, and the portrait of a person enlarges', async ({ page }) => {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}?tile=approved`)
  const cell = page.locator('td:has(> .status-approved)').first()
  await expect(cell).toHaveAccessibleDescription(/Next, it goes to the system/)
  await page.locator('.name-link').first().click()
  const enlarge = page.getByRole('button', { name: /^Enlarge the portrait of/ })
  await enlarge.press('Enter')
  // The dialog behind is hidden from everybody, including screen readers.
  await expect(page.locator('[role=dialog]')).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog]')).toHaveCount(1)
  await expect(enlarge).toBeFocused()
})

test.describe('missing access of the desk', () => {
  test.use({ expectedStatuses: [403, 502] })

  test('the header, the page and its error agree on API access that was switched off', async ({ page }) => {
    await openProjects(page)
    await putAccount('api_disabled')
    await page.goto('/projects/106')
    await expect(
      page.getByRole('heading', { name: 'Access to the portrait service is switched off' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /: Access switched off$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the connection' }).click()
    await expect(page.getByText('Here in practice mode')).toBeVisible()
    await page.getByRole('link', { name: `${SANDBOX_URL}/portal` }).click()
    // The button is at the top of the portal, as the sentence says.
    await page.getByRole('main').getByRole('button').first().click()
    await expect(page.getByText('The desk is kept out')).toHaveCount(0)
    await page.goto('/connect')
    await expect(page.getByText('The desk is connected')).toBeVisible()
    await expect(page.getByRole('link', { name: /: Connected$/ })).toBeVisible()
  })
})

for (const language of LANGUAGES)
  test.describe(`explanations in ${language}`, () => {
    const texts = { de, en }[language]
    test.use({ locale: { de: 'de-DE', en: 'en-GB' }[language] })

    test('a project without a photo offers the import instead of the download as its first action', async ({
      page,
    }) => {
      await signIn(page)
      const look = (name: string) =>
        page
          .getByRole('button', { name, exact: true })
          .evaluate(button => getComputedStyle(button).backgroundColor)
      await page.goto(`/projects/${MIXED_PROJECT.id}`)
      const primary = await look(texts.exports.open)
      await page.goto(`/projects/${DRAFT_PROJECT.id}`)
      await expect(page.getByRole('link', { name: texts.employees.import, exact: true })).toBeVisible()
      expect(await look(texts.exports.open)).not.toBe(primary)
      await page.goto(`/projects/${EMPTY_PROJECT.id}`)
      const wayOn = page.getByRole('link', { name: texts.employees.empty.import })
      await expect(wayOn).toHaveText(/import/i)
      await expect(wayOn).toHaveCSS('background-color', primary)
      // The page has one main action. Beside it, only adding a single person is offered, and no button without effect.
      await expect(page.getByRole('main').getByRole('button')).toHaveText([texts.person.add.open])
      await expect(page.getByRole('main').getByRole('link')).toHaveText([
        texts.projects.title,
        texts.employees.empty.import,
      ])
      await comesAlive(page)
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: texts.shell.palette.title })
      await palette.getByRole('option', { name: texts.shell.palette.here.importPeople }).click()
      await expect(page.getByRole('heading', { level: 1, name: texts.imports.title })).toBeVisible()
    })

    test('an activity list without entries does not suggest removing filters', async ({ page }) => {
      await signIn(page)
      await page.goto(`/projects/${DRAFT_PROJECT.id}`)
      await page.locator('.name-link').first().click()
      await page.getByRole('dialog').getByRole('link', { name: texts.person.activity }).click()
      await expect(page.getByRole('heading', { name: texts.activity.nothingOfPerson.title })).toBeVisible()
      await expect(page.getByText(texts.activity.noMatch.text)).toHaveCount(0)
    })

    test('an uninvited employee is shown as such, and the unknown waiting time is explained', async ({
      page,
    }) => {
      const { employees, person, glossary } = texts
      await signIn(page)
      await page.goto(`/projects/${DRAFT_PROJECT.id}?tile=uninvited`)
      await expect(page.getByRole('main').getByText(employees.uninvitedUnknown)).toBeVisible()
      const cell = page.locator('td:has(> .status)').first()
      await expect(cell).toHaveText(employees.statuses.uninvited)
      await expect(cell).toHaveAccessibleDescription(new RegExp(glossary.statuses.uninvited.means))
      // A draft promises no invitation, and the meaning of the word is shown beside it.
      const draft = page.getByRole('main').getByText(glossary.projects.draft)
      await expect(draft.filter({ visible: true })).toHaveCount(1)
      await expect(cell).toHaveAccessibleDescription(
        `${glossary.statuses.uninvited.means} ${glossary.projects.draft}`,
      )
      await expect(page.getByTitle(glossary.projects.draft)).toHaveText(texts.projects.statuses.draft)
      await page.getByRole('button', { name: person.add.open }).click()
      await expect(page.getByRole('dialog')).toContainText(glossary.projects.draft)
      await page.keyboard.press('Escape')
      await page.locator('.name-link').first().click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByText(glossary.projects.draft)).toBeVisible()
      await expect(sheet.getByText(person.status.addedUnknown)).toBeVisible()
      await expect(sheet.getByText(employees.statuses.uninvited)).toBeVisible()
      await expect(sheet.getByText(employees.statuses.pending)).toHaveCount(0)
      await expect(sheet.getByText(glossary.who.service)).toBeVisible()
    })

    test('a page at rest stays readable without the network, and a notice only covers the next page', async ({
      page,
      context,
    }) => {
      const lost: string[] = []
      page.removeAllListeners('console')
      page.on('pageerror', error => lost.push(String(error)))
      await signIn(page)
      await page.goto(`/projects/${MIXED_PROJECT.id}`)
      await comesAlive(page)
      // A part that was never used waits for the network; a used one works without it.
      const editor = page.locator('td[data-field=email] input')
      await page.locator('td[data-field=email]').first().press('F2')
      await expect(editor).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(editor).toHaveCount(0)
      await context.setOffline(true)
      await expect(page.getByRole('link', { name: texts.shell.connection.short.deskLost })).toBeVisible()
      const words = page.getByText(texts.app.offline.title)
      await expect(words).toHaveCount(0)
      await page.locator('td[data-field=email]').first().press('F2')
      await expect(editor).toBeFocused()
      await page.keyboard.press('Escape')
      const link = page.getByRole('main').getByRole('link', { name: texts.projects.title })
      await link.evaluate((element: HTMLElement) => element.click())
      await expect(words).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: texts.projects.title })).toBeVisible()
      await expect(words).toHaveCount(0)
      expect(lost).toEqual([])
    })

    /** The palette, which was not opened on this page yet, unlike the help (`comesAlive`): its code must still load. */
    const palette = (page: Page) => page.getByRole('dialog', { name: texts.shell.palette.title })

    test('a list that fails while the desk is away says so in its place, and loads with the desk', async ({
      page,
    }) => {
      page.removeAllListeners('console')
      await openTable(page)
      await page.route('**/*', route => route.abort())
      await page.getByRole('button', { name: texts.employees.statuses.approved }).click()
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: texts.app.failed.titles.deskLost })).toBeVisible()
      await main.getByRole('button', { name: texts.app.tryAgain }).click()
      await expect(main.getByRole('heading', { name: texts.app.failed.titles.deskLost })).toBeVisible()
      await page.unroute('**/*')
      await expect(page.locator('.name-link').first()).toBeVisible()
    })

    test('a chunk missing while the desk is away is shown in the header, and loads with the desk', async ({
      page,
    }) => {
      page.removeAllListeners('console')
      await openTable(page)
      await page.route('**/*', route => route.abort())
      await page.keyboard.press('Control+k')
      await expect(palette(page).locator('.animate-pulse').first(), 'a window is not empty').toBeVisible()
      await expect(page.getByText(texts.shell.connection.short.deskLost, { exact: true })).toBeVisible({
        timeout: 30_000,
      })
      await page.unroute('**/*')
      await expect(palette(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.locator('.name-link').first()).toBeVisible()
    })

    test('a decorative chunk missing after an upgrade loses no typed input', async ({ page }) => {
      page.removeAllListeners('console')
      await openTable(page)
      await page.locator('td[data-field=email]').first().dblclick()
      const field = page.getByRole('textbox', { name: new RegExp(`^${texts.employees.columns.email}`) })
      await field.fill('typed@example.com')
      let isAsked = false
      await page.route('**/_next/static/chunks/**', route => {
        isAsked = true
        return route.fulfill({ status: 404, body: '' })
      })
      const isAnew = page.waitForEvent('load', { timeout: 4_000 }).then(
        () => true,
        () => false,
      )
      await page.getByRole('button', { name: texts.employees.refresh }).hover()
      expect(await isAnew).toBe(false)
      expect(isAsked).toBe(true)
      await expect(field).toHaveValue('typed@example.com')
    })

    test('a chunk missing after an upgrade reloads the page', async ({ page }) => {
      page.removeAllListeners('console')
      page.removeAllListeners('pageerror')
      await openTable(page)
      let gone = true
      await page.route('**/*', route => {
        if (route.request().isNavigationRequest()) gone = false
        const isCode = new URL(route.request().url()).pathname.includes('/_next/static/chunks/')
        return gone && isCode ? route.fulfill({ status: 404, body: '' }) : route.continue()
      })
      const anew = page.waitForEvent('load')
      await page.keyboard.press('Control+k')
      await anew
      await comesAlive(page)
      await page.keyboard.press('Control+k')
      await expect(palette(page)).toBeVisible()
    })

    test('the help explains each status, and a portrait can be enlarged', async ({ page }) => {
      await signIn(page)
      await page.goto(`/projects/${COMPLETED_PROJECT.id}`)
      await comesAlive(page)
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: texts.help.title })
      const { uninvited: _, ...statuses } = texts.glossary.statuses
      for (const { next } of Object.values(statuses)) await expect(help.getByText(next)).toBeVisible()
      await expect(help.getByText(texts.help.glossary.uninvited)).toBeVisible()
      for (const meaning of Object.values(texts.glossary.projects))
        await expect(help.getByText(meaning)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.locator('.name-link').first().click()
      const sheet = page.getByRole('dialog')
      // The log survives a reset, so the photo may have been downloaded before.
      const next = sheet.getByText(texts.glossary.statuses.approved.next)
      await expect(next.or(sheet.getByText(texts.person.status.handedOut))).toBeVisible()
      await sheet.getByRole('button', { name: texts.person.photo.enlarge.split('{')[0] ?? '' }).click()
      await expect(page.locator('[role=dialog]')).toHaveCount(2)
    })
  })

async function openTable(page: Page): Promise<void> {
  await signIn(page)
  await page.goto(`/projects/${MIXED_PROJECT.id}`)
  await expect(page.locator('.name-link').first()).toBeVisible()
  await comesAlive(page)
}
