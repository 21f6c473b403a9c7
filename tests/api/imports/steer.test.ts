import { describe, expect, test, vi } from 'vitest'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { OTHER_SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk, toldOfJobs } from '#tests/support/desk.ts'
import {
  draftImport,
  importEnded,
  importPaused,
  importRow,
  importRows,
  outcomesOf,
  peopleAtService,
  pressStart,
  readImport,
  sendImport,
} from '#tests/support/imports.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = EMPTY_PROJECT.id

const creates = async (desk: Desk) => (await desk.service.journal()).filter(({ method }) => method === 'POST')
const press = (person: Person, { id }: { id: string }, button: 'pause' | 'resume') =>
  person.json('POST', `/api/imports/${id}/${button}`)
const cancel = (person: Person, { id }: { id: string }) => person.json('DELETE', `/api/imports/${id}`)

/** An import whose second call is delayed. */
async function inSecondCall() {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({ method: 'POST', skip: 1, answer: { kind: 'delay', ms: 2_000 } })
  const started = await sendImport(editor, PROJECT, importRows(700))
  await until('the second call is on its way', async () => (await creates(desk)).length === 2)
  return { desk, editor, started }
}

test('a pause lets the call in flight end, and sends nothing more until a person resumes', async () => {
  const { desk, editor, started } = await inSecondCall()
  expect(await press(editor, started, 'pause')).toMatchObject({
    status: 200,
    body: { data: { state: 'paused', pause_reason: 'by_person', eta_seconds: null } },
  })
  await until('it has come back', async () => (await readImport(editor, started)).counts.created === 400)
  expect(await creates(desk)).toHaveLength(2)
  // A read does not resume the import.
  expect(await readImport(editor, started)).toMatchObject({ state: 'paused', counts: { waiting: 300 } })
  expect((await press(editor, started, 'resume')).status).toBe(200)
  const done = await importEnded(editor, started)
  expect(outcomesOf(done)).toEqual({ created: 700 })
  await until('its end is told', () => toldOfJobs(desk).length === 5)
  expect(toldOfJobs(desk)).toEqual([
    ['import_drafted'],
    ['import_started'],
    ['import_paused', 'by_person'],
    ['import_resumed', 'by_person'],
    ['import_ended', 'done'],
  ])
  expect(await creates(desk)).toHaveLength(4)
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(700)
})

test('a list that is being sent is not started again, and no person is read for it', async () => {
  const { desk, editor, started } = await inSecondCall()
  const calls = (await desk.service.journal()).length
  expect(await pressStart(editor, started)).toMatchObject({ status: 409, body: { code: 'import_moved_on' } })
  expect(await desk.service.journal()).toHaveLength(calls)
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 700 })
})

test('no row of a list that is being sent can change, not even an excluded one', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({ method: 'POST', answer: { kind: 'delay', ms: 8000 } })
  const draft = await draftImport(editor, PROJECT, [...importRows(2), importRow(3, {}, true)])
  await pressStart(editor, draft, { expected: { create: 2, update: 0 } })
  const edit = () =>
    editor.json('PATCH', `/api/imports/${draft.id}`, { body: { edits: [{ row: 4, excluded: false }] } })
  expect(await edit()).toMatchObject({ status: 409, body: { code: 'import_moved_on' } })
  await press(editor, draft, 'pause')
  expect(await edit()).toMatchObject({ status: 409, body: { code: 'import_moved_on' } })
  await press(editor, draft, 'resume')
  await importEnded(editor, draft)
  expect((await edit()).status).toBe(200)
})

test('a list that is edited during its last check is not sent in the earlier version', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const draft = await draftImport(editor, PROJECT, importRows(2))
  // The delay is long enough for the edit to arrive meanwhile on a busy computer.
  await desk.service.fault({ path: '/projects/*/employees', answer: { kind: 'delay', ms: 8000 } })
  const start = pressStart(editor, draft, { expected: { create: 2, update: 0 } })
  await until('it is being checked', async () => (await desk.service.openCalls()) === 1)
  const edits = [{ row: 2, values: { last_name: 'Anders' } }]
  expect((await editor.json('PATCH', `/api/imports/${draft.id}`, { body: { edits } })).status).toBe(200)
  expect(await start).toMatchObject({ status: 409, body: { code: 'import_moved_on' } })
  expect(await creates(desk)).toEqual([])
  expect(await readImport(editor, draft)).toMatchObject({ state: 'draft', counts: { open: 2 } })
})

test('a pause with an immediate resume loses nothing and sends nothing twice', async () => {
  const { desk, editor, started } = await inSecondCall()
  for (const button of ['pause', 'resume', 'pause', 'resume'] as const)
    expect((await press(editor, started, button)).status).toBe(200)
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 700 })
  expect(await creates(desk)).toHaveLength(4)
})

test('a cancel stops between two calls: created rows are reported, the others are not sent', async () => {
  const { desk, editor, started } = await inSecondCall()
  expect(await cancel(editor, started)).toMatchObject({ status: 200, body: { data: { state: 'cancelled' } } })
  const end = await importEnded(editor, started)
  expect(end).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) })
  expect(outcomesOf(end)).toEqual({ created: 400, not_sent: 300 })
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(400)
  expect(await cancel(editor, started)).toMatchObject({ status: 200, body: { data: { state: 'cancelled' } } })
  for (const button of ['pause', 'resume'] as const)
    expect(await press(editor, started, button)).toMatchObject({
      status: 409,
      body: { code: 'import_moved_on' },
    })
})

test('the rest of a cancelled list can be sent later', async () => {
  const { desk, editor, started } = await inSecondCall()
  await cancel(editor, started)
  await importEnded(editor, started)
  await pressStart(editor, started, { expected: { create: 300, update: 0 } })
  const end = await importEnded(editor, started)
  expect(end).toMatchObject({ state: 'done', planned: 300 })
  expect(outcomesOf(end)).toEqual({ created: 700 })
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(700)
})

test('a cancelled list is not sent again before its last call is answered', async () => {
  const { desk, editor, started } = await inSecondCall()
  await cancel(editor, started)
  const edits = [{ row: 701, values: { last_name: 'Anders' } }]
  const edited = await editor.json('PATCH', `/api/imports/${started.id}`, { body: { edits } })
  expect(edited.status).toBe(200)
  const start = { expected: { create: 300, update: 0 } }
  expect(await pressStart(editor, started, start)).toMatchObject({
    status: 409,
    body: { code: 'import_moved_on' },
  })
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 400, not_sent: 299, open: 1 })
  expect((await pressStart(editor, started, start)).status).toBe(200)
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 700 })
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(700)
})

test('a cancel takes back the call that waits for its place in the queue', async () => {
  const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '10', PORTRAIT_API_WINDOW_MS: '600000' } })
  const editor = await desk.signIn()
  const started = await sendImport(editor, PROJECT, importRows(2400))
  const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
  const { CANARY_KEY } = await import('#tests/support/desk.ts')
  const { budget } = connectWithKey(CANARY_KEY)
  await until('a call waits in the line', () => budget.state().waiting.background === 1)
  await cancel(editor, started)
  const end = await importEnded(editor, started)
  expect(budget.state().waiting.background).toBe(0)
  const sent = (await creates(desk)).length
  expect(outcomesOf(end)).toEqual({ created: sent * 200, not_sent: 2400 - sent * 200 })
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(sent * 200)
})

test('a discarded draft is deleted with all its rows, without a call', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const draft = await draftImport(editor, PROJECT, importRows(5))
  expect((await cancel(editor, draft)).status).toBe(204)
  expect((await editor.json('GET', `/api/imports/${draft.id}`)).status).toBe(404)
  const { getSqlite } = await import('#lib/store/database.ts')
  expect(getSqlite().prepare('SELECT count(*) AS n FROM import_rows').get()?.n).toBe(0)
})

test('a discard in an outdated tab does not stop a list that is being sent', async () => {
  const { editor, started } = await inSecondCall()
  expect(await editor.json('DELETE', `/api/imports/${started.id}?only=draft`)).toMatchObject({
    status: 409,
    body: { code: 'import_moved_on' },
  })
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 700 })
  const draft = await draftImport(editor, PROJECT, importRows(1, 900))
  expect((await editor.json('DELETE', `/api/imports/${draft.id}?only=draft`)).status).toBe(204)
})

describe('a key that is refused in the middle', () => {
  test.each([
    [401, 'key_rejected'],
    [403, 'no_api_access'],
  ])(
    'a refusal of the key with %i pauses the import as %s, and one click resumes it',
    async (status, pause_reason) => {
      const desk = startDesk()
      const editor = await desk.signIn()
      await desk.service.fault({ method: 'POST', skip: 1, times: 99, answer: { kind: 'status', status } })
      const started = await sendImport(editor, PROJECT, importRows(500))
      const pause = await importPaused(editor, started)
      expect(pause).toMatchObject({ pause_reason, error: null, counts: { created: 200, waiting: 300 } })
      expect(await creates(desk)).toHaveLength(2)
      await desk.service.portal('DELETE', '/faults')
      await press(editor, started, 'resume')
      expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 500 })
      expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(500)
    },
  )
})

test('an import paused by a service that is down can be cancelled, and its account is true', async () => {
  // The wait before each retry is random up to a ceiling; here it is the shortest.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({ skip: 3, times: 999, answer: { kind: 'status', status: 500 } })
  const started = await sendImport(editor, PROJECT, importRows(500))
  expect(await importPaused(editor, started)).toMatchObject({ pause_reason: 'service_unreachable' })
  await cancel(editor, started)
  const end = await importEnded(editor, started)
  // The service could not be asked about the call that failed, so these rows are unknown.
  expect(outcomesOf(end)).toEqual({ created: 200, unknown: 200, not_sent: 100 })
  await desk.service.portal('DELETE', '/faults')
  const start = { expected: { create: 300, update: 0 } }
  passRest()
  await until('calls are let in again', async () => (await pressStart(editor, started, start)).status === 200)
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 500 })
})

test('an import sends nothing more once its owner may not edit any more', async () => {
  const { editor, started } = await inSecondCall()
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().prepare("UPDATE accounts SET role = 'viewer' WHERE id = ?").run(editor.id)
  await until('it has ended', async () => {
    const { getImportStore } = await import('#lib/store/import-store.ts')
    return (await getImportStore().find(started.id))?.state === 'cancelled'
  })
  getSqlite().prepare("UPDATE accounts SET role = 'editor' WHERE id = ?").run(editor.id)
  expect(outcomesOf(await importEnded(editor, started))).toEqual({ created: 400, not_sent: 300 })
})

describe('a list in sending when the desk stopped', () => {
  /** Begun with the key of the first customer; no call was made yet. */
  async function left(changes: Partial<ImportRecord> = {}) {
    const desk = startDesk()
    const owner = await desk.signIn()
    const draft = await draftImport(owner, PROJECT, importRows(2))
    await (await openStore()).update(draft.id, { state: 'sending', ...changes }, ['draft'])
    return { desk, owner, draft }
  }
  const openStore = async () => (await import('#lib/store/import-store.ts')).getImportStore()
  const isRunning = async ({ id }: { id: string }) => (await import('#lib/jobs/job.ts')).getHeldJobs().has(id)
  const resumeAfterStart = async () => {
    const { IMPORTS } = await import('#lib/imports/send/import-job.ts')
    await (await import('#lib/jobs/resume.ts')).resumeAfterStart(IMPORTS)
  }

  test('a stopped import waits for its owner when the desk has another key, also of its account', async () => {
    const { desk, owner, draft } = await left()
    const { key } = (await desk.service.portal('POST', '/keys', { label: 'New' })) as { key: string }
    restart({ PORTRAIT_API_KEY: key })
    await resumeAfterStart()
    expect(await (await openStore()).find(draft.id)).toMatchObject({
      state: 'paused',
      pause_reason: 'not_connected',
    })
    await readImport(owner, draft)
    expect((await importEnded(owner, draft)).state).toBe('done')
    await until('its end is told', () => toldOfJobs(desk).length === 4)
    expect(toldOfJobs(desk).slice(1)).toEqual([
      ['import_paused', 'not_connected'],
      ['import_resumed', 'not_connected'],
      ['import_ended', 'done'],
    ])
  })

  test('a stopped import resumes after a restart with the same key, and is logged', async () => {
    const { desk, owner, draft } = await left()
    restart()
    await resumeAfterStart()
    expect((await importEnded(owner, draft)).state).toBe('done')
    await until('its end is told', () => toldOfJobs(desk).length === 3)
    expect(toldOfJobs(desk).slice(1)).toEqual([
      ['import_resumed', 'restart'],
      ['import_ended', 'done'],
    ])
  })

  test('a stopped import goes into no other account, whoever presses the button', async () => {
    const { owner, draft } = await left({ state: 'paused', pause_reason: 'by_person' })
    restart({ PORTRAIT_API_KEY: OTHER_SANDBOX_KEY })
    expect(await press(owner, draft, 'resume')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await readImport(owner, draft)).toMatchObject({ state: 'paused', pause_reason: 'by_person' })
  })

  test('a stopped import does not resume because another person opens it', async () => {
    const { desk, owner, draft } = await left({ state: 'paused', pause_reason: 'not_connected' })
    const other = await desk.signIn()
    expect((await other.json('GET', `/api/projects/${PROJECT}/imports`)).status).toBe(200)
    expect(await (await openStore()).find(draft.id)).toMatchObject({ state: 'paused' })
    await readImport(owner, draft)
    expect((await importEnded(owner, draft)).state).toBe('done')
  })

  test("a person's pause outlasts the end of what had stopped the import before", async () => {
    const { owner, draft } = await left({ state: 'paused', pause_reason: 'by_person' })
    expect(await (await openStore()).claim(draft.id)).toBe(false)
    expect(await (await openStore()).pause(draft.id, 'service_unreachable')).toBe(false)
    await resumeAfterStart()
    expect(await readImport(owner, draft)).toMatchObject({ state: 'paused', pause_reason: 'by_person' })
    expect(await isRunning(draft)).toBe(false)
  })
})

describe('a list of another key', () => {
  test.each([
    ['goes into the same project', {}, 200, 3],
    ['does not go into the project that has its id now', { projektnummer: '2019-077' }, 404, 0],
  ])('a list of another key %s', async (_, renamed, status, made) => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const draft = await draftImport(editor, PROJECT, importRows(3))
    const { getImportStore } = await import('#lib/store/import-store.ts')
    const store = getImportStore()
    const project = (await store.find(draft.id))?.project ?? { projektnummer: '', name: '' }
    const changes = { key_fingerprint: 'of another key', project: { ...project, ...renamed } }
    expect(await store.update(draft.id, changes, ['draft'])).toBe(true)

    expect((await pressStart(editor, draft, { expected: { create: 3, update: 0 } })).status).toBe(status)
    if (status === 200) await importEnded(editor, draft)
    expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(made)
  })

  test.each([
    ['is looked up in the same project', {}, 'not_sent'],
    ['is not looked up in the project that has its id now', { projektnummer: '2019-077' }, 'unknown'],
  ])('a cancelled list of another key with an unanswered call %s', async (_, renamed, outcome) => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const draft = await draftImport(editor, PROJECT, importRows(2))
    const { getImportStore } = await import('#lib/store/import-store.ts')
    const store = getImportStore()
    const record = await store.find(draft.id)
    if (!record) throw new Error('The draft has gone.')
    const plans = importRows(2).map(({ row, values: { locale: _, ...input } }) => ({
      ...{
        row,
        input,
        outcome: 'waiting' as const,
        task: 'create' as const,
        problems: [],
        employee_id: null,
      },
    }))
    await store.start(record, plans, { changes: { state: 'sending' }, running: 9 })
    expect(await store.take(draft.id, 2)).toHaveLength(2)
    const changes = { key_fingerprint: 'of another key', project: { ...record.project, ...renamed } }
    await store.update(draft.id, { ...changes, state: 'paused', pause_reason: 'by_person' }, ['sending'])

    await cancel(await desk.signIn('admin'), draft)
    expect(outcomesOf(await importEnded(editor, draft))).toEqual({ [outcome]: 2 })
  })
})

/** Advances past the time for which a failed service gets no calls. */
function passRest(): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 15_000)
}
