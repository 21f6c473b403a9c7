import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { ServiceState } from '#lib/service/contract.ts'
import { ADMIN, Bar } from '#tests/support/components/bar.tsx'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { SERVICE_WELL } from '#tests/support/components/desk-routes.ts'
import { openProject } from '#tests/support/components/render-desk.tsx'
import { countOf, focus, need, press, type } from '#tests/support/components/screen.ts'

const t = de.shell
const FOUND = 'GET /api/people'
const DOWN: ServiceState = { ...SERVICE_WELL, down: true, nextTryMs: 20_000, heardMs: null }

const banner = page.getByRole('banner')
const field = page.getByRole('combobox', { name: t.palette.search })
const option = page.getByRole('option')

const open = (options: { width?: number; service?: ServiceState; running?: number; path?: string } = {}) => {
  const { service, running, ...others } = options
  return openProject({
    ...others,
    user: ADMIN,
    bar: <Bar {...(service && { service })} {...(running && { running })} />,
  })
}

async function openPalette() {
  await open()
  await press('Control+k')
  await expect.element(field).toHaveFocus()
}

test('the bar says in words how the service answers, and when it cannot be reached', async () => {
  await open()
  await expect.element(banner.getByText(t.connection.connected)).toBeVisible()
  await open({ service: { ...SERVICE_WELL, free: 0, nextFreeMs: 12_000 } })
  await expect.element(banner).toMatchTextContent('12')
  deskApi.respond('GET /api/budget', { data: DOWN })
  await open({ service: DOWN })
  await expect.element(banner.getByText(t.connection.short.down)).toBeVisible()
  deskApi.refuse('GET /api/budget', 'database_unavailable', { times: Number.POSITIVE_INFINITY })
  await open()
  await expect.element(banner.getByText(t.connection.short.deskBroken)).toBeVisible()
})

test('a change that meets a refused key is in the bar at once', async () => {
  const person = need((await open())[0])
  deskApi.respond('GET /api/budget', { data: { ...SERVICE_WELL, refused: 'key_rejected' } })
  deskApi.refuse('PATCH /api/employees/:employeeId', 'key_rejected', { status: 502 })
  await focus(page.getByCss(`tr[data-person="${person.id}"] > td[data-field=last_name]`))
  await press('F2')
  await expect.element(page.getByCss('td input:not([type=checkbox])')).toHaveFocus()
  await type('x')
  await press('Enter')
  await expect.element(banner.getByText(t.connection.short.key_rejected)).toBeVisible()
})

test('the bar of an administrator fits into every width, whatever the service does', async () => {
  for (const width of [320, 390, 1024, 1280])
    for (const refused of [null, 'key_rejected', 'no_api_access'] as const) {
      const service = refused ? { ...SERVICE_WELL, refused } : DOWN
      deskApi.respond('GET /api/budget', { data: service })
      await open({ width, service })
      const { project } = deskApi
      await expect.element(banner.getByRole('button', { name: `Projekt: ${project.name}` })).toBeInViewport()
      const bar = banner.element()
      expect(bar.scrollWidth - bar.clientWidth, `${width} pixels, ${refused}`).toBe(0)
      expect(listOverlapping(bar), `${width} pixels, ${refused}`).toEqual([])
      expect(document.documentElement.scrollWidth).toBe(width)
      // Narrower bars keep the text for screen readers.
      if (width < 1280) continue
      const told = banner.getByText(t.connection.short[refused ?? 'down'])
      await expect.element(told).toBeVisible()
      expect(told.element().scrollWidth - told.element().clientWidth).toBe(0)
    }
})

test('the bar on a phone leaves room for six letters of the project beside running work', async () => {
  deskApi.respond('GET /api/budget', { data: DOWN })
  hold('GET /api/work')
  for (const width of [320, 390]) {
    await open({ width, service: DOWN, running: 1 })
    await expect.element(banner.getByCss('#work')).toBeInViewport()
    const name = banner.getByCss('.truncate').filter({ hasText: deskApi.project.name })
    expect(name.element().clientWidth).toBeGreaterThan(50)
    expect(listOverlapping(banner.element())).toEqual([])
  }
})

test('the pages in the bar stay where they are when the first job begins', async () => {
  await open({ width: 1366 })
  const nav = banner.getByRole('navigation')
  const before = nav.element().getBoundingClientRect().left
  await countOf(banner.getByCss('#work'), 0)
  hold('GET /api/work')
  await open({ width: 1366, running: 1 })
  await expect.element(banner.getByCss('#work')).toBeVisible()
  expect(nav.element().getBoundingClientRect().left).toBe(before)
})

test('the menu of a phone holds the links that do not fit into the bar', async () => {
  await open({ width: 390 })
  await expect.element(banner.getByText(t.connection.connected)).not.toBeVisible()
  await page.getByRole('button', { name: t.menu }).click()
  const menu = page.getByRole('dialog', { name: t.menu })
  await expect.element(menu.getByText(t.connection.free)).toBeVisible()
  await menu.getByRole('link', { name: 'Aktivität' }).click()
  await expect.element(page.getByRole('heading', { name: '/activity' })).toBeVisible()
  await countOf(menu, 0)
  expect(document.documentElement.scrollWidth - innerWidth).toBe(0)
})

test('the switcher shows the present project and finds it by its number', async () => {
  await open()
  const { name, projektnummer } = deskApi.project
  const switcher = page.getByRole('button', { name: `Projekt: ${name}` })
  await focus(switcher)
  await press('Enter')
  await expect
    .element(page.getByRole('listbox').getByRole('option').filter({ hasText: name }))
    .toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('combobox', { name: t.switcher.search })).toHaveFocus()
  await type(projektnummer.slice(-4))
  await countOf(page.getByRole('listbox').getByRole('option'), 1)
  await press('Enter')
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the palette finds a person by a name with a typo, and Enter opens them', async () => {
  const { id } = need(deskApi.people[0])
  deskApi.changeElsewhere(id, { first_name: 'Anna', last_name: 'Schneider' })
  await openPalette()
  await type('schneidr')
  await expect.element(option.filter({ hasText: 'Schneider, Anna' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('„schneidr“')
  await press('Enter')
  await expect.element(page.getByRole('dialog', { name: 'Anna Schneider' })).toBeVisible()
  expect(location.pathname).toBe(`/projects/${deskApi.project.id}/people/${id}`)
})

test('Enter in the palette opens no person found for an earlier word', async () => {
  const { id } = need(deskApi.people[0])
  deskApi.changeElsewhere(id, { first_name: 'Anna', last_name: 'Schneider' })
  await openPalette()
  await type('schneidr')
  await expect.element(option.filter({ hasText: 'Schneider, Anna' })).toBeVisible()
  const asking = hold(FOUND)
  await type('zq')
  await asking.arrived
  await expect.element(field).toHaveValue('schneidrzq')
  await countOf(option, 0)
  await press('Enter')
  expect(location.pathname).toBe(`/projects/${deskApi.project.id}`)
})

test('a failed search in the palette says so, instead of claiming that nobody matches', async () => {
  deskApi.refuse(FOUND, 'unavailable', { times: Number.POSITIVE_INFINITY })
  await openPalette()
  await type('schneider')
  await expect.element(page.getByRole('dialog')).toMatchTextContent(de.errors.unavailable)
  await countOf(page.getByText(t.palette.nothing), 0)
})

test('the palette reaches actions of the page and settings by keyboard alone', async () => {
  await openPalette()
  await press('ArrowDown')
  const second = option.nth(1).element().id
  await expect.element(field).toHaveAttribute('aria-activedescendant', second)
  await type(de.person.add.open.slice(0, 8))
  await press('Enter')
  await expect.element(page.getByRole('dialog', { name: de.person.add.title })).toBeVisible()
  await press('Escape')
  await countOf(page.getByRole('dialog'), 0)
  await press('Control+k')
  await expect.element(field).toHaveFocus()
  await type('dunkel')
  await press('Enter')
  await expect.poll(() => deskApi.calls('PUT /api/preferences').at(-1)?.body).toEqual({ theme: 'dark' })
})

test('a question mark opens the help, with the meaning of each status and every key', async () => {
  await open()
  await press('?')
  const help = page.getByRole('dialog', { name: de.help.title })
  await expect.element(help).toMatchTextContent(de.glossary.statuses.uninvited.means)
  await press('Escape')
  await countOf(help, 0)
})

test('the help opens from a cell and gives the focus back to it', async () => {
  const person = need((await open())[0])
  const cell = page.getByCss(`tr[data-person="${person.id}"] > td[data-field=email]`)
  await focus(cell)
  await press('?')
  await expect.element(page.getByRole('dialog', { name: de.help.title })).toBeVisible()
  await press('Escape')
  await expect.element(cell).toHaveFocus()
})

/** Controls of the bar that cover one another. */
function listOverlapping(bar: Element): string[] {
  const controls = [...bar.querySelectorAll('a, button')].filter(control => control.checkVisibility())
  const boxes = controls.map(control => control.getBoundingClientRect())
  return boxes.flatMap((box, index) => {
    const next = boxes[index + 1]
    return next && next.left < box.right ? [controls[index]?.outerHTML.slice(0, 80) ?? ''] : []
  })
}
