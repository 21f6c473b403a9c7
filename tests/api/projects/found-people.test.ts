import { describe, expect, test } from 'vitest'
import { employeeListResponse } from '#lib/portrait-api/contract.ts'
import type { FoundEverywhere } from '#lib/projects/contract.ts'
import { COMPLETED_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { askJson } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

async function find(person: Person, q: string): Promise<FoundEverywhere> {
  const path = `/api/people?${new URLSearchParams({ q })}`
  return (await person.json<FoundEverywhere>('GET', path)).body
}

async function findAll(person: Person, q: string): Promise<FoundEverywhere> {
  let last: FoundEverywhere | undefined
  await until('all projects are looked through', async () => {
    last = await find(person, q)
    return last.meta.complete
  })
  if (!last) throw new Error('Nothing was searched.')
  return last
}

/** Returns a person of a project as the service has them. */
async function getSomebody(desk: Desk, projectId: number) {
  const answer = await askJson(desk.service, `/projects/${projectId}/employees?per_page=5&page=1`)
  const [somebody] = employeeListResponse.parse(answer).data
  if (!somebody) throw new Error('Nobody is in this project.')
  return somebody
}

describe('GET /api/people', () => {
  test.each([
    ['number', LARGE_PROJECT.id],
    ['e-mail', COMPLETED_PROJECT.id],
    ['name', MIXED_PROJECT.id],
  ])(
    'a search finds people of every project by their %s, also in projects not read before',
    async (by, projectId) => {
      const desk = startDesk()
      const viewer = await desk.signIn('viewer')
      const { id, mitarbeiternummer, email, first_name, last_name } = await getSomebody(desk, projectId)
      const q = { number: mitarbeiternummer, 'e-mail': email, name: `${last_name}, ${first_name}` }[by] ?? ''
      const { data, meta } = await findAll(viewer, q)
      expect(data).toContainEqual(expect.objectContaining({ id, project_id: projectId, email }))
      expect(meta).toMatchObject({ similar: false, left_out: 0, searched: meta.projects })
    },
  )

  test('a search shows its progress, reads one project after the other, and no cached one', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    expect((await find(viewer, 'nobody at all')).meta).toMatchObject({ searched: 0, complete: false })
    await findAll(viewer, 'nobody at all')
    const before = (await desk.service.journal()).length
    expect((await findAll(viewer, 'somebody else')).meta.complete).toBe(true)
    const calls = (await desk.service.journal()).slice(before)
    expect(calls.filter(({ path }) => path.includes('/employees'))).toEqual([])
  })

  test('a search forgives a typo, and says that no name matches exactly', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const people = (await findAll(viewer, 'example')).data
    const { last_name } = people.find(person => /^[A-Z][a-z]{5,}$/.test(person.last_name)) ?? {}
    if (!last_name) throw new Error('Nobody has a name that is long enough.')
    const { data, meta } = await findAll(viewer, `${last_name.slice(0, 2)}${last_name.slice(3)}`)
    expect(meta.similar).toBe(true)
    expect(data.map(person => person.last_name)).toContain(last_name)
  })

  test('an empty search is refused', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    expect((await viewer.json('GET', '/api/people?q=%20')).status).toBe(422)
    expect((await viewer.json('GET', '/api/people')).status).toBe(422)
  })
})
