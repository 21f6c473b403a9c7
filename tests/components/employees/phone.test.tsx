import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import { expectAccessible } from '#tests/support/components/accessible.ts'
import { ADMIN, Bar } from '#tests/support/components/bar.tsx'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { createRoster } from '#tests/support/components/people.ts'
import { listRows, openProject } from '#tests/support/components/render-desk.tsx'
import { cellOf, countOf, editCell, need, press } from '#tests/support/components/screen.ts'

const t = de.employees
const WIDTH = 320

const sheet = page.getByRole('dialog')

function openApproved() {
  deskApi.use(createRoster({ count: 3, situation: 'approved' }))
  const [person] = listRows()
  return need(person)
}

test('a tile that is already selected is in sight', async () => {
  await openProject({ width: WIDTH, search: '?tile=uninvited' })
  const tile = page.getByRole('button', { name: t.tiles.uninvitedAmong })
  await expect.element(tile).toHaveAttribute('aria-pressed', 'true')
  await expect.element(tile).toBeInViewport({ ratio: 1 })
})

test('a hit in a number has enough contrast in both themes', async () => {
  const { mitarbeiternummer } = need(deskApi.people[0])
  await openProject({ width: WIDTH, search: `?q=${mitarbeiternummer}` })
  await expect.element(page.getByCss('.card-number mark').first()).toBeVisible()
  await expectAccessible('hit', '.card-number')
})

test('a reason at an address breaks no word, as an address itself does', async () => {
  const person = openApproved()
  await openProject({ width: WIDTH })
  const cell = cellOf(person, 'email')
  await editCell(cell, 'kaputt')
  await press('Enter')
  const reason = cell.getByCss('p').first()
  await expect.element(reason).toMatchTextContent(de.reasons.email)
  expect(getComputedStyle(reason.element()).wordBreak).toBe('normal')
})

test('a portrait is offered larger only where it does not fill the width already', async () => {
  const person = openApproved()
  await openProject({ width: WIDTH, person: person.id })
  const enlarge = page.getByRole('button', { name: /^Porträt von .* vergrößern$/ })
  await expect.element(sheet.getByRole('img').first()).toBeVisible()
  await expect.element(enlarge).not.toBeInTheDocument()
  await page.viewport(683, 384)
  await expect.element(enlarge).toBeVisible()
  const before = sheet.getByRole('img').first().element().getBoundingClientRect().height
  await enlarge.click()
  await countOf(page.getByCss('[role=dialog]'), 2)
  const large = page.getByRole('dialog').getByRole('img').first()
  await expect.poll(() => large.element().getBoundingClientRect().height).toBeGreaterThan(before)
  await expect.element(large).toBeInViewport({ ratio: 1 })
  await page.viewport(1280, 900)
})

test('the fields of a person stay where they are when the sizes of the photo arrive', async () => {
  const person = openApproved()
  const sizes = page.getByRole('list', { name: de.person.photo.downloads }).getByRole('listitem')
  // The browser remembers how many there were.
  await openProject({ width: WIDTH, person: person.id })
  await expect.element(sizes.nth(1)).toBeVisible()
  const reading = hold('GET /api/v1/image-sizes')
  await openProject({ width: WIDTH, person: person.id })
  await reading.arrived
  await countOf(sizes, 1)
  await expect.element(sheet).toMatchTextContent(de.person.where.nowhere)
  const field = sheet.getByRole('textbox').first()
  const before = field.element().getBoundingClientRect().top
  reading.release()
  await expect.element(sizes.nth(1)).toBeVisible()
  expect(field.element().getBoundingClientRect().top).toBe(before)
})

test('the buttons above a project are as wide as the page', async () => {
  await openProject({ width: WIDTH })
  const widths = [de.exports.open, de.person.add.open].map(name =>
    Math.round(page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().width),
  )
  expect(widths).toEqual([288, 288])
})

test('the order of the cards is shown and can be changed, without columns that no card shows', async () => {
  await openProject({ width: WIDTH })
  const button = page.getByRole('button', { name: t.view.label })
  const order = page.getByTestId('card-order')
  const columns = page.getByRole('menuitemcheckbox')
  await expect.element(order).toHaveTextContent('Sortiert nach Nachname, aufsteigend')
  await button.click()
  await expect.element(columns.filter({ hasText: t.columns.locale })).toBeVisible()
  await countOf(columns.filter({ hasText: t.columns.invited_at }), 0)
  await countOf(page.getByRole('menuitemradio', { name: t.view.compact }), 0)
  await page.getByRole('menuitemradio', { name: t.columns.email }).click()
  await expect.element(order).toHaveTextContent('Sortiert nach E-Mail, aufsteigend')
  await button.click()
  await page.getByRole('menuitemradio', { name: t.view.desc }).click()
  await expect.element(order).toHaveTextContent('Sortiert nach E-Mail, absteigend')
  const [last] = listRows('?sort=email&dir=desc')
  await expect.element(page.getByCss('tr[data-person]').first()).toMatchTextContent(need(last).email)
})

test('every link of the menu closes it, even one to the current page', async () => {
  await openProject({ width: WIDTH, user: ADMIN, bar: <Bar /> })
  const menu = page.getByRole('dialog', { name: de.shell.menu })
  const links = menu.getByRole('link')
  const open = async () => {
    await page.getByRole('button', { name: de.shell.menu, exact: true }).click()
    await expect.element(menu).toBeVisible()
  }
  await open()
  const count = links.elements().length
  expect(count).toBeGreaterThan(3)
  for (let index = 0; index < count; index += 1)
    for (const when of ['from elsewhere', 'from there']) {
      await links.nth(index).click()
      await expect.poll(() => menu.query(), { message: `${index}, ${when}` }).toBeNull()
      await open()
    }
})

test('a press on a status explains it, beside the card and inside the window', async () => {
  openApproved()
  await openProject({ width: WIDTH })
  const status = page.getByCss('td:has(> .status-approved)').nth(1)
  await status.click()
  const meaning = page.getByCss('p.cell-hint-stays')
  await expect.element(meaning).toMatchTextContent(de.glossary.statuses.approved.means)
  await expect.element(meaning).toBeInViewport({ ratio: 1 })
  const [below, there] = [meaning.element().getBoundingClientRect(), status.element().getBoundingClientRect()]
  expect(Math.abs(below.top - there.bottom)).toBeLessThan(2)
  await page.getByRole('heading', { level: 1 }).click()
  await countOf(meaning, 0)
})
