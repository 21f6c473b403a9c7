import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import JSZip from 'jszip'
import sharp from 'sharp'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { expect, fetchAnswer, test } from '#tests/support/journeys/desk-test.ts'
import { PATH } from '#tests/support/journeys/ports.ts'
import { resetSandbox, type SandboxView, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'
import { openWork } from '#tests/support/journeys/work.ts'

const PHOTOS_LEFT = 8

test.beforeEach(resetSandbox)

async function openDialog(page: Page, project: { id: number } = MIXED_PROJECT) {
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('button', { name: 'Download photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download photos' })
  await expect(dialog.getByRole('button', { name: /^Download \d+ photos$/ })).toBeVisible()
  return dialog
}

/** A photo rendered for a system takes half a second, so all but a few people get a retake. */
async function leavePhotos(sandbox: SandboxView, { id }: { id: number }): Promise<void> {
  const ready = await sandbox.listEmployees(id, 'photo_ready=1')
  for (const person of ready.slice(PHOTOS_LEFT)) await sandbox.requestRetake(person.id)
}

async function chooseTarget(page: Page, name: RegExp) {
  await page.getByRole('button', { name: /^For which system/ }).click()
  await page.getByRole('option', { name }).click()
}

test('an archive for Microsoft 365 has a square per approved person, and the script', async ({ page }) => {
  const sandbox = await viewSandbox()
  await leavePhotos(sandbox, MIXED_PROJECT)
  const approved = await sandbox.listEmployees(MIXED_PROJECT.id, 'photo_ready=1')
  const ready = approved.filter(({ photo }) => photo.standard_url)
  await signIn(page)
  const dialog = await openDialog(page)
  await chooseTarget(page, /Microsoft 365/)
  await expect(dialog.getByText('Give this ZIP to your IT.')).toBeVisible()
  await expect(dialog.getByLabel('Size')).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'The first file names' }).getByRole('listitem')).toHaveText(
    ready
      .toSorted((a, b) => a.id - b.id)
      .slice(0, 5)
      .map(({ email }) => `${email}.jpg`),
  )
  await expect(dialog.getByTestId('export-time')).toContainText(
    `${ready.length} photos in ${2 * ready.length} files.`,
  )
  await expectAccessible(page)

  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await dialog.getByRole('button', { name: `Download ${ready.length} photos` }).click()
  const zip = await JSZip.loadAsync(await readFile(await (await downloading).path()), { checkCRC32: true })
  const script = await zip.file('set-microsoft-365-photos.ps1')?.async('string')
  expect(script).toContain('Set-MgUserPhotoContent')
  const photos = Object.keys(zip.files).filter(name => name.endsWith('.jpg'))
  expect(photos.toSorted()).toEqual(
    ready.flatMap(({ email }) => [`${email}.jpg`, `${email}-small.jpg`]).toSorted(),
  )
  const first = await zip.file(`${ready[0]?.email}.jpg`)?.async('nodebuffer')
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 648, height: 648 })
})

test('the downloads page offers an archive again, only new photos, and files to remove', async ({ page }) => {
  const sandbox = await viewSandbox()
  const size = await sandbox.smallestSize()
  await signIn(page)
  const dialog = await openDialog(page)
  await dialog.getByLabel('Size').selectOption(String(size.index))
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await dialog.getByRole('button', { name: /^Download \d+ photos$/ }).click()
  const first = await downloading

  await page.getByRole('link', { name: 'Downloads', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photo downloads' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: MIXED_PROJECT.name }).first()
  await expect(row).toContainText('Files by employee number · all approved · with background')
  await expect(row).toContainText('hr@example.com')
  await expectAccessible(page, 'main')
  const again = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download again' }).click()
  const second = await readFile(await (await again).path())
  expect(second.equals(await readFile(await first.path()))).toBe(true)

  // The page reports no new photos, and starts no download.
  const rows = page.getByRole('row').filter({ hasText: MIXED_PROJECT.name })
  const before = await rows.count()
  await row.getByRole('button', { name: 'Only what is new' }).click()
  const changes = page.getByRole('dialog', { name: 'What has changed since' })
  await expect(
    changes.getByText(
      /^No photo is new or changed since the download for “Files by employee number” on .+\.$/,
    ),
  ).toBeVisible()
  // The dialog offers no button without an effect.
  await expect(changes.locator('footer').getByRole('button')).toHaveText(['Close'])
  await expectAccessible(page)
  await changes.getByRole('button', { name: 'Close' }).first().click()
  await expect(changes).toBeHidden()
  await page.reload()
  await expect(rows).toHaveCount(before)

  // An approval is withdrawn between the plan and the start, so the download itself finds no photo.
  await page.route('**/api/exports/plan', async route => {
    const answer = await fetchAnswer(route)
    const { data } = await answer.json()
    await route.fulfill({ response: answer, json: { data: { ...data, people: 1 } } })
  })
  await row.getByRole('button', { name: 'Only what is new' }).click()
  await expect(rows).toHaveCount(before + 1)
  await expect(rows.first()).toContainText('Nothing new')
  await expect(rows.first()).not.toContainText('No photos')
  await openWork(page)
  await expect(page.getByRole('dialog').getByText('Nothing is new since then')).toBeVisible()
  await page.keyboard.press('Escape')

  const [leaver] = await sandbox.listEmployees(MIXED_PROJECT.id, 'photo_ready=1')
  if (!leaver) throw new Error('Nobody in the seed is approved.')
  const removed = await page.evaluate(
    async path => (await fetch(path, { method: 'DELETE', headers: { 'x-csrf': '1' } })).ok,
    `${PATH}/api/v1/employees/${leaver.id}`,
  )
  expect(removed).toBe(true)
  const oldest = page.getByRole('row').filter({ hasText: 'all approved' }).first()
  await oldest.getByRole('button', { name: 'What has changed?' }).click()
  await expect(page.getByText('1 person has left the project')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Files to remove' })).toHaveValue(
    `${leaver.mitarbeiternummer}.jpg`,
  )
})
