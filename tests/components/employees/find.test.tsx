import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { compareText } from '#lib/i18n/compare-text.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { createRoster } from '#tests/support/components/people.ts'
import { listRows, openProject } from '#tests/support/components/render-desk.tsx'
import {
  cellOf,
  countOf,
  expectStyle,
  fieldOf,
  focus,
  listRowIds,
  need,
  press,
  pressNow,
  rowOf,
  toasts,
  type,
} from '#tests/support/components/screen.ts'

const t = de.employees
const LIST = 'GET /api/projects/:projectId/people'

const search = page.getByRole('searchbox', { name: t.find.label })
const summary = page.getByTestId('page-summary')
const tiles = page.getByRole('list', { name: t.tiles.label })
const chips = page.getByRole('list', { name: t.find.chips }).getByRole('listitem')

const on = (status: string) => deskApi.people.filter(person => getPortraitStatus(person) === status)
const uninvited = () => deskApi.people.filter(({ invited_at }) => invited_at === null)

/** Expects exactly these people, in any order. */
async function expectRows(people: readonly Employee[]) {
  await expect
    .poll(async () => (await listRowIds()).toSorted())
    .toEqual(people.map(({ id }) => id).toSorted())
}

beforeEach(() => deskApi.use(createRoster({ count: 30 })))

test('a slash leads to the search, which finds parts of words in any order and marks them', async () => {
  const { id } = need(deskApi.people[4])
  deskApi.changeElsewhere(id, { first_name: 'Annegret', last_name: 'Müller' })
  await openProject()
  await press('/')
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveAttribute('placeholder', 'In 30 Personen suchen')
  await type('MUELL ann')
  await expect.poll(async () => (await listRowIds())[0]).toBe(id)
  await expect.element(rowOf({ id }).getByCss('mark').first()).toHaveTextContent('Müll')
  expect(location.search).toBe('?q=MUELL+ann')
  await search.fill(deskApi.find(id).mitarbeiternummer)
  await expect.poll(async () => (await listRowIds())[0]).toBe(id)
  await press('Escape')
  await expect.element(summary).toMatchTextContent('30 Personen')
  expect(location.search).toBe('')
})

test('a tile limits the search', async () => {
  await openProject()
  await tiles.getByRole('button', { name: t.tiles.retake }).click()
  await expect.element(search).toHaveAttribute('placeholder', `In ${on('retake').length} Personen suchen`)
})

test('the search never waits for answers, and only its last question is answered', async () => {
  await openProject()
  const before = await listRowIds()
  const asking = hold(LIST)
  const name = need(deskApi.people[3]).last_name
  for (const words of [name.slice(0, 1), name.slice(0, 2), name]) {
    await search.fill(words)
    await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe(words)
  }
  await expect.element(search).toHaveValue(name)
  expect(await listRowIds()).toEqual(before)
  const table = page.getByCss('table[role=grid]')
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  await expectStyle(table, { opacity: '0.5' })
  asking.release()
  const found = listRows(`?q=${encodeURIComponent(name)}`)
  await expectRows(found)
  await expect.element(table).not.toHaveAttribute('aria-busy')
})

test('tiles count and filter, combine with each other and a language, and are cleared at once', async () => {
  await openProject()
  for (const status of ['pending', 'uploaded', 'edited', 'approved', 'retake'] as const)
    await expect
      .element(tiles.getByRole('button', { name: `${t.tiles[status]} ${on(status).length}` }))
      .toBeVisible()
  await tiles.getByRole('button', { name: t.tiles.uninvitedAmong }).click()
  await expectRows(uninvited())
  await tiles.getByRole('button', { name: t.tiles.retake }).click()
  await expectRows([...uninvited(), ...on('retake')])
  expect(location.search).toBe('?tile=uninvited%2Cretake')
  await countOf(chips, 2)
  const head = page.getByRole('row').first()
  const { top } = head.element().getBoundingClientRect()
  await tiles.getByRole('button', { name: t.tiles.edited }).click()
  await expect.element(chips).toHaveTextContent('3 Stände')
  expect(head.element().getBoundingClientRect().top).toBe(top)
  await tiles.getByRole('button', { name: t.tiles.edited }).click()
  await tiles.getByRole('button', { name: t.tiles.retake }).click()
  await page.getByRole('button', { name: t.find.more }).click()
  await page.getByRole('dialog').getByLabelText(t.columns.locale).selectOptions('en')
  await expectRows(uninvited().filter(({ locale }) => locale === 'en'))
  await press('Escape')
  await page.getByRole('button', { name: 'Filter entfernen: Sprache: Englisch' }).click()
  await expectRows(uninvited())
  await page.getByRole('button', { name: t.find.clear, exact: true }).first().click()
  await expectRows(deskApi.people)
  await countOf(chips, 0)
})

test('a tile that is pressed twice in one turn is left by a step back, rows and all', async () => {
  await openProject()
  const tile = tiles.getByRole('button', { name: t.tiles.retake })
  pressNow(tile)
  // React renders a press in a microtask, and the address is published in a later task.
  for (let turn = 0; turn < 10; turn += 1) await null
  pressNow(tile)
  await expectRows(deskApi.people)
  expect(location.search).toBe('')
  history.back()
  await expectRows(on('retake'))
  history.back()
  await expectRows(deskApi.people)
})

test('an exact number and a day of editing are filters', async () => {
  const days = deskApi.people.flatMap(({ photo }) => photo.edited_at?.slice(0, 10) ?? []).toSorted()
  const since = need(days[Math.floor(days.length / 2)])
  const person = need(deskApi.people[7])
  await openProject()
  await page.getByRole('button', { name: t.find.more }).click()
  await page.getByLabelText(t.find.editedSince).fill(since)
  await expectRows(deskApi.people.filter(({ photo }) => (photo.edited_at ?? '').slice(0, 10) >= since))
  await page.getByLabelText(t.find.editedSince).fill('')
  await page.getByLabelText(t.find.number).fill(person.mitarbeiternummer)
  await press('Enter')
  await expectRows([person])
})

test('a typed year is one query, and one step back leaves it', async () => {
  await openProject()
  await page.getByRole('button', { name: t.find.more }).click()
  const day = page.getByLabelText(t.find.editedSince)
  await focus(day)
  const step = vi.spyOn(history, 'pushState')
  await type('10102026')
  await expect.poll(() => location.search).toContain('edited_since=2026-10-10')
  expect(step).toHaveBeenCalledOnce()
})

test('a refresh shows changes in the rows and the sheet', async () => {
  const person = need((await openProject())[0])
  deskApi.changeElsewhere(person.id, { email: 'neu@example.com' })
  await page.getByRole('button', { name: t.refresh, exact: true }).click()
  await expect.element(cellOf(person, 'email')).toHaveTextContent('neu@example.com')
  expect(deskApi.calls(LIST).at(-1)?.headers.get('x-refresh')).toBe('1')
  await page.getByCss(`#person-${person.id}`).click()
  await expect
    .element(page.getByRole('dialog').getByLabelText(t.columns.email))
    .toHaveValue('neu@example.com')
})

test('a refresh also reaches the filters that were chosen while it was read', async () => {
  await openProject({ search: '?tile=approved' })
  const [first] = on('approved')
  await tiles.getByRole('button', { name: t.tiles.all }).click()
  await expectRows(deskApi.people)
  deskApi.changeElsewhere(need(first).id, {
    status: 'retake',
    photo: { ...need(first).photo, approved: false },
  })
  const reading = hold(LIST)
  await page.getByRole('button', { name: t.refresh, exact: true }).click()
  await reading.arrived
  await tiles.getByRole('button', { name: t.tiles.approved }).click()
  await expect.element(rowOf(need(first))).toBeVisible()
  reading.release()
  await countOf(rowOf(need(first)), 0)
  await expectRows(on('approved'))
})

test('a failed refresh says so while the rows stay', async () => {
  const [first] = await openProject()
  deskApi.refuse(LIST, 'service_unreachable', { times: 2 })
  await page.getByRole('button', { name: t.refresh, exact: true }).click()
  await expect.element(toasts).toMatchTextContent(t.refreshFailed)
  await expect.element(rowOf(need(first))).toBeVisible()
})

test('a refresh of a deleted project leaves no row', async () => {
  await openProject()
  deskApi.refuse(LIST, 'not_found', { times: Number.POSITIVE_INFINITY })
  await page.getByRole('button', { name: t.refresh, exact: true }).click()
  await countOf(page.getByCss('tr[data-person]'), 0)
})

test('people come by last name; another head sorts up, then down, then not at all', async () => {
  const people = await openProject()
  const byName = page.getByRole('columnheader', { name: t.columns.last_name })
  const head = page.getByRole('columnheader', { name: t.columns.mitarbeiternummer })
  const sorted = deskApi.people
    .toSorted((a, b) => compareText(a.mitarbeiternummer, b.mitarbeiternummer))
    .map(({ id }) => id)
  await expect.element(byName).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(listRowIds).toEqual(sorted)
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(listRowIds).toEqual(sorted.toReversed())
  await head.getByRole('button').click()
  await expect.element(head).not.toHaveAttribute('aria-sort')
  await expect.element(byName).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(listRowIds).toEqual(people.map(({ id }) => id))
})

test('a search puts the best match first, which is said because no head shows it', async () => {
  await openProject()
  const order = page.getByText(t.said.bestFirst, { exact: true }).first()
  await countOf(page.getByCss('th[aria-sort]'), 1)
  await search.fill(need(deskApi.people[3]).last_name)
  await expect.element(order).toBeVisible()
  await countOf(page.getByCss('th[aria-sort]'), 0)
  await page.getByRole('columnheader', { name: t.columns.email }).getByRole('button').click()
  await countOf(page.getByCss('th[aria-sort]'), 1)
})

test('back and forward show the same rows and the same words in the search', async () => {
  const approved = on('approved')
  const { last_name } = need(approved[0])
  await openProject()
  await tiles.getByRole('button', { name: t.tiles.approved }).click()
  await expectRows(approved)
  await focus(search)
  await type(last_name)
  const found = listRows(`?tile=approved&q=${encodeURIComponent(last_name)}`)
  await expectRows(found)
  history.back()
  await expect.element(search).toHaveValue('')
  await expectRows(approved)
  history.back()
  await expectRows(deskApi.people)
  history.forward()
  await expectRows(approved)
  history.forward()
  await expect.element(search).toHaveValue(last_name)
  await expectRows(found)
})

test('pages are turned, and the size of a page is chosen', async () => {
  deskApi.use(createRoster({ count: 60 }))
  const everybody = listRows('?per_page=100').map(({ id }) => id)
  await openProject({ search: '?per_page=25' })
  await expect.element(summary).toMatchTextContent('Seite 1 von 3 · 60 Personen')
  await page.getByRole('link', { name: de.ui.pagination.next }).click()
  await expect.element(summary).toMatchTextContent('Seite 2 von 3')
  await expect.poll(listRowIds).toEqual(everybody.slice(25, 50))
  await page.getByLabelText(de.ui.pagination.size).selectOptions('100')
  await expect.poll(listRowIds).toEqual(everybody)
})

test('the table says how many people are loaded, and asks again until all are', async () => {
  await openProject()
  const { data, meta } = { data: listRows('?q=a'), meta: { loaded: 200, roster_total: 1200 } }
  let asked = 0
  deskApi.respond(LIST, () => {
    asked += 1
    const whole = { page: 1, pages: 1, per_page: 50, total: data.length, counts: null, has_approved: null }
    return {
      data,
      meta: {
        ...whole,
        ...meta,
        as_of: null,
        similar: false,
        complete: asked > 1,
        reading: false,
        unreadable: 0,
      },
    }
  })
  const first = hold(LIST)
  await search.fill('a')
  await first.arrived
  const second = hold(LIST)
  first.release()
  await expect.element(page.getByRole('main')).toMatchTextContent('200 von 1.200 geladen')
  await second.arrived
  second.release()
  await expect.element(page.getByRole('main')).not.toMatchTextContent(' geladen')
  expect(asked).toBe(2)
})

test('an empty search says so, and one press shows everybody again', async () => {
  await openProject({ search: '?q=zzzzzz' })
  await expect.element(page.getByRole('heading', { name: t.noMatch.title })).toBeVisible()
  await page.getByRole('button', { name: t.find.clear }).last().click()
  await expectRows(deskApi.people)
  await expect.element(search).toHaveFocus()
})

test('hidden columns and density are drawn at once and sent to be remembered', async () => {
  await openProject()
  await page.getByRole('button', { name: t.view.label }).click()
  await page.getByRole('menuitemcheckbox', { name: t.columns.locale }).click()
  await expect
    .poll(() => deskApi.calls('PUT /api/preferences').at(-1)?.body)
    .toEqual({ table_view: { density: 'comfortable', hidden: expect.arrayContaining(['locale']) } })
  await page.getByRole('menuitemradio', { name: t.view.compact }).click()
  await expect
    .poll(() => deskApi.calls('PUT /api/preferences').at(-1)?.body)
    .toMatchObject({ table_view: { density: 'compact' } })
  await expect.element(page.getByCss('[data-density=compact]')).toBeInTheDocument()
  await countOf(page.getByCss('td[data-field=locale]'), 0)
})

test('a row on a phone is a card, whose name opens its person and whose order can be changed', async () => {
  const [first] = await openProject({ width: 390 })
  const row = rowOf(need(first))
  await expect.element(row).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeGreaterThan(100)
  const after = (field: 'last_name' | 'first_name') =>
    getComputedStyle(cellOf(need(first), field).getByCss('.name-link').element(), '::after').content
  expect(after('last_name')).toContain(',')
  expect(after('first_name')).toBe('none')
  await cellOf(need(first), 'first_name').getByCss('.name-link').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await press('Escape')
  await countOf(page.getByRole('dialog'), 0)
  await page.getByRole('button', { name: t.view.label }).click()
  await page.getByRole('menuitemradio', { name: t.columns.first_name }).click()
  await expect.poll(() => location.search).toBe('?sort=first_name')
})

test('a refused value and its reason stay inside their card at 320 pixels', async () => {
  const [first, second] = await openProject({ width: 320 })
  const cell = cellOf(need(second), 'email')
  await focus(cell)
  await press('F2')
  await fieldOf(cell).fill(need(first).email)
  await press('Enter')
  await expect.element(cell).toMatchTextContent(need(first).last_name)
  const name = cellOf(need(first), 'last_name')
  await focus(name)
  await press('F2')
  await fieldOf(name).fill('Vogt-Sommerfeldt')
  await press('Enter')
  await expect.element(name).toMatchTextContent('Vogt-Sommerfeldt')
  const outside = [need(first), need(second)].flatMap(person => findOutside(rowOf(person).element()))
  expect(outside).toEqual([])
})

/** Returns the parts of a card that stick out of it or lie under its box. */
function findOutside(card: Element): string[] {
  const { right } = card.getBoundingClientRect()
  const box = card.querySelector('[data-select]')?.getBoundingClientRect()
  return [...card.querySelectorAll('td[data-field], td[data-field] *')].flatMap(inner => {
    const { left, width, top, bottom } = inner.getBoundingClientRect()
    const isUnder = box && top < box.bottom && bottom > box.top && left + width > box.left
    return left + width > right || isUnder ? [inner.outerHTML.slice(0, 120)] : []
  })
}
