import type { Locator, Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { mayHandOver } from '#lib/portrait-api/portrait-status.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  listEverybody,
  listRowIds,
  need,
  readAnew,
  rowOf,
} from '#tests/support/journeys/employees.ts'
import { LANGUAGES } from '#tests/support/journeys/languages.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { type Recorder, recordSpeech } from '#tests/support/journeys/spoken-recorder.ts'

const TEXTS = { de, en }
const MIXED = `/projects/${MIXED_PROJECT.id}`
/** Three errors: an invalid address, a duplicate one, and a missing last name. */
const LIST = [
  'Vorname;Nachname;E-Mail',
  'Anna;Alt;anna@neu.example',
  'Bert;Beta;falsch',
  'Carla;Cent;anna@neu.example',
  'Dora;;dora@neu.example',
].join('\n')

test.use({ expectedStatuses: [401, 422], contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(resetSandbox)

for (const locale of LANGUAGES)
  test.describe(`announcements in ${locale}`, () => {
    const t = TEXTS[locale]
    test.use({ locale })

    test('signing in is announced as recorded', async ({ page }) => {
      const spoken = await recordSpeech(page)
      await page.goto('/sign-in')
      const password = page.getByLabel(`${t.signIn.password} ${t.ui.required}`, { exact: true })
      await spoken.step('nothing typed', async () => {
        await page.getByLabel(t.signIn.email).fill('')
        await password.fill('')
        await page.getByRole('button', { name: t.signIn.submit, exact: true }).press('Enter')
        await expect(page.getByText(t.signIn.reasons.email)).toBeVisible()
      })
      await spoken.step('a wrong password', async () => {
        await page.getByLabel(t.signIn.email).fill('hr@example.com')
        await password.fill('not this one at all')
        await page.keyboard.press('Enter')
        await expect(page.locator('form').getByText(t.signIn.reasons.wrong)).toBeVisible()
      })
      spoken.expectTranscript(`sign-in.${locale}`)
    })

    test('searching for people is announced as recorded', async ({ page }) => {
      const spoken = await openTable(page)
      await spoken.step('/', () => pressUntil(page, '/', page.getByRole('searchbox')))
      await spoken.step('scholz, letter by letter', async () => {
        await page.keyboard.type('scholz', { delay: 200 })
        await expect(page).toHaveURL(/q=scholz$/)
        await expect(page.getByTestId('page-summary')).not.toContainText('240')
        // The code for the announcement loads with the first request.
        await expect.poll(() => page.evaluate(() => window.heard?.length)).toBeGreaterThan(0)
      })
      await spoken.step('Escape', async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByTestId('page-summary')).toContainText('240')
      })
      const approved = page.getByRole('button', { name: new RegExp(`^${t.employees.tiles.approved}`) })
      await spoken.step('a tile', async () => {
        await approved.press('Enter')
        await expect(page.getByTestId('page-summary')).not.toContainText('240')
      })
      await spoken.step('the same tile', async () => {
        await approved.press('Enter')
        await expect(page.getByTestId('page-summary')).toContainText('240')
      })
      const head = page.getByRole('columnheader', { name: t.employees.columns.mitarbeiternummer })
      const before = await listRowIds(page)
      await spoken.step('a head', async () => {
        await head.getByRole('button').press('Enter')
        await expect(head).toHaveAttribute('aria-sort', 'ascending')
        await expect.poll(() => listRowIds(page)).not.toEqual(before)
      })
      await spoken.step('the next page', async () => {
        await page.getByRole('link', { name: t.ui.pagination.next }).press('Enter')
        await expect(page.locator('tbody input:focus')).toBeVisible()
      })
      await spoken.step('refresh', async () => {
        const answered = page.waitForResponse(/\/people\?/)
        await page.getByRole('button', { name: t.employees.refresh }).press('Enter')
        await answered
        await expect(page.getByRole('button', { name: t.employees.refresh })).not.toHaveAttribute('aria-busy')
      })
      spoken.expectTranscript(`find.${locale}`)
    })

    test('correcting a person is announced as recorded', async ({ page }) => {
      const spoken = await openTable(page)
      const person = need(
        (await listPlain()).find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at),
      )
      await page.goto(`${MIXED}?q=${encodeURIComponent(person.email)}`)
      const cell = cellOf(page, person, 'email')
      await spoken.step('the cell', () => cell.focus())
      await spoken.step('Enter', () => pressUntil(page, 'Enter', cell.locator('input')))
      await spoken.step('no address, and Enter', async () => {
        await page.keyboard.type('falsch')
        await page.keyboard.press('Enter')
        await expect(cell).toContainText(t.reasons.email)
      })
      await spoken.step('another address, and Enter', async () => {
        await page.keyboard.press('Control+A')
        // The text is inserted in one step: the effect of the address would be announced again after a pause in slow
        // typing.
        await page.keyboard.insertText('neue.adresse@example.com')
        await page.keyboard.press('Enter')
        await expect(page.locator('main').getByText('neue.adresse@example.com')).toHaveCount(2)
      })
      const number = cellOf(page, person, 'mitarbeiternummer')
      await number.focus()
      await spoken.step('another number', async () => {
        await pressUntil(page, 'F2', number.locator('input'))
        await page.keyboard.type('99001')
        await page.keyboard.press('Enter')
        await expect(page.locator('.toast')).toBeVisible()
      })
      await spoken.step('Control Z', async () => {
        await page.keyboard.press('Control+Z')
        await expect(number).toHaveText(person.mitarbeiternummer)
        await expect(page.locator('.toast')).toBeVisible()
      })
      spoken.expectTranscript(`fix.${locale}`)
    })

    test('selecting and changing many people is announced as recorded', async ({ page }) => {
      const spoken = await openTable(page)
      const [first, second] = await listPlain()
      const bar = page.getByRole('region', { name: t.selection.label })
      await spoken.step('the first', async () => {
        await rowOf(page, need(first)).locator('[data-select]').press('Space')
        await expect(bar).toBeVisible()
      })
      await spoken.step('back to none', async () => {
        await page.keyboard.press('Space')
        await expect(bar).toBeHidden()
      })
      await spoken.step('two, from any cell', async () => {
        await page.evaluate(
          ids => {
            for (const [index, id] of ids.entries()) {
              const cell = document.querySelector<HTMLElement>(`tr[data-person="${id}"] > [data-field=email]`)
              cell?.focus()
              cell?.dispatchEvent(
                new KeyboardEvent('keydown', {
                  key: ' ',
                  shiftKey: index === 0,
                  bubbles: true,
                  cancelable: true,
                }),
              )
            }
          },
          [need(first).id, need(second).id],
        )
        await expect(bar.getByText(/2/).first()).toBeVisible()
      })
      await spoken.step('Control A', async () => {
        await page.keyboard.press('Control+A')
        await expect(bar).toContainText('50')
      })
      await spoken.step('the selection is cleared, and two are chosen', async () => {
        // All presses come before the announcement, however slow the machine is.
        const ids = [need(first).id, need(second).id]
        await bar
          .getByRole('button', { name: t.ui.clearSelection })
          .evaluate((clear: HTMLElement, chosen) => {
            clear.focus()
            clear.click()
            for (const id of chosen) {
              const box = document.querySelector<HTMLElement>(`tr[data-person="${id}"] [data-select]`)
              box?.focus()
              box?.click()
            }
          }, ids)
      })
      await spoken.step('another language for two: the question', async () => {
        await bar.getByRole('button', { name: /^(Language of|Sprache von|Sprache) .*2/ }).press('Enter')
        await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toBeFocused()
      })
      await spoken.step('its start and its end', async () => {
        await page.getByRole('dialog').locator('footer button').last().press('Enter')
        await expect(page.getByRole('dialog', { name: /2/ })).toHaveCount(0)
        await expect(page.locator('.toast').getByText(t.batches.undo, { exact: true })).toBeVisible()
      })
      spoken.expectTranscript(`many.${locale}`)
    })

    test('walking through people and deleting one is announced as recorded', async ({ page }) => {
      const spoken = await openTable(page)
      const [first, second] = await listPlain()
      await spoken.step('the first one is opened', async () => {
        await cellOf(page, need(first), 'last_name').press('Shift+Enter')
        await expect(page.getByRole('dialog')).toContainText(t.person.delete.ask)
      })
      await spoken.step('the next one', async () => {
        await page.getByRole('button', { name: t.person.steps.next }).press('Enter')
        await expect(page.getByRole('dialog', { name: need(second).last_name })).toBeVisible()
      })
      await spoken.step('to be deleted: the question', async () => {
        await page.getByRole('button', { name: t.person.delete.ask }).press('Enter')
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await spoken.step('yes', async () => {
        const question = page.getByRole('alertdialog')
        await question.getByRole('button').last().press('Enter')
        await expect(page.getByRole('dialog', { name: need(second).last_name })).toHaveCount(0)
        await expect(page.locator('.toast')).toBeVisible()
      })
      spoken.expectTranscript(`delete.${locale}`)
    })

    test('adding a person is announced as recorded', async ({ page }) => {
      const spoken = await openTable(page)
      const dialog = page.getByRole('dialog', { name: t.person.add.title })
      await spoken.step('the form', async () => {
        await page.getByRole('button', { name: t.person.add.open }).press('Enter')
        await expect(dialog.getByRole('textbox').first()).toBeFocused()
      })
      await spoken.step('sent with nothing in it', async () => {
        await dialog.getByRole('button', { name: t.person.add.save, exact: true }).press('Enter')
        await expect(dialog.getByText(t.reasons.required).first()).toBeVisible()
      })
      await spoken.step('sent with everything', async () => {
        await dialog.getByLabel(t.employees.columns.first_name).fill('Zoë')
        await dialog.getByLabel(t.employees.columns.last_name).fill('Neu')
        await dialog.getByLabel(t.employees.columns.email).fill('zoe@neu.example')
        await page.keyboard.press('Enter')
        await expect(dialog).toBeHidden()
        await expect(page.locator('.toast')).toBeVisible()
      })
      spoken.expectTranscript(`add.${locale}`)
    })

    test('an idle session is announced as recorded', async ({ page }) => {
      const spoken = await recordSpeech(page)
      let left: number | null = 60
      await page.clock.install()
      const asked = () => page.waitForResponse(/api\/session$/)
      await page.route('**/api/session', route =>
        left === null
          ? route.fulfill({ status: 401, json: { code: 'signed_out', message: '', requestId: '' } })
          : route.fulfill({
              json: { data: { idle_ms: left * 60_000, ends_ms: 400 * 60_000, idle_limit_ms: 3_600_000 } },
            }),
      )
      await signIn(page)
      await page.goto(MIXED)
      await expect(page.getByTestId('page-summary')).toContainText('240')
      await page.waitForLoadState('networkidle')
      const dialog = page.getByRole('dialog')
      await spoken.step('an hour less four minutes', async () => {
        const first = asked()
        await page.clock.fastForward('01:05')
        await first
        left = 4
        await passTime(page, dialog.getByRole('button', { name: t.app.sessionEnd.stay }))
      })
      await spoken.step('still there', async () => {
        left = 60
        await dialog.getByRole('button', { name: t.app.sessionEnd.stay }).press('Enter')
        await expect(dialog).toBeHidden()
      })
      await spoken.step('an hour later', async () => {
        left = null
        await passTime(page, dialog.getByRole('link', { name: t.app.sessionEnd.signIn }))
      })
      await spoken.step('signed in again in another tab', async () => {
        left = 60
        await dialog.getByRole('button', { name: t.app.sessionEnd.look }).press('Enter')
        await expect(dialog).toBeHidden()
      })
      spoken.expectTranscript(`session.${locale}`)
    })

    test('downloading photos is announced as recorded', async ({ page }) => {
      const spoken = await openTable(page)
      const person = need((await listPlain()).find(mayHandOver))
      await page.goto(`${MIXED}?q=${encodeURIComponent(person.email)}`)
      const bar = page.getByRole('region', { name: t.selection.label })
      await spoken.step('somebody selected', async () => {
        await rowOf(page, person).locator('[data-select]').press('Space')
        await expect(bar).toBeVisible()
      })
      await spoken.step('the dialog', async () => {
        await bar
          .getByRole('button')
          .filter({ hasText: /Foto|photo/ })
          .first()
          .press('Enter')
        await expect(page.getByRole('dialog').locator('button[type=submit]')).toBeEnabled()
        await expect(page.getByRole('radio', { checked: true }).first()).toHaveAccessibleName(
          /1 (Foto|photo)$/,
        )
      })
      await spoken.step('its start and its end', async () => {
        const downloading = page.waitForEvent('download')
        await page.getByRole('dialog').locator('button[type=submit]').press('Enter')
        await downloading
        await expect(page.locator('.toast').getByText(readyFor(t))).toBeVisible()
      })
      spoken.expectTranscript(`download.${locale}`)
    })

    test('importing a list with three errors is announced as recorded', async ({ page }) => {
      const spoken = await recordSpeech(page)
      await signIn(page)
      await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
      await spoken.step('a file', async () => {
        await page
          .getByLabel(t.imports.file.drop)
          .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
        await expect(page.getByRole('heading', { name: t.imports.file.understood })).toBeFocused()
      })
      await spoken.step('on to the columns', async () => {
        await page.getByRole('button', { name: t.imports.file.next }).press('Enter')
        await expect(page.getByRole('heading', { name: t.imports.columns.title })).toBeFocused()
      })
      await spoken.step('a column that is needed', () =>
        page.getByRole('combobox', { name: t.imports.fields.email }).focus(),
      )
      await spoken.step('on to the check', async () => {
        await page.getByRole('button', { name: t.imports.columns.next }).press('Enter')
        await expect(page.getByRole('heading', { name: t.imports.check.title })).toBeFocused()
      })
      await spoken.step('into the rows', () => page.locator('#cell-2-take input').focus())
      await spoken.step('F8, to the next error', async () => {
        await page.keyboard.press('F8')
        await expect(page.locator('td[id^=cell-]:focus, th[id^=cell-]:focus')).toBeVisible()
      })
      await spoken.step('corrected', async () => {
        await page.locator('#cell-3-email').press('Enter')
        await expect(page.locator('#cell-3-email input')).toBeFocused()
        await page.keyboard.type('bert@neu.example')
        await page.keyboard.press('Enter')
        await expect(page.locator('#cell-3-email input')).toHaveCount(0)
      })
      await spoken.step('corrected to an address that another row has', async () => {
        await page.locator('#cell-4-email').press('Enter')
        await page.keyboard.type('bert@neu.example')
        await page.keyboard.press('Enter')
        await expect(page.locator('#cell-4-email input')).toHaveCount(0)
      })
      await spoken.step('taken back', () => page.keyboard.press('Control+Z'))
      await spoken.step('only rows with errors', async () => {
        await page.getByRole('button', { name: new RegExp(`^${t.imports.kinds.invalid}`) }).press('Enter')
      })
      await spoken.step('the rest is left out', async () => {
        await page
          .getByRole('button', { name: /^(3|2) |auslassen|Leave out/i })
          .filter({ hasText: /auslassen|leave/i })
          .press('Enter')
        await expect(page.locator('[data-goes-on]')).toBeFocused()
      })
      await spoken.step('sent: the question', async () => {
        await page.keyboard.press('Enter')
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await spoken.step('sent, and its end', async () => {
        await page.getByRole('alertdialog').getByRole('button').last().press('Enter')
        await expect(page.getByTestId('import-account')).toBeVisible()
      })
      spoken.expectTranscript(`import.${locale}`)
    })
  })

async function openTable(page: Page): Promise<Recorder> {
  const spoken = await recordSpeech(page)
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
  await page.goto(MIXED)
  await expect(page.getByTestId('page-summary')).toContainText('240')
  await page.waitForLoadState('networkidle')
  return spoken
}

/** The time passes only after the page has shown how long a session lasts. */
async function passTime(page: Page, awaited: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward('01:00:00')
    await expect(awaited).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** The page handles keys once its script runs. */
async function pressUntil(page: Page, key: string, focused: ReturnType<Page['locator']>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(focused).toBeFocused({ timeout: 500 })
  }).toPass()
}

function listPlain(): Promise<Employee[]> {
  return listEverybody(MIXED_PROJECT.id)
}

function readyFor({ exports }: typeof en): string {
  return exports.card.announceReady.replace('{project}', MIXED_PROJECT.name)
}
