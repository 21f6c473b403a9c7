/**
 * The pictures of README.md and docs/tour.md. `SCREENSHOTS=docs/screens npm run test:all -- journeys screenshots` renews them; any other
 * run leaves its pictures in `test-results`.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { readAnew } from '#tests/support/journeys/employees.ts'
import { toWorkbook } from '#tests/support/journeys/import-list.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects } from '#tests/support/journeys/sign-in.ts'

const FOLDER = process.env.SCREENSHOTS ?? 'test-results/screenshots'
/** Colours of a picture: more are not visible, and take space in the repository. */
const COLOURS = 128
const PROJECT = `/projects/${MIXED_PROJECT.id}`
const CSRF = { 'x-csrf': '1' }
const LIST = [
  ['Pers.-Nr.', 'Name', 'E-Mail dienstlich', 'Sprache', 'Abteilung'],
  ['00901', 'Müller, Jörg', 'joerg.mueller@neu.example', 'Deutsch', 'IT'],
  ['00902', 'Öztürk, Ayşe', 'keine-adresse', 'Deutsch', 'IT'],
  ['00903', 'Nguyễn, Linh', 'linh.nguyen@neu.example', 'Englisch', 'Einkauf'],
  ['00904', 'Doppelt, Dora', 'dora@neu.example', 'Deutsch', 'Einkauf'],
  ['00905', 'Doppelt, Dieter', 'DORA@neu.example', 'Deutsch', 'Einkauf'],
  ['00906', 'Weiß, Zoë', 'zoe.weiss@neu.example', 'Klingonisch', 'Recht'],
  ['00907', 'Łukasiewicz, Paweł', 'pawel.lukasiewicz@neu.example', 'Deutsch', 'Recht'],
  ['909', 'Kurz, Karl', 'karl.kurz@neu.example', 'Englisch', 'Vertrieb'],
  ['00910', 'd’Angelo, Chiara', 'chiara.dangelo@neu.example', 'Deutsch', 'Vertrieb'],
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await openProjects(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test.describe('desktop screenshots', () => {
  test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

  test('the desktop screenshots show the table, a person and the dialog with all portraits', async ({
    page,
  }) => {
    await page.goto(PROJECT)
    await takePicture(page, 'employees-1440-light-en')
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, 'employees-1440-dark-en')
    await page.emulateMedia({ colorScheme: 'light' })
    const withPortrait = page.locator('tr[data-person]').filter({ has: page.locator('img') })
    await withPortrait.first().locator('a[id^=person-]').click()
    await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
    await takePicture(page, 'person-1440-light-en')
    await page.goto(PROJECT)
    await page.getByRole('button', { name: en.exports.open }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /^Download \d+ photos$/ })).toBeEnabled()
    await expect(dialog.locator('.animate-pulse')).toHaveCount(0)
    await takePicture(page, 'download-dialog-1440-light-en')
  })

  test('the desktop screenshots show projects and downloads after three downloads', async ({ page }) => {
    const { data } = await (await page.request.get(`/api${PROJECT}/people?tile=approved`)).json()
    const ids: number[] = data.map(({ id }: { id: number }) => id)
    await downloadPhotos(page, 'number', ids.slice(0, 12))
    await downloadPhotos(page, 'microsoft-365', ids.slice(0, 8))
    await downloadPhotos(page, 'badge-printer', ids.slice(0, 20))
    await page.goto('/projects')
    await expect(page.getByRole('link', { name: MIXED_PROJECT.name })).toBeVisible()
    await takePicture(page, 'projects-1440-light-en')
    await page.goto('/exports')
    await expect(page.getByRole('cell').getByText(MIXED_PROJECT.name).first()).toBeVisible()
    await takePicture(page, 'exports-1440-light-en')
  })

  test('the desktop screenshots show the check of an import with its faults', async ({ page }) => {
    await page.goto(`/projects/${EMPTY_PROJECT.id}/import`)
    const file = { name: 'Neueintritte.xlsx', mimeType: 'application/octet-stream', buffer: toWorkbook(LIST) }
    await page.getByLabel(en.imports.file.drop).setInputFiles(file)
    await page.getByRole('button', { name: en.imports.file.next }).click()
    await page.getByRole('button', { name: en.imports.columns.next }).click()
    await expect(page.getByRole('grid', { name: en.imports.check.grid })).toBeVisible()
    await takePicture(page, 'import-check-1440-light-en')
  })
})

test.describe('phone screenshots', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 } })

  test('the phone screenshot shows the table as cards in German', async ({ page }) => {
    await page.goto(PROJECT)
    await expect(page.getByRole('button', { name: de.exports.open })).toBeVisible()
    await takePicture(page, 'employees-390-light-de')
  })
})

async function downloadPhotos(page: Page, target: string, employee_ids: number[]): Promise<void> {
  const scope = { kind: 'people', employee_ids }
  const started = await page.request.post('/api/exports', {
    headers: { ...CSRF, origin: new URL(page.url()).origin },
    data: { project_id: MIXED_PROJECT.id, locale: 'de', target, scope },
  })
  expect(started.ok(), await started.text()).toBe(true)
  const { id } = (await started.json()).data
  const readState = async () => (await (await page.request.get(`/api/exports/${id}`)).json()).data.state
  await expect.poll(readState).toBe('ready')
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.evaluate(arePortraitsShown)).toBe(true)
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const picture = await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
  await sharp(picture)
    .png({ palette: true, colours: COLOURS, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`))
}

/** Runs in the page: true when each portrait in the window has arrived. */
function arePortraitsShown(): boolean {
  return [...document.images].every(image => {
    const { top, bottom } = image.getBoundingClientRect()
    return image.naturalWidth > 0 || top > innerHeight || bottom < 0
  })
}
