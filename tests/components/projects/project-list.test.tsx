import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ProjectList } from '#components/projects/project-list.tsx'
import de from '#lib/i18n/de.json' with { type: 'json' }
import type { Project } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { expectAccessible } from '#tests/support/components/accessible.ts'
import { deskApi, hold } from '#tests/support/components/desk-api.ts'
import { renderDesk } from '#tests/support/components/render-desk.tsx'
import { countOf, press, type } from '#tests/support/components/screen.ts'

const COUNTS = 'GET /api/projects/status-counts'
const TASKS = 'GET /api/projects/tasks'
const PENDING = { kind: 'pending', count: 7, target: null, since: null, download: null }

const rowOf = ({ name }: Project) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const search = page.getByRole('searchbox')

function listOthers(): Project[] {
  const { project } = deskApi
  return [
    project,
    { ...project, id: project.id + 1_000_000, name: 'Zentrale Köln', deadline: '2026-12-04' },
    { ...project, id: project.id + 2_000_000, name: 'Vertrieb Österreich', status: 'archived' },
  ]
}

function open({ width = 1280, path = '/projects', projects = listOthers() } = {}) {
  return renderDesk(() => <ProjectList projects={projects} notices={null} />, { width, path })
}

test('the bar of a project shows how many people are in each state', async () => {
  await open()
  const numbers = (['approved', 'edited', 'uploaded', 'retake', 'pending'] as const).map(status => {
    const count = deskApi.people.filter(person => getPortraitStatus(person) === status).length
    return `${de.employees.statuses[status]}: ${count}`
  })
  const bar = rowOf(deskApi.project).getByRole('img')
  for (const number of numbers)
    await expect.element(bar).toHaveAccessibleName(expect.stringContaining(number))
  await expect.element(rowOf(deskApi.project)).toMatchTextContent('24 Personen')
  await expectAccessible('list of projects')
})

test('search and archived projects are in the address', async () => {
  await open()
  const [, other, archived] = listOthers() as [Project, Project, Project]
  await countOf(rowOf(archived), 0)
  await page.getByRole('switch').click()
  await expect.element(rowOf(archived)).toBeVisible()
  await search.fill('osterreich')
  await countOf(rowOf(other), 0)
  expect(location.search).toBe('?q=osterreich&archived=1')
  await search.fill('gibt es nicht')
  await countOf(page.getByRole('main').getByRole('listitem'), 0)
})

test('a search keeps its text: a blank at the end, and letters in the middle', async () => {
  await open()
  await search.click()
  await type('koln ')
  await expect.element(search).toHaveValue('koln ')
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')
  await type('e')
  await expect.element(search).toHaveValue('koeln ')
})

test('a row does not move when its numbers arrive', async () => {
  const counting = hold(COUNTS)
  await open()
  const row = rowOf(deskApi.project)
  await expect.element(row).toBeVisible()
  await counting.arrived
  await countOf(row.getByRole('img'), 0)
  const { height } = row.element().getBoundingClientRect()
  counting.release()
  await expect.element(row.getByRole('img')).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBe(height)
})

test('the list shows the tasks of a recount', async () => {
  deskApi.respond(COUNTS, { data: { counts: {}, complete: false } })
  deskApi.respond(TASKS, { data: {} })
  const first = hold(COUNTS)
  await open()
  await first.arrived
  await countOf(page.getByRole('link', { name: /^7 Personen/ }), 0)
  deskApi.answerNormally(COUNTS)
  deskApi.answerNormally(TASKS)
  deskApi.respond(TASKS, { data: { [deskApi.project.id]: [PENDING] } })
  first.release()
  await expect.element(page.getByRole('link', { name: /^7 Personen/ })).toBeVisible()
})

test('tasks fill the width of a phone, with room between the lines', async () => {
  const since = new Date(Date.now() - 120_000).toISOString()
  deskApi.respond(TASKS, {
    data: { [deskApi.project.id]: [PENDING, { ...PENDING, kind: 'uninvited', count: 3, since }] },
  })
  await open({ width: 320 })
  const lines = rowOf(deskApi.project).getByRole('listitem')
  await expect.element(lines.nth(1)).toMatchTextContent('davon 3 noch nicht eingeladen')
  await expectAccessible('what there is to do', 'main')
  const [first, second] = [0, 1].map(at => lines.nth(at).element().getBoundingClientRect())
  expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBeGreaterThanOrEqual(4)
  expect(second?.height).toBeLessThanOrEqual(64)
})

test('the days until a deadline count down in a tab that stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.setSystemTime(new Date('2026-12-01T09:00:00+01:00'))
  await open()
  await expect.element(rowOf(deskApi.project)).toMatchTextContent('noch 10 Tage')
  vi.setSystemTime(new Date('2026-12-03T09:00:00+01:00'))
  vi.advanceTimersByTime(60_000)
  await expect.element(rowOf(deskApi.project)).toMatchTextContent('noch 8 Tage')
})
