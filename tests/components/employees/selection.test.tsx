import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'

import de from '#lib/i18n/de.json' with { type: 'json' }
import { Work } from '#tests/support/components/bar.tsx'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { createRoster } from '#tests/support/components/people.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  editCell,
  expectStyle,
  focus,
  need,
  press,
  rowOf,
  toasts,
  type,
} from '#tests/support/components/screen.ts'

const START = 'POST /api/batches'
const WORK = 'GET /api/work'
const t = de.selection

const bar = page.getByRole('region', { name: t.label })
const boxes = page.getByCss('[data-select]')
const question = page.getByRole('alertdialog')
const inBar = (name: string) => bar.getByRole('button', { name })

/** Opens the project with the list of work in the bar, which follows started work. */
function open(options: { width?: number } = {}) {
  return openProject({ ...options, bar: <Work /> })
}

/** Presses one box, and another one with Shift; returns the ids selected by that. */
async function selectRows(from: number, to: number): Promise<number[]> {
  await boxes.nth(from).click()
  if (to !== from) await boxes.nth(to).click({ modifiers: ['Shift'] })
  await countOf(page.getByCss('[data-select]:checked'), to - from + 1)
  return [...document.querySelectorAll<HTMLElement>('[data-select]:checked')].map(box =>
    Number(box.dataset.select),
  )
}

async function changeLanguage(count: number) {
  await bar.getByRole('button', { name: `Sprache von ${count} Personen …` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Englisch' }).click()
  await dialog.getByRole('button', { name: `Bei ${count} Personen ändern` }).click()
}

test('Shift selects rows, all that match are selected at once, and every button names its number', async () => {
  deskApi.use(createRoster({ count: 60 }))
  await open()
  await selectRows(1, 4)
  await expect.element(bar).toMatchTextContent('4 ausgewählt')
  await expect.element(inBar('4 Personen löschen …')).toBeVisible()
  await inBar('Alle 60 auswählen').click()
  await expect.element(bar).toMatchTextContent('60 ausgewählt')
  await expect.element(inBar('60 Personen löschen …')).toBeVisible()
  await inBar(de.ui.clearSelection).click()
  await countOf(bar, 0)
})

test('a bulk change of language is announced at its end, and can be undone for all', async () => {
  await open()
  const ids = await selectRows(0, 3)
  const before = ids.map(id => deskApi.find(id).locale)
  const changed = before.filter(locale => locale !== 'en').length
  const starting = hold(START)
  await changeLanguage(4)
  expect((await starting.arrived).body).toMatchObject({ action: 'locale', locale: 'en' })
  starting.release()
  await expect.element(toasts.getByText(de.batches.undo, { exact: true })).toBeVisible()
  expect(ids.map(id => deskApi.find(id).locale)).toEqual(['en', 'en', 'en', 'en'])
  await countOf(toasts, 1)
  await toasts.getByText(de.batches.undo, { exact: true }).click()
  await expect.poll(() => ids.map(id => deskApi.find(id).locale)).toEqual(before)
  await expect.element(toasts).toMatchTextContent('zurückgenommen')
  expect(changed).toBeGreaterThan(0)
})

test('a new message about changes takes the place of the one before, above the bar', async () => {
  const people = await open()
  await editCell(cellOf(need(people[5]), 'last_name'), 'Neuname')
  await press('Enter')
  await expect.element(toasts).toMatchTextContent('Neuname')
  await selectRows(0, 3)
  await expect
    .poll(
      () => bar.element().getBoundingClientRect().bottom <= toasts.element().getBoundingClientRect().top + 1,
    )
    .toBe(true)
  const working = hold(WORK)
  await changeLanguage(4)
  await expect.element(toasts).toMatchTextContent('4 Personen')
  await countOf(toasts, 1)
  working.release()
  await expect.element(toasts.getByText(de.batches.undo, { exact: true })).toBeVisible()
  await countOf(toasts, 1)
})

test('deleting a few names them all, and one failure stops nothing and is listed', async () => {
  await open()
  const ids = await selectRows(0, 2)
  const names = ids.map(id => `${deskApi.find(id).first_name} ${deskApi.find(id).last_name}`)
  deskApi.protect(need(ids[1]))
  await inBar('3 Personen löschen …').click()
  await countOf(question.getByRole('listitem'), 3)
  for (const name of names) await expect.element(question).toMatchTextContent(name)
  await countOf(question.getByRole('textbox'), 0)
  await question.getByRole('button', { name: '3 Personen für immer löschen' }).click()
  await expect.element(toasts).toMatchTextContent('2 Personen gelöscht')
  await countOf(rowOf({ id: need(ids[0]) }), 0)
  await expect.element(rowOf({ id: need(ids[1]) })).toBeVisible()
  await page.getByCss('#work').click()
  await page.getByRole('button', { name: de.batches.show }).click()
  const results = page
    .getByRole('dialog')
    .filter({ hasText: need(names[1]) })
    .last()
  await expect.element(results.getByRole('listitem').first()).toMatchTextContent(need(names[1]))
  await countOf(results.getByRole('listitem'), 3)
})

test('the title has the focus, in sight, after people far down the list were deleted', async () => {
  deskApi.use(createRoster({ count: 45 }))
  await open()
  await selectRows(40, 41)
  await focus(inBar('2 Personen löschen …'))
  await press('Enter')
  await focus(question.getByRole('button', { name: '2 Personen für immer löschen' }))
  await press('Enter')
  await countOf(question, 0)
  await expect.element(page.getByCss('h1')).toHaveFocus()
  await expect.element(page.getByCss('h1')).toBeInViewport()
})

test('a question that cannot reach the desk says so, can be closed, and is not sent later', async () => {
  await open()
  await selectRows(0, 1)
  await inBar('2 Personen löschen …').click()
  deskApi.answer(START, () => new Response('', { status: 502 }))
  await question.getByRole('button', { name: '2 Personen für immer löschen' }).click()
  await expect.element(question).toMatchTextContent(de.errors.desk_unreachable)
  await question.getByRole('button', { name: de.ui.cancel }).click()
  await countOf(question, 0)
  expect(deskApi.calls(START)).toHaveLength(1)
  expect(deskApi.people).toHaveLength(24)
})

test('deleting more than ten asks for their number, which has the focus each time', async () => {
  await open()
  await selectRows(0, 10)
  const names = page.getByRole('dialog').filter({ hasText: '11 Personen löschen?' })
  const confirm = question.getByRole('button', { name: '11 Personen für immer löschen' })
  for (const last of [false, true]) {
    await inBar('11 Personen löschen …').click()
    await countOf(names.getByRole('listitem'), 11)
    await names.getByRole('button', { name: t.deleteDialog.goOn }).click()
    await expect.element(question.getByRole('textbox')).toHaveFocus()
    await expect.element(confirm).toBeDisabled()
    await type('11')
    await expect.element(question.getByRole('textbox')).toHaveValue('11')
    if (last) await confirm.click()
    else await press('Escape')
    await countOf(question, 0)
  }
  await expect.element(toasts).toMatchTextContent('11 Personen gelöscht')
})

test('a few whose names cannot be read are deleted by their number only', async () => {
  await open()
  await selectRows(0, 1)
  deskApi.refuse('GET /api/projects/:projectId/people/ids', 'service_unreachable', { times: 5 })
  await inBar('2 Personen löschen …').click()
  const names = page.getByRole('dialog').filter({ hasText: '2 Personen löschen?' })
  await names.getByRole('button', { name: t.deleteDialog.goOn }).click()
  await expect.element(question.getByRole('textbox')).toHaveFocus()
})

test('the bar at the foot hides no cell that has the focus', async () => {
  const people = await open()
  await selectRows(0, 2)
  await expectStyle(bar, { opacity: '1' })
  const { top } = bar.element().getBoundingClientRect()
  const behind = need(
    people.find(person => cellOf(person, 'last_name').element().getBoundingClientRect().bottom > top),
  )
  await focus(cellOf(behind, 'last_name'))
  await expect
    .poll(() => cellOf(behind, 'last_name').element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(top)
})

for (const width of [1280, 390])
  test(`the bar takes the whole foot, and the page ends above it, ${width} pixels wide`, async () => {
    await open({ width })
    const box = boxes.nth(20)
    const { bottom } = (await box.findElement()).getBoundingClientRect()
    window.scrollBy(0, bottom + 8 - innerHeight)
    await focus(box)
    await press('Space')
    await expect.element(bar).toBeVisible()
    const { left, width: wide } = bar.element().getBoundingClientRect()
    expect({ left, wide }).toEqual({ left: 0, wide: document.documentElement.clientWidth })
    await expect
      .poll(
        () => box.element().getBoundingClientRect().bottom <= bar.element().getBoundingClientRect().top + 0.5,
      )
      .toBe(true)
    await inBar(de.ui.clearSelection).click()
    await countOf(bar, 0)
    expect(getComputedStyle(document.body).paddingBlockEnd).toBe('0px')
  })

test('the menu copies the addresses of the selected and requests their list in table order', async () => {
  await commands.allowClipboard()
  await open()
  const ids = await selectRows(1, 3)
  await inBar(t.more).click()
  await page.getByRole('menuitem', { name: '3 E-Mail-Adressen kopieren' }).click()
  await expect.element(toasts).toMatchTextContent('3 E-Mail-Adressen kopiert')
  const copied = (await navigator.clipboard.readText()).split('; ')
  expect(copied.toSorted()).toEqual(ids.map(id => deskApi.find(id).email).toSorted())
  await inBar(t.more).click()
  await page.getByRole('menuitem', { name: /Text \(CSV\)/ }).click()
  await expect
    .poll(() => deskApi.calls('POST /api/projects/:projectId/people/list').at(-1)?.body)
    .toMatchObject({ format: 'csv', employee_ids: ids })
})

test('Control+Z in a cell of a bulk change asks to undo it for all people', async () => {
  await open()
  const ids = await selectRows(0, 2)
  const other = need(ids.find(id => deskApi.find(id).locale !== 'en'))
  const before = deskApi.find(other).locale
  await changeLanguage(3)
  await expect.element(toasts.getByText(de.batches.undo, { exact: true })).toBeVisible()
  await expect.element(cellOf({ id: other }, 'locale')).toMatchTextContent('Englisch')
  await focus(cellOf({ id: other }, 'locale'))
  await press('Control+Z')
  const undo = toasts.getByText(de.employees.edit.undoForAll, { exact: true })
  await undo.click()
  await expect.poll(() => deskApi.find(other).locale).toBe(before)
})

test('Control+Z outside of the cells offers to undo the last change', async () => {
  const people = await open()
  await editCell(cellOf(need(people[0]), 'first_name'), 'Früher')
  await press('Enter')
  await expect.element(toasts).toMatchTextContent('Früher')
  await selectRows(0, 2)
  await changeLanguage(3)
  await expect.element(toasts).toMatchTextContent('auf Englisch gestellt')
  await focus(page.getByCss('h1'))
  await press('Control+Z')
  await countOf(toasts, 1)
  await expect.element(toasts).not.toMatchTextContent('Früher')
  await toasts.getByRole('button', { name: de.batches.undo }).click()
  await expect.element(toasts).toMatchTextContent('zurückgenommen')
})
