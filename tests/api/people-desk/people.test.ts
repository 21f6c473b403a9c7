import { describe, expect, test } from 'vitest'
import type { PeopleIds } from '#lib/employees/people-contract.ts'
import { type PeoplePage, peoplePageSchema } from '#lib/employees/people-contract.ts'
import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import {
  COMPLETED_PROJECT,
  DRAFT_PROJECT,
  EMPTY_PROJECT,
  LARGE_PROJECT,
  MIXED_PROJECT,
} from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { listPeople, toShown } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const pathOf = (projectId: number, search = '') => `/api/projects/${projectId}/people?${search}`

async function read(person: Person, projectId: number, search = '', headers = {}): Promise<PeoplePage> {
  const { status, body } = await person.json('GET', pathOf(projectId, search), { headers })
  expect([status, body]).toMatchObject([200, {}])
  return peoplePageSchema.parse(body)
}

async function readKnown(person: Person, projectId: number, search = ''): Promise<PeoplePage> {
  await until('everybody is known', async () => (await read(person, projectId, search)).meta.complete)
  return read(person, projectId, search)
}

/** Adds as many people as the desk is made for. */
async function fillWith5000(desk: Desk, projectId: number): Promise<void> {
  const editor = await desk.signIn('editor')
  for (let batch = 0; batch < 25; batch += 1) {
    const employees = Array.from({ length: 200 }, (_, place) => {
      const number = batch * 200 + place
      return { first_name: `Vor ${number}`, last_name: 'Müller', email: `p${number}@example.com` }
    })
    const { status } = await editor.json('POST', `/api/v1/projects/${projectId}/employees`, {
      body: { employees },
    })
    expect(status).toBe(201)
  }
}

describe('GET /api/projects/{projectId}/people', () => {
  test('the first people show after one call, without a wait for a second one', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const stuck = { kind: 'delay', ms: 600_000 } as const
    await desk.service.fault({ path: '/**', skip: 1, times: 999, answer: stuck })
    const { data, meta } = await read(viewer, LARGE_PROJECT.id)
    expect(data).toHaveLength(50)
    expect(meta).toEqual({
      page: 1,
      pages: 14,
      per_page: 50,
      total: 700,
      counts: null,
      has_approved: null,
      as_of: null,
      loaded: 0,
      roster_total: null,
      similar: false,
      complete: false,
      reading: true,
      unreadable: 0,
    })
  })

  test('the first answer for an empty project says that it is empty, but not so for a filter', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const stuck = { kind: 'delay', ms: 600_000 } as const
    await desk.service.fault({ path: '/**', skip: 1, times: 1, answer: stuck })
    const { data, meta } = await read(viewer, EMPTY_PROJECT.id)
    expect(data).toEqual([])
    expect(meta).toMatchObject({ total: 0, roster_total: 0, complete: true, counts: { all: 0, pending: 0 } })

    await desk.service.fault({ path: '/**', skip: 1, times: 1, answer: stuck })
    const filtered = await read(viewer, LARGE_PROJECT.id, 'mitarbeiternummer=nobody')
    expect(filtered).toMatchObject({ data: [], meta: { total: 0, counts: null, complete: false } })
  })

  test('5,000 people are read once, and need no call afterwards', async () => {
    const desk = startDesk()
    await fillWith5000(desk, EMPTY_PROJECT.id)
    const viewer = await desk.signIn('viewer')
    expect((await read(viewer, EMPTY_PROJECT.id)).meta).toMatchObject({ total: 5000, complete: false })
    const known = await readKnown(viewer, EMPTY_PROJECT.id, 'q=mueller')
    expect(known.meta).toMatchObject({ total: 5000, loaded: 5000, roster_total: 5000 })
    expect(known.meta.counts).toMatchObject({ all: 5000, pending: 5000, uninvited: 5000 })
    const reads = async () =>
      (await desk.service.journal()).filter(({ method, path }) => {
        return method === 'GET' && path.startsWith(`/projects/${EMPTY_PROJECT.id}/`)
      })
    const pages = (await reads()).map(({ path }) => path)
    expect(pages).toHaveLength(1 + 26)
    // The first page is read once more at the end.
    expect(new Set(pages).size).toBe(1 + 25)
    await read(viewer, EMPTY_PROJECT.id, 'q=vor+4711&sort=email&page=1')
    expect(await reads()).toHaveLength(1 + 26)
  })

  test('a filter that the service understands gets its page while the rest is not read yet', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const people = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const page = await read(viewer, COMPLETED_PROJECT.id, 'per_page=25&page=2')
    expect(page.data).toEqual(people.slice(25, 50).map(toShown))
    expect(page.meta).toMatchObject({ page: 2, pages: 2, per_page: 25, total: 36, complete: false })
    const [call] = await desk.service.journal()
    expect(call?.path).toBe(`/projects/${COMPLETED_PROJECT.id}/employees?per_page=25&page=2`)
  })

  test.each(['tile=uploaded', 'tile=retake', 'tile=pending&per_page=50'])(
    '"%s" gives the same people in the same order before and after everybody is read',
    async search => {
      const desk = startDesk()
      const viewer = await desk.signIn('viewer')
      const before = await read(viewer, MIXED_PROJECT.id, search)
      const after = await readKnown(viewer, MIXED_PROJECT.id, search)
      expect(before.meta.complete).toBe(false)
      expect(before.data).toEqual(after.data)
      expect([before.meta.total, before.meta.pages]).toEqual([after.meta.total, after.meta.pages])
    },
  )

  test('the first of several pages comes by id, and by last name once everybody is read', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const before = await read(viewer, MIXED_PROJECT.id, 'tile=pending&per_page=25')
    const after = await readKnown(viewer, MIXED_PROJECT.id, 'tile=pending&per_page=25')
    const all = await readKnown(viewer, MIXED_PROJECT.id, 'tile=pending&per_page=50')
    expect(before.meta.complete).toBe(false)
    expect(before.data).toEqual(all.data.toSorted((a, b) => a.id - b.id).slice(0, 25))
    expect(after.data).toEqual(all.data.slice(0, 25))
    expect([before.meta.total, before.meta.pages]).toEqual([after.meta.total, after.meta.pages])
  })

  test.each([
    'q=mueller',
    'tile=approved&sort=last_name&dir=desc',
    'tile=edited&locale=en',
    'edited_since=2026-10-20&sort=edited_at&page=2&per_page=25',
    'tile=uninvited&sort=email',
  ])('"%s" answers with the people of the service that the search rules select', async search => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const { data, meta } = await readKnown(viewer, MIXED_PROJECT.id, search)
    const first = await listPeople(desk.service, MIXED_PROJECT.id)
    const second = await (
      await desk.service.ask(`/projects/${MIXED_PROJECT.id}/employees?per_page=200&page=2`)
    ).json()
    const filters = parsePeopleFilters(new URLSearchParams(search))
    const { people, counts } = selectPeople([...first, ...second.data], filters)
    const from = (meta.page - 1) * meta.per_page
    expect(people.length).toBeGreaterThan(0)
    expect(data).toEqual(people.slice(from, from + meta.per_page).map(toShown))
    expect([meta.total, meta.counts]).toEqual([people.length, counts])
  })

  test.each(['q=a', 'locale=de', 'edited_since=2026-10-01', 'sort=email', 'tile=approved', 'ids=1,2'])(
    '"%s", which the service does not understand, never gets an unfiltered page',
    async search => {
      const desk = startDesk()
      const viewer = await desk.signIn('viewer')
      const { data, meta } = await read(viewer, MIXED_PROJECT.id, search)
      expect([data, meta.complete]).toEqual([[], false])
    },
  )

  test('a page behind the last one is the last one', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const before = await read(viewer, COMPLETED_PROJECT.id, 'per_page=25&page=99')
    expect([before.meta.page, before.data.length, before.meta.complete]).toEqual([2, 11, false])
    const after = await readKnown(viewer, COMPLETED_PROJECT.id, 'per_page=25&page=99')
    expect([after.meta.page, after.data.length]).toEqual([2, 11])
  })

  test('a misspelt filter is refused, so that nobody gets everybody by mistake', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    for (const search of ['tile=gone', 'colour=red', 'page=0', `q=${'x'.repeat(101)}`, 'q=a&q=b'])
      for (const path of ['people', 'people/ids'])
        expect(await viewer.json('GET', `/api/projects/${MIXED_PROJECT.id}/${path}?${search}`)).toMatchObject(
          { status: 422, body: { code: 'invalid' } },
        )
    expect(await desk.service.journal()).toEqual([])
  })

  test('a project that is gone is reported at the next read, though its people were cached', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await readKnown(viewer, MIXED_PROJECT.id)
    const path = `/projects/${MIXED_PROJECT.id}/employees?*`
    await desk.service.fault({ path, times: 99, answer: { kind: 'status', status: 404 } })
    const refreshed = await viewer.json('GET', pathOf(MIXED_PROJECT.id), { headers: { 'x-refresh': '1' } })
    expect([refreshed.status, refreshed.body]).toMatchObject([404, { code: 'not_found' }])
    const { status, body } = await viewer.json('GET', pathOf(MIXED_PROJECT.id))
    expect([status, body]).toMatchObject([404, { code: 'not_found' }])
  })

  test('"refresh" shows what the service has now', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const { data } = await readKnown(viewer, MIXED_PROJECT.id, 'tile=edited')
    const [person] = data
    for (const step of ['finish', 'approve'])
      await desk.service.portal('POST', `/employees/${person?.id}/${step}`)
    expect((await read(viewer, MIXED_PROJECT.id, 'tile=edited')).data).toEqual(data)
    const refreshed = await read(viewer, MIXED_PROJECT.id, 'tile=edited', { 'x-refresh': '1' })
    expect(refreshed.data.map(({ id }) => id)).toEqual(data.slice(1).map(({ id }) => id))
  })

  test('people of an unknown project are not_found, and a service that is down is reported', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    expect(await viewer.json('GET', pathOf(999))).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await until('a search tells it too', async () => {
      return (await viewer.json('GET', pathOf(999, 'q=anna'))).status === 404
    })
    await desk.service.fault({
      path: '/projects/*/employees',
      times: 99,
      answer: { kind: 'status', status: 500, body: {} },
    })
    expect(await viewer.json('GET', pathOf(MIXED_PROJECT.id))).toMatchObject({
      status: 502,
      body: { code: 'service_unreachable' },
    })
  })

  test('a reader does not read everybody again right after a failure', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await desk.service.fault({
      path: '/projects/*/employees',
      times: 999,
      answer: { kind: 'status', status: 403, body: {} },
    })
    const search = () => viewer.json('GET', pathOf(LARGE_PROJECT.id, 'q=anna'))
    await until('the failure is told', async () => (await search()).status === 502)
    const calls = (await desk.service.journal()).length
    for (let look = 0; look < 5; look += 1) expect((await search()).status).toBe(502)
    expect(await desk.service.journal()).toHaveLength(calls)
  })
})

describe('GET /api/projects/{projectId}/people/ids', () => {
  test('the ids name everybody who fits over all pages, in order, also before the first read', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const path = `/api/projects/${LARGE_PROJECT.id}/people/ids?sort=last_name&per_page=25&page=3`
    const { body } = await viewer.json<{ data: PeopleIds }>('GET', path)
    expect(body.data).toHaveLength(700)
    const { data, meta } = await readKnown(viewer, LARGE_PROJECT.id, 'sort=last_name&per_page=25&page=3')
    expect(meta.total).toBe(700)
    const names = data.map(({ id, first_name, last_name, email, mitarbeiternummer }) => {
      return { id, first_name, last_name, email, mitarbeiternummer, approved: true, uninvited: false }
    })
    expect(body.data.slice(50, 75)).toEqual(names)
  })

  test('the ids say for each person whether no photo came because no invitation was sent', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const path = `/api/projects/${MIXED_PROJECT.id}/people/ids?tile=pending`
    const { body } = await viewer.json<{ data: PeopleIds }>('GET', path)
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const expected = people.filter(({ status }) => status === 'pending')
    expect(expected.some(({ invited_at }) => invited_at === null)).toBe(true)
    const uninvitedOf = new Map(body.data.map(({ id, uninvited }) => [id, uninvited]))
    for (const { id, invited_at } of expected) expect(uninvitedOf.get(id)).toBe(invited_at === null)
  })

  test('the ids say whose photo is approved, and a page whether its project has such photos', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const known = await readKnown(viewer, MIXED_PROJECT.id, 'tile=pending')
    expect(known.data.some(({ photo }) => photo.approved)).toBe(false)
    expect(known.meta.has_approved).toBe(true)
    expect((await readKnown(viewer, DRAFT_PROJECT.id)).meta).toMatchObject({ total: 18, has_approved: false })
    const path = `/api/projects/${MIXED_PROJECT.id}/people/ids`
    const { body } = await viewer.json<{ data: PeopleIds }>('GET', path)
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const approvedOf = new Map(body.data.map(({ id, approved }) => [id, approved]))
    for (const { id, photo } of people) expect(approvedOf.get(id)).toBe(photo.approved)
  })
})

describe('GET /api/projects/{projectId}/people/taken', () => {
  test('the taken values name who has an address or a number, but not the person themselves', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    const path = (search: string) => `/api/projects/${COMPLETED_PROJECT.id}/people/taken?${search}`
    expect((await editor.json('GET', path('email=x@example.com'))).body.data).toEqual({
      known: false,
      email: null,
      mitarbeiternummer: null,
      meant_domain: null,
    })
    const { data } = await readKnown(editor, COMPLETED_PROJECT.id)
    const [one, other] = data
    if (!one || !other) throw new Error('The seed has nobody.')
    const search = new URLSearchParams({
      email: ` ${one.email.toUpperCase()} `,
      mitarbeiternummer: other.mitarbeiternummer,
      except: String(other.id),
    })
    expect((await editor.json('GET', path(String(search)))).body.data).toEqual({
      known: true,
      email: {
        id: one.id,
        first_name: one.first_name,
        last_name: one.last_name,
        email: one.email,
        mitarbeiternummer: one.mitarbeiternummer,
      },
      mitarbeiternummer: null,
      meant_domain: null,
    })
  })

  test('the taken values name the usual domain when an address differs by one letter', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    const { data } = await readKnown(editor, COMPLETED_PROJECT.id)
    const domain = data[0]?.email.split('@')[1] ?? ''
    expect(data.every(({ email }) => email.endsWith(`@${domain}`))).toBe(true)
    const ask = (email: string) =>
      editor.json('GET', `/api/projects/${COMPLETED_PROJECT.id}/people/taken?email=${email}`)
    expect((await ask(`new@${domain.slice(1)}`)).body.data).toMatchObject({ meant_domain: domain })
    expect((await ask(`new@${domain}`)).body.data).toMatchObject({ meant_domain: null })
    expect((await ask('new@elsewhere.example')).body.data).toMatchObject({ meant_domain: null })
  })
})
