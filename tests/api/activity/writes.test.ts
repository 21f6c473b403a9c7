import { describe, expect, test } from 'vitest'
import { hasPhoto } from '#lib/employees/may-have-photos.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readActivity, recordedBy } from '#tests/support/activity.ts'
import { CANARY_KEY, type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, SMALL, startExport } from '#tests/support/exports.ts'
import { findPerson } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

/** The smallest size of the seed, in the form that the log keeps for years. */
const SMALL_SIZE = { index: SMALL, label: 'Vorschau', width: 240, height: 240 }
const EMPLOYEES = `/api/v1/projects/${EMPTY_PROJECT.id}/employees`
const INPUT = {
  first_name: 'Anna',
  last_name: 'Müller',
  email: 'anna@example.com',
  mitarbeiternummer: '0042',
}
const approved = (desk: Desk) => findPerson(desk.service, MIXED_PROJECT.id, ({ photo }) => photo.approved)
const toPerson = ({ first_name, last_name, mitarbeiternummer }: Employee) => ({
  name: `${first_name} ${last_name}`,
  mitarbeiternummer,
})

test('a change in the portal since the last read is the old value of the next change', async () => {
  const desk = startDesk()
  const [person, employee] = [await desk.signIn(), await approved(desk)]
  const path = `/employees/${employee.id}`
  await person.json('GET', `/api/v1${path}`)
  const { findKeyStates } = await import('#lib/portrait-api/connect.ts')
  for (const { recent, cache } of findKeyStates()) {
    recent.see(employee, { seenAt: performance.now() - 61_000 })
    cache.forget(() => true)
  }
  const headers = { 'content-type': 'application/json' }
  const portal = { method: 'PATCH', headers, body: JSON.stringify({ last_name: 'Portal' }) }
  expect((await desk.service.ask(path, portal)).status).toBe(200)
  const body = { last_name: employee.last_name }
  const { entries } = await recordedBy(desk, () => person.json('PATCH', `/api/v1${path}`, { body }))
  expect(entries.map(({ details }) => details.changes)).toEqual([
    [{ field: 'last_name', old: 'Portal', new: employee.last_name }],
  ])
})

type Done = { desk: Desk; person: Person; employee: Employee }
type Case = [name: string, run: (done: Done) => Promise<unknown>, entry: (done: Done) => object]

const WRITES: Case[] = [
  [
    'creating one person',
    ({ person }) => person.json('POST', EMPLOYEES, { body: INPUT }),
    () => ({
      action: 'employees_created',
      project: EMPTY_PROJECT.id,
      employee: expect.any(Number),
      details: { people: [{ name: 'Anna Müller', mitarbeiternummer: '0042', id: expect.any(Number) }] },
    }),
  ],
  [
    'creating several',
    ({ person }) =>
      person.json('POST', EMPLOYEES, {
        body: { employees: [INPUT, { first_name: 'Ben', last_name: 'Groß', email: 'ben@example.com' }] },
      }),
    () => ({
      action: 'employees_created',
      employee: null,
      details: {
        people: [
          { name: 'Anna Müller', mitarbeiternummer: '0042', id: expect.any(Number) },
          { name: 'Ben Groß', mitarbeiternummer: expect.stringMatching(/./), id: expect.any(Number) },
        ],
      },
    }),
  ],
  [
    'changing somebody',
    ({ person, employee }) =>
      person.json('PATCH', `/api/v1/employees/${employee.id}`, {
        body: { last_name: 'Neu', first_name: employee.first_name },
      }),
    ({ employee }) => ({
      action: 'employee_changed',
      project: MIXED_PROJECT.id,
      employee: employee.id,
      details: {
        person: toPerson(employee),
        changes: [{ field: 'last_name', old: employee.last_name, new: 'Neu' }],
      },
    }),
  ],
  [
    'saving without a difference',
    ({ person, employee }) =>
      person.json('PATCH', `/api/v1/employees/${employee.id}`, { body: { email: employee.email } }),
    ({ employee }) => ({
      action: 'employee_changed',
      details: { person: toPerson(employee), changes: [] },
    }),
  ],
  [
    'deleting somebody',
    ({ person, employee }) => person.json('DELETE', `/api/v1/employees/${employee.id}`),
    ({ employee }) => ({
      action: 'employee_deleted',
      project: MIXED_PROJECT.id,
      employee: employee.id,
      details: { person: toPerson(employee), count: Number(hasPhoto(employee)) },
    }),
  ],
  [
    'taking one photo',
    async ({ person, employee }) => {
      const path = `/api/v1/employees/${employee.id}/photo?size=${SMALL}`
      const answer = await person.call('GET', path)
      await answer.arrayBuffer()
    },
    ({ employee }) => ({
      action: 'photo_downloaded',
      project: MIXED_PROJECT.id,
      employee: employee.id,
      details: { person: toPerson(employee), variant: 'standard', size: SMALL_SIZE },
    }),
  ],
]

describe('writes with an entry in the log', () => {
  test.each(WRITES)('one entry by the account that acted is logged for: %s', async (_name, run, entry) => {
    const desk = startDesk()
    const [employee, person] = [await approved(desk), await desk.signIn('editor')]
    const done = { desk, person, employee }
    const { entries } = await recordedBy(desk, () => run(done))
    const actor = { id: person.id, email: `${person.id}@example.com` }
    expect(entries).toEqual([expect.objectContaining({ actor, outcome: 'done', ...entry(done) })])
  })

  test('an export has entries for start, end and download, which name a single person', async () => {
    const desk = startDesk()
    const [employee, person] = [await approved(desk), await desk.signIn('editor')]
    const admin = await desk.signIn('admin')
    const scope = { kind: 'people' as const, employee_ids: [employee.id] }
    const { entries } = await recordedBy(desk, async () => {
      const done = await ended(person, await startExport(person, MIXED_PROJECT.id, { scope }))
      await until('its end is written down', async () =>
        (await readActivity(admin)).some(({ action }) => action === 'export_ended'),
      )
      await openArchive(person, done)
    })
    const actor = { id: person.id, email: `${person.id}@example.com` }
    const form = { variant: 'standard', size: SMALL_SIZE, target: 'number' }
    const both = { actor, outcome: 'done', project: MIXED_PROJECT.id, employee: employee.id }
    const about = { ...form, person: toPerson(employee) }
    expect(entries).toEqual([
      expect.objectContaining({ ...both, action: 'export_started', details: { ...about, count: 1 } }),
      expect.objectContaining({
        ...both,
        action: 'export_ended',
        details: { ...about, ended: { as: 'ready', photos: 1, of: 1 } },
      }),
      expect.objectContaining({ ...both, action: 'export_downloaded', details: { ...about, count: 1 } }),
    ])
    const search = new URLSearchParams({ q: employee.mitarbeiternummer })
    const found = await readActivity(admin, String(search))
    expect(found.map(({ action }) => action)).toEqual(['export_downloaded', 'export_ended', 'export_started'])
    const { findPeople } = await import('#lib/personal-data/find-people.ts')
    const { PLACES } = await import('#lib/personal-data/places.ts')
    const [theirs] = await findPeople({ id: employee.id })
    if (theirs) for (const { forget } of PLACES) await forget(theirs)
    const left = await readActivity(admin, String(new URLSearchParams({ employee: String(employee.id) })))
    expect(left.map(({ details }) => details.person?.name)).toEqual(['', '', ''])
  })

  test('an export for a system with files of its own logs what its photos became', async () => {
    const desk = startDesk()
    const [employee, person] = [await approved(desk), await desk.signIn('viewer')]
    const { entries } = await recordedBy(desk, async () => {
      const scope = { kind: 'people' as const, employee_ids: [employee.id] }
      await ended(
        person,
        await startExport(person, MIXED_PROJECT.id, { target: 'website-webp', size: 'auto', scope }),
      )
    })
    const files = [
      { format: 'webp', width: 480, height: 640 },
      { format: 'webp', width: 960, height: 1280 },
    ]
    expect(entries).toMatchObject([
      { action: 'export_started', details: { files } },
      { action: 'export_ended', details: { files } },
    ])
  })

  test('each download of an export is logged, and names everybody whose photo it held', async () => {
    const desk = startDesk()
    const [employee, person] = [await approved(desk), await desk.signIn('viewer')]
    const job = await startExport(person, MIXED_PROJECT.id, {
      scope: { kind: 'people', employee_ids: [employee.id] },
    })
    await ended(person, job)
    const { entries } = await recordedBy(desk, () => openArchive(person, job))
    expect(entries).toMatchObject([
      {
        actor: { id: person.id },
        action: 'export_downloaded',
        details: { variant: 'standard', size: SMALL_SIZE, count: 1 },
      },
    ])
    const downloads = await person.json('GET', `/api/employees/${employee.id}/downloads`)
    expect(downloads).toMatchObject({ status: 200, body: { data: entries, targets: [{ id: 'number' }] } })
  })

  test('a download of the log is logged', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const { entries } = await recordedBy(desk, async () =>
      (await admin.call('GET', '/api/activity/csv')).text(),
    )
    expect(entries).toMatchObject([{ actor: { id: admin.id }, action: 'activity_exported' }])
  })
})

describe('writes without an entry in the log', () => {
  const nothing = async (
    run: (done: Done) => Promise<{ status: number }>,
    status: number,
    role?: 'viewer',
  ) => {
    const desk = startDesk()
    const done = { desk, person: await desk.signIn(role ?? 'editor'), employee: await approved(desk) }
    const { result, entries } = await recordedBy(desk, () => run(done))
    expect([result.status, entries]).toEqual([status, []])
  }
  const patch = ({ person, employee }: Done, body: object, headers = {}) =>
    person.json('PATCH', `/api/v1/employees/${employee.id}`, { body, headers })

  test('a write that the role forbids leaves no entry', async () => {
    await nothing(done => patch(done, { last_name: 'Neu' }), 403, 'viewer')
    await nothing(({ person }) => person.json('POST', EMPLOYEES, { body: INPUT }), 403, 'viewer')
    await nothing(
      ({ person, employee }) => person.json('DELETE', `/api/v1/employees/${employee.id}`),
      403,
      'viewer',
    )
    await nothing(({ person }) => person.json('GET', '/api/activity/csv'), 403)
  })

  test('a write that another site caused leaves no entry', () =>
    nothing(done => patch(done, { last_name: 'Neu' }, { 'sec-fetch-site': 'cross-site' }), 403))

  test('a write that the service refuses leaves no entry', async () => {
    await nothing(async done => {
      const other = await findPerson(done.desk.service, MIXED_PROJECT.id, ({ id }) => id !== done.employee.id)
      return patch(done, { email: other.email })
    }, 422)
    await nothing(async ({ person }) => {
      const body = { employees: [INPUT, INPUT] }
      return person.json('POST', EMPLOYEES, { body })
    }, 422)
    await nothing(({ person }) => person.json('DELETE', '/api/v1/employees/999999'), 404)
    await nothing(
      ({ person }) => person.json('PATCH', '/api/v1/employees/999999', { body: { locale: 'de' } }),
      404,
    )
  })

  test('a missing photo, or a HEAD request for a photo, leaves no entry', async () => {
    await nothing(async ({ desk, person }) => {
      const { id } = await findPerson(desk.service, MIXED_PROJECT.id, ({ status }) => status === 'pending')
      return person.json('GET', `/api/v1/employees/${id}/photo`)
    }, 404)
    await nothing(
      ({ person, employee }) => person.call('HEAD', `/api/v1/employees/${employee.id}/photo`),
      200,
    )
  })

  test('a missing archive leaves no entry', () =>
    nothing(({ person }) => person.json('GET', `/api/exports/${crypto.randomUUID()}/archive`), 404))
})

test('no entry holds the key', async () => {
  const desk = startDesk()
  const [employee, person] = [await approved(desk), await desk.signIn('editor')]
  const { entries } = await recordedBy(desk, async () => {
    for (const [, run] of WRITES) await run({ desk, person, employee }).catch(() => {})
  })
  expect(entries.length).toBeGreaterThan(3)
  expect(JSON.stringify(entries)).not.toContain(CANARY_KEY)
})
