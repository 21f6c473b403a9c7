import { expect, test, vi } from 'vitest'
import { COMPLETED_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { clearStore, ended, startExport } from '#tests/support/exports.ts'
import { until } from '#tests/support/until.ts'

/** The longest time that a caller waits for an end. */
const SOON_MS = 5_000
const MINUTE_MS = 60_000

const disable = async (desk: Desk, { id }: Person) => {
  const admin = await desk.signIn('admin')
  return admin.json('PATCH', `/api/accounts/${id}`, { body: { status: 'disabled' } })
}

/** A download that has begun, and of which the browser has read the first piece. */
async function downloading(settings = {}) {
  const desk = startDesk({ settings })
  const person = await desk.signIn('viewer')
  const { id } = await ended(person, await startExport(person, COMPLETED_PROJECT.id))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const answer = await person.call('GET', `/api/exports/${id}/archive`)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const readOn = async () => {
    for (;;) if ((await reader.read()).done) return 'the end'
  }
  return { desk, person, readOn }
}

test.each<[string, (desk: Desk, person: Person) => Promise<unknown>]>([
  ['signed out', (_, person) => person.json('DELETE', '/api/session')],
  ['disabled', disable],
  ['removed', async (desk, { id }) => (await desk.signIn('admin')).json('DELETE', `/api/accounts/${id}`)],
  [
    'signed out from elsewhere',
    async (desk, { id }) => (await desk.signInAs(id)).json('DELETE', '/api/sessions'),
  ],
])('a download of a person who is %s breaks off within seconds, and never looks complete', async (_, end) => {
  const { desk, person, readOn } = await downloading()
  await end(desk, person)
  await vi.advanceTimersByTimeAsync(SOON_MS)
  await expect(readOn()).rejects.toThrow('The session has ended.')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a download that has begun runs to its end, also when its session expires meanwhile', async () => {
  const { desk, readOn } = await downloading({ SESSION_HOURS: '0.5', SESSION_IDLE_MINUTES: '5' })
  for (let minutes = 0; minutes < 32; minutes += 4) {
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
    // The sign-in of another account deletes expired sessions.
    await desk.signIn()
  }
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(await readOn()).toBe('the end')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a reader who leaves before the first byte of an archive pins no photo and no session', async () => {
  const desk = startDesk()
  const person = await desk.signIn('viewer')
  const { id } = await ended(person, await startExport(person, COMPLETED_PROJECT.id))
  const { singleton } = await import('#lib/singleton.ts')
  const pins = singleton('photo-pins', () => new Map<string, number>())
  const prepared = [...pins]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const leaving = new AbortController()
  const answer = await person.call('GET', `/api/exports/${id}/archive`, { signal: leaving.signal })
  expect(answer.status).toBe(200)
  expect([...pins]).toEqual(prepared.map(([path, count]) => [path, count + 1]))
  expect(vi.getTimerCount()).toBe(1)
  leaving.abort()
  await until('it is let go of', () => vi.getTimerCount() === 0)
  expect([...pins]).toEqual(prepared)
  vi.useRealTimers()
})

/** Disables the account through the database, as another desk or the command line does; this desk gets no notice. */
const disableElsewhere = async (_: Desk, { id }: Person) =>
  (await import('#lib/store/account-store.ts')).getAccountStore().update(id, { status: 'disabled' })

test.each([
  ['here', disable],
  ['elsewhere', disableElsewhere],
])('an export of a person who is disabled %s is cancelled, and no call stays open', async (_, disable) => {
  const desk = startDesk()
  const person = await desk.signIn('viewer')
  await desk.service.fault({
    path: '/employees/*/photo',
    skip: 3,
    times: 999,
    answer: { kind: 'delay', ms: 60_000 },
  })
  await startExport(person, LARGE_PROJECT.id)
  await until('calls wait for the service', async () => (await desk.service.openCalls()) > 0)
  await disable(desk, person)
  const end = await until('the export ends', () => desk.output.find(line => line.includes('export_ended')))
  expect(end).toContain('"state":"cancelled"')
  await until('no call is open', async () => (await desk.service.openCalls()) === 0)
})

test('an administrator gets the archive of a disabled person, fetched again', async () => {
  const desk = startDesk()
  const [owner, admin] = [await desk.signIn('viewer'), await desk.signIn('admin')]
  const done = await ended(owner, await startExport(owner, COMPLETED_PROJECT.id))
  await disable(desk, owner)
  clearStore(desk)
  const answer = { kind: 'delay', ms: 2000, phase: 'before' } as const
  await desk.service.fault({ path: '/employees/*/photo', times: 999, answer })
  expect((await admin.json('POST', `/api/exports/${done.id}/resume`)).status).toBe(200)
  await until('calls wait for the service', async () => (await desk.service.openCalls()) > 0)
  await (await import('#lib/work/jobs-of-removed-accounts.ts')).endWorkOfGone()
  await desk.service.portal('DELETE', '/faults')
  expect(await ended(admin, done)).toMatchObject({ state: 'ready', done: done.done })
})

test('an export continues after its owner signs out, and is there at the next sign-in', async () => {
  const desk = startDesk()
  const person = await desk.signIn('viewer')
  const job = await startExport(person, COMPLETED_PROJECT.id)
  await person.json('DELETE', '/api/session')
  expect(await ended(await desk.signInAs(person.id), job)).toMatchObject({ state: 'ready' })
})
