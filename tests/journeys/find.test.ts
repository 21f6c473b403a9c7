import type { Page } from '@playwright/test'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test, WITH_MOTION } from '#tests/support/journeys/desk-test.ts'
import { listEverybody, listRowIds, readAnew } from '#tests/support/journeys/employees.ts'
import { resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const MIXED = `/projects/${MIXED_PROJECT.id}`
const t = de.employees

test.use({ locale: 'de-DE', ...WITH_MOTION })
test.beforeEach(async ({ page }) => {
  await resetSandbox()
  await signIn(page)
  await readAnew(page, MIXED_PROJECT.id)
})

test('tiles count and filter, filters combine, stand as chips, and are cleared at once', async ({ page }) => {
  const people = await listEverybody(MIXED_PROJECT.id)
  await page.goto(MIXED)
  const tiles = page.getByRole('list', { name: t.tiles.label })
  for (const status of ['pending', 'uploaded', 'edited', 'approved', 'retake'] as const) {
    const count = people.filter(person => getPortraitStatus(person) === status).length
    await expect(
      tiles.getByRole('button', { name: `${t.tiles[status]} ${count}`, exact: true }),
    ).toBeVisible()
  }
  const uninvited = people.filter(({ invited_at }) => invited_at === null)
  await tiles.getByRole('button', { name: `${t.tiles.uninvitedAmong} ${uninvited.length}` }).click()
  await expect.poll(() => listRowIds(page)).toEqual(uninvited.map(({ id }) => id))

  // Several tiles at once are everybody who is on any of them, and the address keeps it.
  await tiles.getByRole('button', { name: t.tiles.retake }).click()
  const noPhoto = people.filter(
    person => person.invited_at === null || getPortraitStatus(person) === 'retake',
  )
  await expect.poll(() => listRowIds(page)).toEqual(noPhoto.map(({ id }) => id))
  await expect(page).toHaveURL(/tile=uninvited%2Cretake/)
  await expect(page.getByRole('list', { name: t.find.chips }).getByRole('listitem')).toHaveText([
    t.tiles.uninvited,
    t.tiles.retake,
  ])
  // A third makes one chip of them: the table stays where it is.
  const head = page.getByRole('row').first()
  const before = await head.boundingBox()
  await tiles.getByRole('button', { name: t.tiles.edited }).click()
  await expect(page.getByRole('list', { name: t.find.chips }).getByRole('listitem')).toHaveText('3 Stände')
  expect((await head.boundingBox())?.y).toBe(before?.y)
  await tiles.getByRole('button', { name: t.tiles.edited }).click()
  await tiles.getByRole('button', { name: t.tiles.retake }).click()

  await page.getByRole('button', { name: t.find.more }).click()
  await page.getByRole('dialog').getByLabel(t.columns.locale).selectOption('en')
  const both = uninvited.filter(({ locale }) => locale === 'en')
  await expect.poll(() => listRowIds(page)).toEqual(both.map(({ id }) => id))
  await page.keyboard.press('Escape')
  const chips = page.getByRole('list', { name: t.find.chips }).getByRole('listitem')
  await expect(chips).toHaveText([t.tiles.uninvited, 'Sprache: Englisch'])

  await page.getByRole('button', { name: 'Filter entfernen: Sprache: Englisch' }).click()
  await expect.poll(() => listRowIds(page)).toEqual(uninvited.map(({ id }) => id))
  await page.getByRole('button', { name: t.find.clear, exact: true }).click()
  await expectSummary(page, '240 Personen')
  await expect(chips).toHaveCount(0)
})

async function expectSummary(page: Page, words: string): Promise<void> {
  await expect(page.getByTestId('page-summary')).toContainText(words)
}
