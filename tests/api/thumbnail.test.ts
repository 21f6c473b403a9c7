import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const pathOf = (id: number, v: string | null) =>
  `/api/photos/${id}/thumbnail?v=${encodeURIComponent(v ?? '')}`

const pathsOf = async (desk: Desk) => (await desk.service.journal()).map(({ path }) => path.split('?')[0])

async function open() {
  const desk = startDesk()
  const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
  if (!person) throw new Error('The seed is empty.')
  return {
    desk,
    person,
    viewer: await desk.signIn('viewer'),
    path: pathOf(person.id, person.photo.edited_at),
  }
}

describe('GET /api/photos/{employeeId}/thumbnail', () => {
  test('a thumbnail is a small WebP that this browser may cache for the idle time of a session', async () => {
    const { viewer, path } = await open()
    const answer = await viewer.call('GET', path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600, immutable')
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({
      format: 'webp',
      width: 96,
      height: 128,
    })
  })

  test('a thumbnail of an unlisted person costs a call each for the person, the sizes, the photo', async () => {
    const { desk, viewer, path } = await open()
    for (let time = 0; time < 3; time += 1) expect((await viewer.call('GET', path)).status).toBe(200)
    expect(await pathsOf(desk)).toEqual([
      expect.stringMatching(/^\/employees\/\d+$/),
      '/image-sizes',
      expect.stringMatching(/\/photo$/),
    ])
  })

  test('a thumbnail of a person who was just listed costs no call for the person', async () => {
    const { desk, viewer, path } = await open()
    const list = `/projects/${COMPLETED_PROJECT.id}/employees`
    await viewer.json('GET', `/api/v1${list}`)
    expect((await viewer.call('GET', path)).status).toBe(200)
    expect(await pathsOf(desk)).toEqual([list, '/image-sizes', expect.stringMatching(/\/photo$/)])
  })

  test('a thumbnail of an outdated version is not_available, also when it is still stored', async () => {
    const { desk, person, viewer, path } = await open()
    const old = pathOf(person.id, '2020-01-01T08:00:00+01:00')
    expect(await viewer.json('GET', old)).toMatchObject({ status: 404, body: { code: 'not_available' } })
    expect((await viewer.call('GET', path)).status).toBe(200)
    await desk.service.portal('POST', `/employees/${person.id}/retake`, {})
    await viewer.json('GET', `/api/v1/employees/${person.id}`)
    expect(await viewer.json('GET', path)).toMatchObject({ status: 404, body: { code: 'not_available' } })
  })

  test('a thumbnail of an unknown person is not_found', async () => {
    const { viewer } = await open()
    const answer = await viewer.json('GET', pathOf(999_999, '2026-10-07T14:03:00Z'))
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test.each(['', '../../x', 'yesterday', '2026-10-07'])(
    'a thumbnail with the version %j is refused',
    async v => {
      const { desk, person, viewer } = await open()
      expect(await viewer.json('GET', pathOf(person.id, v))).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      })
      expect(await desk.service.journal()).toEqual([])
    },
  )
})

describe('the photos of a page of the table', () => {
  /** Everybody is cached, and this person has seen the photos of the first page. */
  async function openTable() {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const page = async () =>
      (await viewer.json<PeoplePage>('GET', `/api/projects/${COMPLETED_PROJECT.id}/people`)).body
    await until('everybody is known', async () => (await page()).meta.complete)
    const { data } = await page()
    const look = () =>
      Promise.all(data.map(({ id, photo }) => viewer.call('GET', pathOf(id, photo.edited_at))))
    for (const { status } of await look()) expect(status).toBe(200)
    return { desk, page, look, count: data.length }
  }

  test('the photos of a page cost no call when they are seen again', async () => {
    const { desk, page, look, count } = await openTable()
    expect(count).toBe(36)
    const calls = (await desk.service.journal()).length
    await page()
    for (const { status } of await look()) expect(status).toBe(200)
    expect(await desk.service.journal()).toHaveLength(calls)
  })

  test.each(['the table, again', 'nothing else'])(
    'the photos of a page cost one full read after a while, not a call each; asked for: %s',
    async asked => {
      const { desk, page, look } = await openTable()
      await until('no call is in flight', async () => (await desk.service.openCalls()) === 0)
      const calls = (await desk.service.journal()).length
      stopClock()
      await passMs(10 * 60_000)
      if (asked !== 'nothing else') await page()
      for (const { status } of await look()) expect(status).toBe(200)
      const since = (await desk.service.journal()).slice(calls)
      expect(since.map(({ path }) => path.split('?')[0])).toEqual([
        `/projects/${COMPLETED_PROJECT.id}/employees`,
      ])
    },
  )

  test('the photos of a page wait while a person or a batch waits', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '5', PORTRAIT_API_WINDOW_MS: '1500' } })
    const viewer = await desk.signIn('viewer')
    const people = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const tab = new AbortController()
    const photos = people.map(({ id, photo }) =>
      viewer.call('GET', pathOf(id, photo.edited_at), { signal: tab.signal }),
    )
    const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
    const { budget } = connectWithKey(CANARY_KEY)
    await until('pictures wait in their lane', () => budget.state().waiting.idle > 10)
    const pages = await Promise.all(
      [1, 2, 3].map(page =>
        viewer.json('GET', `/api/v1/projects/${COMPLETED_PROJECT.id}/employees?per_page=10&page=${page}`),
      ),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(budget.state().waiting.idle).toBeGreaterThan(10)
    const journal = await desk.service.journal()
    const asked = journal.map(({ path }) => path.includes('per_page=10'))
    // Photos that were in flight or took the last places come earlier; nothing else came between the three.
    expect(asked.lastIndexOf(true) - asked.indexOf(true)).toBe(2)
    tab.abort()
    await Promise.all(photos.map(photo => photo.catch(() => {})))
  })
})
