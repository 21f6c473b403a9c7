import type { Locator, Page } from '@playwright/test'
import { createTranslator } from 'use-intl/core'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { type AppLocale, LOCALE_TAGS } from '#lib/locales.ts'
import {
  ARCHIVED_PROJECT,
  COMPLETED_PROJECT,
  DRAFT_PROJECT,
  EMPTY_PROJECT,
  LARGE_PROJECT,
  MIXED_PROJECT,
} from '#sandbox/seed/projects.ts'
import {
  comesAlive,
  expect,
  goBack,
  goForward,
  test,
  WITH_MOTION,
} from '#tests/support/journeys/desk-test.ts'
import { listEverybody, listRowIds, need, readAnew } from '#tests/support/journeys/employees.ts'
import { toWorkbook } from '#tests/support/journeys/import-list.ts'
import { LANGUAGES } from '#tests/support/journeys/languages.ts'
import { clearFaults, putAccount, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects, signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MICROSOFT = 'Microsoft 365 (Teams, Outlook, Entra)'

test.beforeEach(resetSandbox)
test.afterEach(() => putAccount('active'))

for (const locale of LANGUAGES) {
  const messages = { de, en }[locale]
  test.describe(`a working day in ${locale}`, () => {
    test.use({ locale, expectedStatuses: [403, 502], ...WITH_MOTION })
    const say = createTranslator({ locale, messages })

    test('the day begins with tasks, and each one leads to its people', async ({ page }) => {
      await signIn(page)
      for (const { id } of [MIXED_PROJECT, DRAFT_PROJECT]) await readAnew(page, id)
      await openProjects(page)
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
      const mixed = row(MIXED_PROJECT.name).getByRole('list', { name: messages.projects.tasks.label })
      await expect(
        mixed.getByRole('link', { name: say('projects.tasks.edited', { count: 40 }) }),
      ).toBeVisible()
      await expect(
        mixed.getByRole('link', { name: say('projects.tasks.uninvited', { count: 20, among: 'pending' }) }),
      ).toBeVisible()
      await expect(
        page.getByRole('region', { name: messages.projects.groups.over }).getByText(COMPLETED_PROJECT.name),
      ).toBeVisible()
      // An empty project offers the import.
      await row(EMPTY_PROJECT.name).getByRole('link', { name: messages.projects.tasks.import }).click()
      await expect(page.getByRole('heading', { level: 1, name: messages.imports.title })).toBeVisible()
      await openProjects(page)
      await mixed.getByRole('link', { name: say('projects.tasks.retake', { count: 20 }) }).click()
      await expect.poll(async () => (await listRowIds(page)).length).toBe(20)
    })

    test('the palette finds a person from every page, with a typo or by last name, first name', async ({
      page,
    }) => {
      const [somebody] = (await listEverybody(MIXED_PROJECT.id)).filter(
        ({ first_name }) => first_name === 'Konstantin',
      )
      const person = need(somebody)
      const written = `${person.last_name}, ${person.first_name}`
      await signIn(page)
      await readAnew(page, MIXED_PROJECT.id)
      await openProjects(page)
      await comesAlive(page)
      const palette = page.getByRole('dialog', { name: messages.shell.palette.title })
      for (const words of ['konstntin', written]) {
        await page.keyboard.press('Control+k')
        await palette.getByRole('combobox').fill(words)
        await expect(palette.getByRole('option', { name: written }).first()).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(palette).toHaveCount(0)
      }
      await page.goto(`/projects/${MIXED_PROJECT.id}`)
      const search = page.getByRole('searchbox', { name: messages.employees.find.label })
      const row = page.locator(`tr[data-person="${person.id}"]`)
      for (const words of ['konstntin', written]) {
        await search.fill(words)
        await expect(page).toHaveURL(/q=/)
        await expect(row).toBeVisible()
      }
    })

    test('several tiles can be active, each can be removed, and the address keeps them', async ({ page }) => {
      await open(page, MIXED_PROJECT)
      const { tiles } = messages.employees
      const tile = (name: string) =>
        page.getByRole('list', { name: tiles.label }).getByRole('button', { name })
      const chips = page.getByRole('list', { name: messages.employees.find.chips }).getByRole('listitem')
      await tile(tiles.pending).click()
      await tile(tiles.retake).click()
      await expect.poll(async () => (await listRowIds(page)).length).toBe(50)
      await page.reload()
      await expect(chips).toHaveText([tiles.pending, tiles.retake])
      // A part replaces its whole, beside which it would have no effect.
      await tile(tiles.uninvitedAmong).click()
      await expect(chips).toHaveText([tiles.uninvited, tiles.retake])
      await expect.poll(async () => (await listRowIds(page)).length).toBe(40)
      const notice = page
        .getByRole('main')
        .getByText(messages.glossary.statuses.uninvited.means)
        .filter({ visible: true })
      await expect(notice).toHaveCount(0)
      await tile(tiles.retake).click()
      await expect(notice).toHaveCount(1)
    })

    test('every button of a dialog is above the toasts, and one undo offer is shown', async ({ page }) => {
      await open(page, MIXED_PROJECT)
      const dialog = page.getByRole('dialog', { name: messages.exports.dialog.title })
      const start = dialog.getByRole('button', { name: say('exports.dialog.start', { count: 100 }) })
      for (const [place, viewport] of [
        { width: 1366, height: 768 },
        { width: 390, height: 844 },
      ].entries()) {
        await page.setViewportSize(viewport)
        for (const cell of [2 * place, 2 * place + 1].map(row =>
          page.locator('td[data-field=last_name]').nth(row),
        )) {
          await cell.press('F2')
          await cell.locator('input').fill('Vogt-Sommer')
          await page.keyboard.press('Enter')
          await expect(cell).toContainText('Vogt-Sommer')
        }
        const undo = page.locator('.toast').getByRole('button', { name: messages.employees.edit.undo })
        await expect(undo).toHaveCount(1)
        await page.getByRole('button', { name: messages.exports.open }).first().click()
        await expect(start).toBeVisible()
        await expect.poll(() => isCovered(start)).toBe(false)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
      // A name in the log opens its person, too.
      await page.goto('/activity')
      const search = page.getByRole('searchbox', { name: messages.activity.filters.person })
      await search.pressSequentially('Vogt')
      await expect(page, 'it is searched while somebody types').toHaveURL(/q=Vogt$/)
      await expect(search).toBeFocused()
      await page.getByRole('row').nth(1).getByRole('link').first().press('Enter')
      await expect(page.getByRole('dialog', { name: 'Vogt-Sommer' })).toBeVisible()
    })

    test('a page ends above a message, with its focus and its last line in sight', async ({ page }) => {
      await open(page, MIXED_PROJECT)
      const strip = page.locator('.toasts')
      for (const [row, viewport] of [
        [30, { width: 1366, height: 768 }],
        [20, { width: 390, height: 844 }],
      ] as const) {
        await page.setViewportSize(viewport)
        const cell = page.locator('td[data-field=last_name]').nth(row)
        await cell.press('F2')
        await cell.locator('input').fill('Vogt-Sommer')
        // The cell is at the foot of the window, where the message will be.
        await cell.evaluate(one =>
          window.scrollBy(0, one.getBoundingClientRect().bottom - window.innerHeight),
        )
        await page.keyboard.press('Enter')
        const message = strip.getByText('Vogt-Sommer').first()
        // The message stays while the pointer is over it, however long the rest of the test takes.
        await message.hover()
        await expect(cell).toBeFocused()
        await expect.poll(() => isCovered(cell)).toBe(false)
        expect(await strip.boundingBox()).toMatchObject({ x: 0, width: viewport.width })
        expect(await findCovered(page)).toEqual([])
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        expect(await findCovered(page)).toEqual([])
        await expect.poll(() => isCovered(page.getByRole('contentinfo').getByRole('link'))).toBe(false)
        await expect(message).toBeVisible()
        await strip.getByRole('button', { name: messages.ui.dismiss }).click()
        await expect(message).toHaveCount(0)
      }
    })

    test('the browser’s Back closes a dialog, and the next one goes back', async ({ page }) => {
      await open(page, MIXED_PROJECT)
      await comesAlive(page)
      const tile = page
        .getByRole('list', { name: messages.employees.tiles.label })
        .getByRole('button', { name: messages.employees.tiles.retake })
      await tile.click()
      await expect(page).toHaveURL(/tile=retake/)
      await page.getByRole('button', { name: messages.exports.open }).click()
      const dialog = page.getByRole('dialog', { name: messages.exports.dialog.title })
      await expect(dialog).toBeVisible()
      await goBack(page)
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(/tile=retake/)
      // Back closes the question first, then the person, then the filter; Forward restores them.
      await page.locator('.name-link').first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: messages.person.delete.ask }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toBeVisible()
      await goBack(page)
      await expect(question).toHaveCount(0)
      await expect(sheet).toBeVisible()
      await goBack(page)
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL(/tile=retake/)
      await goBack(page)
      await expect(page).not.toHaveURL(/tile=/)
      await goForward(page)
      await expect(page).toHaveURL(/tile=retake/)
    })

    test('no dialog stays above another page in a browser without a step back', async ({ page }) => {
      await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
      await open(page, MIXED_PROJECT)
      await comesAlive(page)
      await page
        .getByRole('list', { name: messages.employees.tiles.label })
        .getByRole('button', { name: messages.employees.tiles.retake })
        .click()
      await expect(page).toHaveURL(/tile=retake/)
      await page.getByRole('button', { name: messages.exports.open }).click()
      const dialog = page.getByRole('dialog', { name: messages.exports.dialog.title })
      await expect(dialog).toBeVisible()
      await goBack(page)
      await expect(page).not.toHaveURL(/tile=/)
      await expect(dialog).toHaveCount(0)
    })

    test('a download starts once, however it is pressed, and can be cancelled and restarted', async ({
      page,
    }) => {
      await open(page, LARGE_PROJECT)
      await page.getByRole('button', { name: messages.exports.open }).click()
      const dialog = page.getByRole('dialog', { name: messages.exports.dialog.title })
      await chooseTarget(page, { dialog, label: messages.exports.dialog.target.label, name: MICROSOFT })
      await dialog.getByRole('button', { name: say('exports.dialog.start', { count: 700 }) }).dblclick()
      await expect(dialog).toHaveCount(0)
      await openWork(page)
      const panel = page.getByRole('dialog').filter({ has: page.getByRole('article') })
      await expect(panel.getByRole('article')).toHaveCount(1)
      await expect(panel.getByText(MICROSOFT)).toBeVisible()
      await panel.getByRole('button', { name: messages.exports.card.cancel }).click()
      await expect(panel.getByText(messages.exports.card.cancelled, { exact: true })).toBeVisible()
      await panel.getByRole('button', { name: messages.exports.card.startAgain }).click()
      // A second press would start an equal download that shares the service's limit.
      await expect(panel.getByText(messages.exports.card.startedAgain)).toBeVisible()
      await expect(panel.getByRole('button', { name: messages.exports.card.startAgain })).toHaveCount(0)
      await panel.getByRole('button', { name: messages.exports.card.cancel }).click()
      await expect(panel.getByText(messages.exports.card.cancelled, { exact: true })).toHaveCount(2)
      // The log names system, form and outcome.
      const newest = page.getByRole('row').nth(1)
      const ended = locale === 'de' ? 'abgebrochen: mit Hintergrund, JPEG 648' : 'JPEG 648'
      // The entry is written when the last call has returned, a moment after the card shows the end.
      await expect(async () => {
        await page.goto('/activity')
        await expect(newest).toContainText(ended, { timeout: 2_000 })
      }).toPass()
      await expect(newest).toContainText(MICROSOFT)
    })

    test('the dialog explains the target’s needs, the place of reports and the counted people', async ({
      page,
    }) => {
      await open(page, MIXED_PROJECT)
      const { dialog: words } = messages.exports
      const opener = page.getByRole('button', { name: messages.exports.open })
      const dialog = page.getByRole('dialog', { name: words.title })
      await opener.click()
      await dialog.getByRole('button', { name: words.target.label }).click()
      for (const name of ['Personio', 'Workday', 'DATEV', 'SharePoint'])
        await expect(
          page.getByRole('group', { name: words.target.system }).getByRole('option', { name }),
        ).toBeVisible()
      await expect(page.getByRole('group', { name: words.target.files }).getByRole('option')).toHaveCount(2)
      await page.getByRole('option', { name: 'Website (WebP)' }).click()
      await expect(dialog.getByText(words.target.published)).toBeVisible()
      const line = dialog.getByText(say('exports.dialog.checks.not_available', { count: 80 }))
      await line.getByRole('link').click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(async () => (await listRowIds(page)).length).toBe(50)
      await expect(
        page.getByText(say('employees.pagination.summary', { total: 80, page: 1, pages: 2 })),
      ).toBeVisible()
    })

    test('an import asks once, and knows since when its people wait', async ({ page }) => {
      await signIn(page)
      await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
      const rows = [
        ['Vorname', 'Nachname', 'E-Mail'],
        ['Anna', 'Neu', 'anna.neu@firma.example'],
        ['Ben', 'Neu', 'ben.neu@firma.example'],
      ]
      await page
        .getByLabel(messages.imports.file.drop)
        .setInputFiles({ name: 'neu.xlsx', mimeType: XLSX, buffer: toWorkbook(rows) })
      await page.getByRole('button', { name: messages.imports.file.next }).click()
      await page.getByRole('button', { name: messages.imports.columns.next }).click()
      const name = say('imports.check.send.create', { create: 2 })
      await page.getByRole('button', { name }).dblclick()
      const question = page.getByRole('alertdialog')
      await expect(question).toHaveCount(1)
      await question.getByRole('button', { name }).click()
      await page.getByRole('link', { name: messages.imports.result.showUninvited }).click()
      await expect.poll(async () => (await listRowIds(page)).length).toBe(2)
      const date = createDay(locale)
      await expect(page.getByText(say('employees.uninvitedSince', { date, days: 0 }))).toBeVisible()
      await page.locator('.name-link').first().click()
      await expect(
        page.getByRole('dialog').getByText(say('person.status.addedAt', { date, days: 0 })),
      ).toBeVisible()
      expect((await listEverybody(EMPTY_PROJECT.id)).length).toBe(2)
      // An entry expands to the added people, each with a link.
      await page.goto('/activity')
      await comesAlive(page)
      const added = page.getByRole('row').filter({ hasText: 'Ben Neu' }).first()
      await added.getByText(say('activity.bulk.open', { count: 2 })).click()
      await added.getByRole('link', { name: /^Ben Neu/ }).click()
      await expect(page.getByRole('dialog', { name: 'Ben Neu' })).toBeVisible()
    })

    test('a person added alone opens from the log', async ({ page }) => {
      await open(page, EMPTY_PROJECT)
      await comesAlive(page)
      const { add } = messages.person
      await page.getByRole('button', { name: add.open }).click()
      const dialog = page.getByRole('dialog', { name: add.title })
      await dialog.getByLabel(messages.employees.columns.first_name).fill('Zoë')
      await dialog.getByLabel(messages.employees.columns.last_name).fill('Allein')
      await dialog.getByLabel(messages.employees.columns.email).fill('zoe.allein@firma.example')
      await dialog.getByRole('button', { name: add.save, exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await page.goto('/activity')
      const newest = page.getByRole('row').nth(1)
      // The link to all entries of a person is shown only where other entries are shown, too.
      const person = messages.activity.filters.aboutPerson.split('{')[0] ?? ''
      await newest.getByRole('link', { name: person }).click()
      await expect(page).toHaveURL(/[?&]employee=\d+/)
      await expect(newest.getByRole('link', { name: /^Zoë Allein/ })).toBeVisible()
      await expect(page.getByRole('table').getByRole('link', { name: person })).toHaveCount(0)
      await newest.getByRole('link', { name: /^Zoë Allein/ }).click()
      await expect(page.getByRole('dialog', { name: 'Zoë Allein' })).toBeVisible()
      // She is the only waiting person, so one line names her alone, not as the first of several.
      await openProjects(page)
      const tasks = page
        .getByRole('listitem')
        .filter({ hasText: EMPTY_PROJECT.name })
        .getByRole('list', { name: messages.projects.tasks.label })
      await expect(tasks.getByRole('link')).toHaveText([
        say('projects.tasks.uninvited', { count: 1, among: 'all' }),
      ])
      await tasks.getByRole('link').click()
      const added = say('person.status.addedAt', { date: createDay(locale), days: 0 })
      await expect(page.getByRole('main').getByText(added)).toBeVisible()
    })

    test('one person is deleted by name, and many only by their number', async ({ page }) => {
      await open(page, MIXED_PROJECT)
      const [first] = await listEverybody(MIXED_PROJECT.id)
      const person = `${need(first).first_name} ${need(first).last_name}`
      const boxes = page.locator('[data-select]')
      await boxes.first().click()
      await page.getByRole('button', { name: say('selection.delete', { count: 1 }) }).click()
      const question = page.getByRole('alertdialog', {
        name: say('selection.deleteDialog.questionOne', { person }),
      })
      const { uploaded_at, photo } = need(first)
      const goes = uploaded_at === null && photo.edited_at === null ? 'goes' : 'goesWithPhoto'
      await expect(question.getByText(say(`person.delete.${goes}`, { person }))).toBeVisible()
      await expect(question.getByRole('textbox')).toHaveCount(0)
      await question.getByRole('button', { name: messages.selection.deleteDialog.confirmOne }).click()
      await expect(page.getByText(say('projects.people', { count: 239 }), { exact: true })).toBeVisible()
    })

    test('the activity filters fit one line on a laptop', async ({ page }) => {
      await page.setViewportSize({ width: 1366, height: 768 })
      await signIn(page)
      await page.goto('/activity')
      const filters = page.getByRole('search', { name: messages.activity.filters.label })
      await expect(filters.getByLabel(messages.activity.filters.to)).toBeVisible()
      expect((await filters.boundingBox())?.height).toBeLessThan(50)
    })

    test('a refused key has the same text in the header, on the page and at the connection', async ({
      page,
    }) => {
      await openProjects(page)
      await putFault({ times: 1000, answer: { kind: 'status', status: 401, body: { message: 'No.' } } })
      // The people of this project were not counted yet; the desk would still show cached ones.
      await page.goto(`/projects/${ARCHIVED_PROJECT.id}`)
      await expect(page.getByRole('heading', { name: messages.app.failed.titles.keyRejected })).toBeVisible()
      await expect(
        page.getByRole('link', { name: messages.shell.connection.short.key_rejected }),
      ).toBeVisible()
      await page.getByRole('link', { name: messages.app.goToConnect }).click()
      await expect(page.getByText(messages.connect.trouble.practice)).toBeVisible()
      await clearFaults()
    })
  })
}

async function open(page: Page, { id }: { id: number }): Promise<void> {
  await signIn(page)
  await readAnew(page, id)
  await page.goto(`/projects/${id}`)
  await expect(page.getByRole('button', { name: /^(Person hinzufügen|Add person)$/ }).first()).toBeVisible()
}

type Choice = { dialog: Locator; label: string; name: string }

async function chooseTarget(page: Page, { dialog, label, name }: Choice): Promise<void> {
  await dialog.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name }).click()
}

/** True when a press on its middle would hit another element. */
function isCovered(control: Locator): Promise<boolean> {
  return control.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return !element.contains(met)
  })
}

/** Returns visible controls between the bar and the foot whose middle is covered by another element. */
function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const end = document.querySelector('.toasts')?.getBoundingClientRect().top ?? window.innerHeight
    const start = document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0
    const found: string[] = []
    for (const control of document.querySelectorAll('main :is(a, button, input, td[data-field]), footer a')) {
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width < 2 || height < 2 || y <= start || y >= end || x < 0 || x > window.innerWidth) continue
      const met = document.elementFromPoint(x, y)
      if (!met?.closest('main, footer')) found.push(`${control.outerHTML.slice(0, 80)} < ${met?.className}`)
    }
    return found
  })
}

/** Returns today in the notation of the desk. */
function createDay(locale: AppLocale): string {
  return new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    timeZone: 'Europe/Berlin',
  } as const).format(new Date())
}
