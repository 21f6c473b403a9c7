import { describe, expect, test, vi } from 'vitest'
import type { ActivityEntry, ActivityPage } from '#lib/contracts/activity.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readActivity } from '#tests/support/activity.ts'
import { readCsv } from '#tests/support/csv.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { findPerson } from '#tests/support/mirror.ts'

const PLACES = ['/api/activity', '/api/activity/csv'] as const
const BEN = { id: '2', email: 'ben@example.com' }

const add = async (entry: Partial<ActivityEntry> = {}, times = 1) => {
  const { getActivityStore } = await import('#lib/store/activity-store.ts')
  for (let n = 0; n < times; n += 1)
    await getActivityStore().append({ actor: BEN, action: 'signed_out', ...entry })
}

describe.each(PLACES)('%s', place => {
  test.each(['viewer', 'editor'] as const)('a %s may not read the log', async role => {
    const person = await startDesk().signIn(role)
    expect(await person.json('GET', place)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test.each(['action=x', 'from=2026-02-30', 'employee=0', 'unknown=1', 'page=0', 'actor='])(
    'the log refuses %s',
    async search => {
      const admin = await startDesk().signIn('admin')
      expect(await admin.json('GET', `${place}?${search}`)).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      })
    },
  )
})

describe('the log', () => {
  test('the log comes in pages of 50, newest first', async () => {
    const admin = await startDesk().signIn('admin')
    const { body: before } = await admin.json<ActivityPage>('GET', '/api/activity')
    await add({}, 120)
    const total = before.meta.total + 120
    const last = Math.ceil(total / 50)
    const { body } = await admin.json<ActivityPage>('GET', `/api/activity?page=${last}`)
    expect(body.meta).toEqual({ current_page: last, last_page: last, per_page: 50, total })
    expect(body.data).toHaveLength(total - (last - 1) * 50)
    const ids = (await readActivity(admin)).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('the log filters by account, action, person and project', async () => {
    const admin = await startDesk().signIn('admin')
    await add({ action: 'employee_deleted', employee: 1001, project: 7 })
    await add({ action: 'employee_deleted', employee: 1002, project: 8 })
    const searches = ['actor=BEN@example.com&employee=1001', 'project=7', 'action=employee_deleted&project=7']
    for (const search of searches)
      expect(await readActivity(admin, search)).toMatchObject([{ employee: 1001, project: 7 }])
  })

  test('the log shows the current name of a person, else the last name that it knows', async () => {
    const person = await findPerson(startDesk().service, MIXED_PROJECT.id, () => true)
    const { nameInActivity } = await import('#lib/personal-data/find-in-activity.ts')
    await add({
      action: 'employee_changed',
      employee: person.id,
      details: { person: { name: 'Name of before', mitarbeiternummer: '' } },
    })
    const client = fakeClient({})
    expect(await nameInActivity(person.id, client)).toBe('Name of before')
    client.recent.see(person)
    expect(await nameInActivity(person.id, client)).toBe(`${person.first_name} ${person.last_name}`)
  })

  test("the log filters by days in the desk's time zone, the last day included", async () => {
    const admin = await startDesk().signIn('admin')
    const { getSqlite } = await import('#lib/store/database.ts')
    const insert = getSqlite().prepare(
      "INSERT INTO activity (at, actor_email, action, outcome, details) VALUES (?, '', 'signed_out', 'done', '{}')",
    )
    // Berlin time: the last second of the 9th, the whole 10th, the first second of the 11th.
    const moments = [
      '2026-01-09T22:59:59',
      '2026-01-09T23:00:00',
      '2026-01-10T22:59:59',
      '2026-01-10T23:00:00',
    ]
    for (const at of moments) insert.run(`${at}.000Z`)
    const days = await readActivity(admin, 'from=2026-01-10&to=2026-01-10')
    expect(days.map(({ at }) => at)).toEqual(['2026-01-10T22:59:59.000Z', '2026-01-09T23:00:00.000Z'])
  })
})

describe('the CSV', () => {
  const read = async (desk: Desk, search = '', language = 'en') => {
    const admin = await desk.signIn('admin')
    const headers = { 'accept-language': language }
    const answer = await admin.call('GET', `/api/activity/csv?${search}`, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { answer, bytes, lines: readCsv(bytes.toString('utf8').replace(/^\ufeff/, '')) }
  }

  test('the CSV holds all entries that the filters let through, however many', async () => {
    const desk = startDesk()
    await add({ project: 7 }, 1203)
    const { lines } = await read(desk, 'project=7')
    expect(lines).toHaveLength(1204)
    expect(new Set(lines.slice(1).map(line => line[1]))).toEqual(new Set(['ben@example.com']))
  })

  test('a download of the CSV is an entry in the log; a HEAD request is none', async () => {
    const admin = await startDesk().signIn('admin')
    await admin.call('HEAD', '/api/activity/csv')
    expect(await readActivity(admin, 'action=activity_exported')).toEqual([])
    await (await admin.call('GET', '/api/activity/csv')).body?.cancel()
    expect(await readActivity(admin, 'action=activity_exported')).toMatchObject([{ actor: { id: admin.id } }])
  })

  test('a download of the CSV stops within seconds when its account is disabled', async () => {
    const desk = startDesk()
    const [admin, other] = [await desk.signIn('admin'), await desk.signIn('admin')]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reader = (await admin.call('GET', '/api/activity/csv')).body?.getReader()
    await reader?.read()
    await other.json('PATCH', `/api/accounts/${admin.id}`, { body: { status: 'disabled' } })
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    await expect(reader?.read()).rejects.toThrow('The session has ended.')
  })

  test('the CSV suits spreadsheets: one byte order mark, one name, and no formula', async () => {
    const desk = startDesk()
    const person = { name: '=HYPERLINK("http://evil")', mitarbeiternummer: null }
    await add({
      actor: { id: '9', email: '=1+1@example.com' },
      action: 'employee_deleted',
      details: { person, count: 1 },
    })
    const { answer, bytes, lines } = await read(desk, 'action=employee_deleted')
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.indexOf('\ufeff', 3)).toBe(-1)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(lines[1]?.slice(1, 3)).toEqual([
      "'=1+1@example.com",
      'Deleted =HYPERLINK("http://evil") with all photos',
    ])
    expect(lines.flat().filter(field => /^[=+\-@]/.test(field))).toEqual([])
  })

  test('the CSV writes out invisible characters, so that no name reverses a line', async () => {
    const desk = startDesk()
    const person = { name: 'Ab\u202eba', mitarbeiternummer: '\u00ad7' }
    await add({
      actor: { id: '9', email: 'a\u2066b@example.com' },
      action: 'employee_deleted',
      details: { person },
    })
    const { lines } = await read(desk, 'action=employee_deleted')
    expect(lines[1]?.slice(1, 3)).toEqual(['a[U+2066]b@example.com', 'Deleted Ab[U+202E]ba ([U+00AD]7)'])
  })

  test('the CSV is in the language of the person', async () => {
    const desk = startDesk()
    await add()
    const [german, english] = [await read(desk, '', 'de-AT,de'), await read(desk)]
    expect(german.lines[0]?.slice(0, 3)).toEqual(['Wann (Europe/Berlin)', 'Wer', 'Was'])
    expect(german.lines.map(line => line[2])).toContain('Abgemeldet')
    expect(german.answer.headers.get('content-disposition')).toContain('aktivitaet-')
    expect(english.lines[0]?.slice(0, 3)).toEqual(['When (Europe/Berlin)', 'Who', 'What'])
  })
})

describe('the path of a photo', () => {
  test("everybody who may see a person sees where their photo went, and nobody else's", async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const { id } = await findPerson(desk.service, MIXED_PROJECT.id, () => true)
    await add({ action: 'photo_downloaded', employee: id })
    await add({ action: 'photo_downloaded', employee: id + 1 })
    await add({ action: 'export_downloaded', employees: [id, id + 1] })
    await add({ action: 'export_downloaded', employees: [id + 1], project: EMPTY_PROJECT.id })
    await add({ action: 'employee_changed', employee: id })
    const { body } = await viewer.json<ActivityPage>('GET', `/api/employees/${id}/downloads`)
    expect(body.data.map(({ action }) => action)).toEqual(['export_downloaded', 'photo_downloaded'])
  })

  test('the photo path of an unknown person is not_found', async () => {
    const viewer = await startDesk().signIn('viewer')
    await add({ action: 'photo_downloaded', employee: 999_999 })
    expect(await viewer.json('GET', '/api/employees/999999/downloads')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})
