import { describe, expect, test, vi } from 'vitest'
import { batchSchema } from '#lib/batches/contract.ts'
import { DeskError } from '#lib/errors.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import { createSeed } from '#sandbox/seed/create-seed.ts'
import { OTHER_SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { COMPLETED_PROJECT, DRAFT_PROJECT, MIXED_PROJECT, OTHER_PROJECT } from '#sandbox/seed/projects.ts'
import {
  batchEnded,
  batchPaused,
  leaveBatch,
  listWork,
  readBatch,
  startBatch,
} from '#tests/support/batches.ts'
import { CANARY_KEY, type Desk, type Person, startDesk, toldOfJobs } from '#tests/support/desk.ts'
import { askJson, listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

/** Twenty calls in two seconds: slow enough for the test to act in between, also on a slow machine. */
const SLOW = { PORTRAIT_API_LIMIT: '20', PORTRAIT_API_WINDOW_MS: '2000' }

const idsOf = (people: readonly Employee[]) => people.map(({ id }) => id)
const writesOf = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ method }) => method === 'DELETE' || method === 'PATCH')

type Entry = { action: string; employee: number; outcome: string; actor: { id: string } }

/** The entries of the log for each person of a change to many. */
async function entriesOf(desk: Desk, action: string, { id }: { id: string }): Promise<Entry[]> {
  const admin = await desk.signIn('admin')
  const { body } = await admin.json<{ data: Entry[] }>('GET', `/api/activity?bulk=${id}`)
  return body.data.filter(entry => entry.action === action)
}

describe('a deletion of many', () => {
  test('calls in flight do not wait for a full window: the last four take a moment', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '8', PORTRAIT_API_RESERVE: '0' } })
    const editor = await desk.signIn()
    const people = (await listPeople(desk.service, DRAFT_PROJECT.id)).slice(0, 4)
    await desk.service.fault({ method: 'DELETE', times: 4, answer: { kind: 'delay', ms: 600_000 } })
    const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids: idsOf(people) }
    const { id } = await startBatch(editor, body)
    await until('all of them are on their way', async () => (await desk.service.openCalls()) === 4)
    expect(await readBatch(editor, { id })).toMatchObject({ state: 'running', done: 0, eta_seconds: 0 })
  })

  test('a deletion of many deletes each person once, reports every outcome, and logs each', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const people = await listPeople(desk.service, DRAFT_PROJECT.id)
    const chosen = people.slice(0, 10)
    const begun = await startBatch(editor, {
      project_id: DRAFT_PROJECT.id,
      action: 'delete',
      employee_ids: [...idsOf(chosen), ...idsOf(chosen)],
    })
    expect(begun).toMatchObject({ state: 'running', total: 10, action: 'delete', locale: null })
    const done = batchSchema.parse(await batchEnded(editor, begun))
    expect(done).toMatchObject({ state: 'done', done: 10, failed: 0, eta_seconds: 0, pause_reason: null })
    expect(done.results).toEqual(
      chosen.map(({ id, first_name, last_name, mitarbeiternummer }) => ({
        employee_id: id,
        name: `${first_name} ${last_name}`,
        mitarbeiternummer,
        outcome: 'done',
        error: null,
      })),
    )
    expect(await listPeople(desk.service, DRAFT_PROJECT.id)).toEqual(people.slice(10))
    const sent = (await writesOf(desk)).map(({ path }) => path)
    expect(sent.toSorted()).toEqual(chosen.map(({ id }) => `/employees/${id}`).toSorted())
    const entries = await entriesOf(desk, 'employee_deleted', done)
    expect(entries.map(({ employee }) => employee).toSorted()).toEqual(idsOf(chosen).toSorted())
    for (const { actor, outcome } of entries) expect([actor.id, outcome]).toEqual([editor.id, 'done'])
  })

  test('the list of work names the only person of a batch, and nobody of a larger batch', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const [one, ...many] = await listPeople(desk.service, DRAFT_PROJECT.id)
    for (const chosen of [[one], many.slice(0, 2)]) {
      const employee_ids = chosen.flatMap(person => person?.id ?? [])
      const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids }
      await batchEnded(editor, await startBatch(editor, body))
    }
    const results = (await listWork(editor)).map(
      item => item.kind === 'batch' && [item.job.total, item.job.results.map(({ name }) => name)],
    )
    expect(results).toEqual([
      [2, []],
      [1, [`${one?.first_name} ${one?.last_name}`]],
    ])
  })

  test('a batch whose lease was renewed late begins its step again, and fails nobody for it', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const [{ Lease }, { installLeases }, { getDatabase }] = await Promise.all([
      import('#lib/several-desks/leases.ts'),
      import('#tests/support/leases.ts'),
      import('#lib/store/database.ts'),
    ])
    installLeases(getDatabase())
    const late = new DeskError('cancelled', { neverSent: true })
    vi.spyOn(Lease.prototype, 'requireLasting').mockRejectedValueOnce(late).mockRejectedValueOnce(late)
    const chosen = (await listPeople(desk.service, DRAFT_PROJECT.id)).slice(0, 6)
    const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids: idsOf(chosen) }
    const done = await batchEnded(editor, await startBatch(editor, body))
    expect(done).toMatchObject({ state: 'done', done: 6, failed: 0 })
    expect(await writesOf(desk)).toHaveLength(6)
  })

  test('a batch asks for people whose record is unreadable in the list, and keeps them', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const path = `/projects/${DRAFT_PROJECT.id}/employees`
    const page = await askJson<EmployeePage>(desk.service, `${path}?per_page=200`)
    const [unread, own] = page.data
    const [stranger] = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const data = page.data.map(person => (person === unread ? null : person))
    const answer = { kind: 'status', status: 200, body: { ...page, data } } as const
    await desk.service.fault({ method: 'GET', path, times: 99, answer })
    const employee_ids = [unread, own, stranger].map(person => person?.id ?? 0)
    const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids }
    const done = await batchEnded(editor, await startBatch(editor, body))
    expect(done.results.map(({ outcome, error }) => error ?? outcome)).toEqual(['done', 'done', 'not_found'])
    expect((await writesOf(desk)).map(({ path }) => path).toSorted()).toEqual(
      employee_ids.slice(0, 2).map(id => `/employees/${id}`),
    )
  })

  test('a batch touches nobody outside the project, and reports them as missing', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const [stranger] = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const [own] = await listPeople(desk.service, DRAFT_PROJECT.id)
    const foreign = createSeed('x').employees.find(({ project_id }) => project_id === OTHER_PROJECT.id)
    const ids = [stranger?.id ?? 0, own?.id ?? 0, foreign?.id ?? 0, 999_999]
    const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids: ids }
    const done = await batchEnded(editor, await startBatch(editor, body))
    expect(done.results.map(({ employee_id, outcome, error }) => [employee_id, outcome, error])).toEqual([
      [ids[0], 'failed', 'not_found'],
      [ids[1], 'done', null],
      [ids[2], 'failed', 'not_found'],
      [ids[3], 'failed', 'not_found'],
    ])
    expect(await writesOf(desk)).toHaveLength(1)
  })

  test('one failure stops no other deletion of the batch', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const people = (await listPeople(desk.service, DRAFT_PROJECT.id)).slice(0, 8)
    await desk.service.fault({
      method: 'DELETE',
      path: `/employees/${people[3]?.id}`,
      times: 99,
      answer: { kind: 'status', status: 422, body: { message: 'No.', errors: { id: ['No.'] } } },
    })
    const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids: idsOf(people) }
    const done = await batchEnded(editor, await startBatch(editor, body))
    expect([done.state, done.done, done.failed]).toEqual(['done', 7, 1])
    expect(done.results[3]).toMatchObject({ outcome: 'failed', error: 'invalid' })
  })
})

describe('a change of language of many', () => {
  test('a change of language asks the service only for people with another language', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 30)
    const others = people.filter(({ locale }) => locale !== 'en')
    expect(others.length).toBeLessThan(30)
    const done = await batchEnded(
      editor,
      await startBatch(editor, {
        project_id: MIXED_PROJECT.id,
        action: 'locale',
        locale: 'en',
        employee_ids: idsOf(people),
      }),
    )
    expect([done.state, done.done, done.failed, done.locale]).toEqual(['done', 30, 0, 'en'])
    expect([done.already, done.undoable]).toEqual([30 - others.length, others.length])
    expect(done.results.map(({ outcome }) => outcome)).toEqual(
      people.map(({ locale }) => (locale === 'en' ? 'already' : 'done')),
    )
    const now = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 30)
    expect(now.map(({ locale }) => locale)).toEqual(Array(30).fill('en'))
    expect(now.map(person => ({ ...person, locale: null }))).toEqual(
      people.map(person => ({ ...person, locale: null })),
    )
    const sent = (await writesOf(desk)).map(({ path }) => path)
    expect(sent.toSorted()).toEqual(others.map(({ id }) => `/employees/${id}`).toSorted())
    expect(await entriesOf(desk, 'employee_changed', done)).toHaveLength(others.length)
  })
})

describe('a batch', () => {
  test('a batch waits behind people: its calls are in the background lane', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '20' } })
    const editor = await desk.signIn()
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const begun = await startBatch(editor, {
      project_id: MIXED_PROJECT.id,
      action: 'delete',
      employee_ids: idsOf(people),
    })
    const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
    const { budget } = connectWithKey(CANARY_KEY)
    await until('the batch waits for the window', () => budget.state().waiting.background > 0)
    expect(budget.state().waiting).toMatchObject({ interactive: 0, idle: 0 })
    const cancelled = await editor.json('DELETE', `/api/batches/${begun.id}`)
    expect(cancelled.body.data).toMatchObject({ state: 'cancelled' })
  })

  test('a batch records the person of a call before the service gets the call', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const [person] = await listPeople(desk.service, DRAFT_PROJECT.id)
    if (!person) throw new Error('There is nobody.')
    await desk.service.fault({ method: 'DELETE', answer: { kind: 'delay', ms: 600_000 } })
    const body = { project_id: DRAFT_PROJECT.id, action: 'delete' as const, employee_ids: [person.id] }
    const { id } = await startBatch(editor, body)
    await until('the call is open', async () => (await desk.service.openCalls()) === 1)
    const { getSqlite } = await import('#lib/store/database.ts')
    const row = getSqlite().prepare('SELECT employee_id, state FROM batch_people WHERE batch_id = ?')
    expect(row.all(id)).toEqual([{ employee_id: person.id, state: 'sent' }])
  })

  test('a cancelled batch makes no further call, and knows every outcome', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '20' } })
    const editor = await desk.signIn()
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const body = { project_id: MIXED_PROJECT.id, action: 'delete' as const, employee_ids: idsOf(people) }
    const begun = await startBatch(editor, body)
    await until('some are done', async () => (await readBatch(editor, begun)).done > 5)
    const { body: answer } = await editor.json('DELETE', `/api/batches/${begun.id}`)
    const cancelled = batchSchema.parse(answer.data)
    const deleted = (await writesOf(desk)).length
    expect(cancelled).toMatchObject({ state: 'cancelled', done: deleted, failed: 0 })
    const gone = new Set(idsOf(people))
    for (const { id } of await listPeople(desk.service, MIXED_PROJECT.id)) gone.delete(id)
    const done = cancelled.results.filter(({ outcome }) => outcome === 'done')
    expect(done.map(({ employee_id }) => employee_id).toSorted()).toEqual([...gone].toSorted())
    expect(cancelled.results.filter(({ outcome }) => outcome === 'waiting')).toHaveLength(
      people.length - deleted,
    )
    expect((await editor.json('DELETE', `/api/batches/${begun.id}`)).body.data).toEqual(cancelled)
  })

  test.each([
    [401, 'key_rejected'],
    [403, 'no_api_access'],
  ])(
    'a batch that meets a %i waits as %s, and resumes when the service takes the key again',
    async (status, reason) => {
      const desk = startDesk()
      const editor = await desk.signIn()
      const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 20)
      await desk.service.fault({
        method: 'DELETE',
        path: '/employees/*',
        skip: 6,
        times: 999,
        answer: { kind: 'status', status, body: {} },
      })
      const begun = await startBatch(editor, {
        project_id: MIXED_PROJECT.id,
        action: 'delete',
        employee_ids: idsOf(people),
      })
      const paused = await batchPaused(editor, begun)
      expect(paused).toMatchObject({ pause_reason: reason, done: 6, failed: 0, eta_seconds: null })
      await desk.service.portal('DELETE', '/faults')
      const calls = (await desk.service.journal()).length
      await readBatch(editor, begun)
      expect(await desk.service.journal()).toHaveLength(calls)
      // Any answer will do: it shows that the service takes the key again.
      await editor.json('GET', '/api/v1/projects')
      const done = await batchEnded(editor, begun)
      expect([done.state, done.done, done.failed]).toEqual(['done', 20, 0])
      const answered = (await writesOf(desk)).filter(call => call.status === 204)
      expect(new Set(answered.map(({ path }) => path)).size).toBe(20)
    },
  )

  test('a batch ends when its owner may not edit any more, and makes no call without the right', async () => {
    const desk = startDesk({ settings: SLOW })
    const [editor, admin] = [await desk.signIn(), await desk.signIn('admin')]
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const body = { project_id: MIXED_PROJECT.id, action: 'delete' as const, employee_ids: idsOf(people) }
    const begun = await startBatch(editor, body)
    await until('some are done', async () => (await readBatch(editor, begun)).done > 5)
    await admin.json('PATCH', `/api/accounts/${editor.id}`, { body: { role: 'viewer' } })
    // Four calls were queued already.
    const most = (await writesOf(desk)).length + 4
    const ended = await batchEnded(admin, begun)
    expect([ended.state, ended.failed]).toEqual(['cancelled', 0])
    expect(ended.done).toBeLessThanOrEqual(most)
    expect(await writesOf(desk)).toHaveLength(ended.done)
  })

  test('a batch is visible to its owner and to administrators alone', async () => {
    const desk = startDesk()
    const [editor, other, admin] = [await desk.signIn(), await desk.signIn(), await desk.signIn('admin')]
    const [person] = await listPeople(desk.service, DRAFT_PROJECT.id)
    const begun = await startBatch(editor, {
      project_id: DRAFT_PROJECT.id,
      action: 'delete',
      employee_ids: [person?.id ?? 0],
    })
    for (const method of ['GET', 'DELETE'])
      expect((await other.json(method, `/api/batches/${begun.id}`)).status).toBe(404)
    expect((await readBatch(admin, begun)).id).toBe(begun.id)
    await batchEnded(editor, begun)
  })

  test('a batch is found again by its owner alone, while it runs and when it has ended', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '20' } })
    const [editor, other] = [await desk.signIn(), await desk.signIn()]
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const body = { project_id: MIXED_PROJECT.id, action: 'delete' as const, employee_ids: idsOf(people) }
    const begun = await startBatch(editor, body)
    const [running] = await listWork(editor)
    expect(running).toMatchObject({ kind: 'batch', job: { id: begun.id, state: 'running' } })
    expect(await listWork(other)).toEqual([])
    await editor.json('DELETE', `/api/batches/${begun.id}`)
    expect(await listWork(editor)).toMatchObject([{ job: { id: begun.id, state: 'cancelled', results: [] } }])
  })

  test('a batch is refused while three batches of its owner are under way', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '20' } })
    const editor = await desk.signIn()
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const body = {
      project_id: MIXED_PROJECT.id,
      action: 'locale' as const,
      locale: null,
      employee_ids: idsOf(people),
    }
    const begun = [
      await startBatch(editor, body),
      await startBatch(editor, body),
      await startBatch(editor, body),
    ]
    expect(await editor.json('POST', '/api/batches', { body })).toMatchObject({
      status: 429,
      body: { code: 'too_many_batches' },
    })
    for (const { id } of begun) await editor.json('DELETE', `/api/batches/${id}`)
  })

  test('a batch without people, with too many, or with an unknown action is refused', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    for (const body of [
      { project_id: 102, action: 'delete', employee_ids: [] },
      { project_id: 102, action: 'delete', employee_ids: Array.from({ length: 10_001 }, (_, id) => id + 1) },
      { project_id: 102, action: 'locale', employee_ids: [1] },
      { project_id: 102, action: 'email', employee_ids: [1] },
      { action: 'undo', batch_id: 'none' },
    ])
      expect((await editor.json('POST', '/api/batches', { body })).status).toBe(422)
    const unknown = { project_id: 999, action: 'delete', employee_ids: [1] }
    expect((await editor.json('POST', '/api/batches', { body: unknown })).status).toBe(404)
  })
})

describe('an undo of a change to many', () => {
  async function changeAll(desk: Desk, editor: Person) {
    const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 6)
    const batch = await startBatch(editor, {
      project_id: MIXED_PROJECT.id,
      action: 'locale',
      locale: 'en',
      employee_ids: idsOf(people),
    })
    return { people, changed: await batchEnded(editor, batch) }
  }
  const localesOf = (people: readonly Employee[]) => people.map(({ id, locale }) => [id, locale])

  test('an undo gives each person their own earlier language back, once', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { people, changed } = await changeAll(desk, editor)
    const others = people.filter(({ locale }) => locale !== 'en')
    expect(others.length).toBeGreaterThan(0)
    expect(changed).toMatchObject({ done: 6, undoable: others.length, undoes: null })
    const undo = await startBatch(editor, { action: 'undo', batch_id: changed.id })
    expect(undo).toMatchObject({ total: others.length, undoes: changed.id })
    expect(await batchEnded(editor, undo)).toMatchObject({ done: others.length, failed: 0, undoable: 0 })
    const now = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 6)
    expect(localesOf(now)).toEqual(localesOf(people))
    expect(await readBatch(editor, changed)).toMatchObject({ undoable: 0 })
    expect((await startBatch(editor, { action: 'undo', batch_id: changed.id })).id).toBe(undo.id)
  })

  test('an undo leaves people whom another change has touched since, and says so', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { people, changed } = await changeAll(desk, editor)
    const since = people.find(({ locale }) => locale !== 'en')
    if (!since) throw new Error('Everybody in the seed is invited in English.')
    const other = since.locale === null ? 'de' : null
    const changes = { method: 'PATCH', body: JSON.stringify({ locale: other }) }
    const headers = { 'content-type': 'application/json' }
    expect((await desk.service.ask(`/employees/${since.id}`, { ...changes, headers })).status).toBe(200)
    const ended = await batchEnded(editor, await startBatch(editor, { action: 'undo', batch_id: changed.id }))
    expect(ended.results.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { employee_id: since.id, error: 'changed_meanwhile' },
    ])
    const now = await listPeople(desk.service, MIXED_PROJECT.id)
    expect(now.find(({ id }) => id === since.id)?.locale).toBe(other)
  })

  test("an undo works also where the service shows the account's language instead of null", async () => {
    const desk = startDesk({ sandbox: { variations: ['locale-null-resolved'] } })
    const editor = await desk.signIn()
    const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 30)
    const english = people.filter(({ locale }) => locale === 'en')
    expect(english.length).toBeGreaterThan(1)
    const request = { project_id: MIXED_PROJECT.id, action: 'locale', locale: null } as const
    const begun = await startBatch(editor, { ...request, employee_ids: idsOf(people) })
    const changed = await batchEnded(editor, begun)
    const already = people.length - english.length
    expect(changed).toMatchObject({ done: people.length, failed: 0, already, undoable: english.length })
    const undo = await batchEnded(editor, await startBatch(editor, { action: 'undo', batch_id: changed.id }))
    expect(undo).toMatchObject({ total: english.length, done: english.length, failed: 0 })
    const now = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 30)
    expect(localesOf(now)).toEqual(localesOf(people))
  })

  test('a batch counts missing people, and offers no undo for them', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { people, changed } = await changeAll(desk, editor)
    const gone = people.find(({ locale }) => locale !== 'en')
    if (!gone) throw new Error('Everybody in the seed is invited in English.')
    expect((await desk.service.ask(`/employees/${gone.id}`, { method: 'DELETE' })).status).toBe(204)
    const undo = await batchEnded(editor, await startBatch(editor, { action: 'undo', batch_id: changed.id }))
    expect(undo.results.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { employee_id: gone.id, error: 'not_found' },
    ])
    expect(await readBatch(editor, changed)).toMatchObject({ undoable: 0 })
    const request = { project_id: MIXED_PROJECT.id, employee_ids: [gone.id, 999_999] }
    for (const action of [{ action: 'locale', locale: 'en' }, { action: 'delete' }] as const) {
      const again = await batchEnded(editor, await startBatch(editor, { ...request, ...action }))
      expect(again).toMatchObject({ failed: 2, gone: 2 })
    }
  })

  test('an undo does not count people who got their own language back since', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { people, changed } = await changeAll(desk, editor)
    const others = people.filter(({ locale }) => locale !== 'en')
    const [since] = others
    const changes = { method: 'PATCH', body: JSON.stringify({ locale: since?.locale }) }
    const headers = { 'content-type': 'application/json' }
    expect((await desk.service.ask(`/employees/${since?.id}`, { ...changes, headers })).status).toBe(200)
    const undo = await batchEnded(editor, await startBatch(editor, { action: 'undo', batch_id: changed.id }))
    expect(undo).toMatchObject({ done: others.length, already: 1, failed: 0 })
    expect(undo.results.find(({ employee_id }) => employee_id === since?.id)?.outcome).toBe('already')
    expect(await entriesOf(desk, 'employee_changed', undo)).toHaveLength(others.length - 1)
  })

  test("an undo is refused for a deletion, for an undo, and for another person's batch", async () => {
    const desk = startDesk()
    const [editor, other] = [await desk.signIn(), await desk.signIn()]
    const { people, changed } = await changeAll(desk, editor)
    const undo = async (who: Person, batch_id: string) =>
      (await who.json('POST', '/api/batches', { body: { action: 'undo', batch_id } })).status
    expect(await undo(other, changed.id)).toBe(404)
    const back = await batchEnded(editor, await startBatch(editor, { action: 'undo', batch_id: changed.id }))
    expect(await undo(editor, back.id)).toBe(422)
    const gone = await startBatch(editor, {
      project_id: MIXED_PROJECT.id,
      action: 'delete',
      employee_ids: idsOf(people.slice(0, 1)),
    })
    await batchEnded(editor, gone)
    expect(await undo(editor, gone.id)).toBe(422)
  })
})

describe('a batch of a stopped desk', () => {
  const runs = async ({ id }: { id: string }) => (await import('#lib/jobs/job.ts')).getHeldJobs().has(id)

  test('a batch of a stopped desk does not resume with a key of another customer', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_KEY: OTHER_SANDBOX_KEY } })
    const owner = await desk.signIn()
    const left = await leaveBatch(owner)
    const { BATCHES } = await import('#lib/batches/batch-job.ts')
    await (await import('#lib/jobs/resume.ts')).resumeAfterStart(BATCHES)
    expect(await runs(left)).toBe(false)
    expect(await readBatch(owner, left)).toMatchObject({ state: 'paused', pause_reason: 'not_connected' })
    expect(await runs(left)).toBe(false)
    expect(await writesOf(desk)).toEqual([])
    await (await import('#lib/jobs/resume.ts')).resumeAfterStart(BATCHES)
    expect(toldOfJobs(desk)).toEqual([['batch_paused', 'not_connected']])
  })

  test('a batch of a stopped desk neither resumes for another viewer, nor is shown to them', async () => {
    const desk = startDesk()
    const [owner, other] = [await desk.signIn(), await desk.signIn()]
    const left = await leaveBatch(owner)
    expect(await listWork(other)).toEqual([])
    expect(await runs(left)).toBe(false)
    expect((await batchEnded(owner, left)).state).toBe('done')
    expect(toldOfJobs(desk)).toEqual([
      ['batch_resumed', 'restart'],
      ['batch_ended', 'done'],
    ])
  })

  test('a cancelled batch of a stopped desk calls nobody of unknown outcome untouched', async () => {
    const owner = await startDesk().signIn()
    const left = await leaveBatch(owner)
    const { body } = await owner.json('DELETE', `/api/batches/${left.id}`)
    const { state, results } = batchSchema.parse(body.data)
    expect([state, ...results.map(({ outcome, error }) => [outcome, error])]).toEqual([
      'cancelled',
      ['failed', 'outcome_unknown'],
      ['waiting', null],
    ])
  })
})

test('a batch that waits for a key ends when its owner’s account is disabled', async () => {
  const desk = startDesk()
  const [owner, admin] = [await desk.signIn(), await desk.signIn('admin')]
  const [person] = await listPeople(desk.service, DRAFT_PROJECT.id)
  await desk.service.fault({ method: 'DELETE', times: 99, answer: { kind: 'status', status: 401, body: {} } })
  const waiting = await batchPaused(
    owner,
    await startBatch(owner, {
      project_id: DRAFT_PROJECT.id,
      action: 'delete',
      employee_ids: [person?.id ?? 0],
    }),
  )
  await admin.json('PATCH', `/api/accounts/${owner.id}`, { body: { status: 'disabled' } })
  expect((await batchEnded(admin, waiting)).state).toBe('cancelled')
})
