import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DESK } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import type { JobKind, JobRow, JobStore, Run } from '#lib/jobs/job.ts'
import type { Canceller } from '#lib/store/job-states.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { signOnSettings } from '#tests/support/oidc/settings.ts'
import { until } from '#tests/support/until.ts'

/** A fourth kind, unknown to the engine: parcels that are delivered in sequence. */
type Delivery = JobRow & {
  readonly key_fingerprint: string
  readonly parcels: number
  readonly error: string | null
}
type Memory = { steps: number }

const ANNA: User = { id: 'anna', email: 'anna@example.com', role: 'editor' }
const BERTA: User = { ...ANNA, id: 'berta' }
const CHIEF: User = { ...ANNA, id: 'chief', role: 'admin' }

const CLIENT = fakeClient({})
const OTHER = { ...fakeClient({}), keyFingerprint: '0'.repeat(32) }
const REFUSED = new DeskError('key_rejected')

let lines: Record<string, unknown>[] = []

beforeEach(async () => {
  applySettings()
  lines = []
  const note = (line: string) => void lines.push(JSON.parse(line))
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(note)
  await addAnna()
})

async function addAnna() {
  const [{ getAccountStore }, { newAccountRow }] = await Promise.all([
    import('#lib/store/account-store.ts'),
    import('#lib/session/accounts/accounts.ts'),
  ])
  await getAccountStore().create(newAccountRow(ANNA))
}

/** A store in memory that keeps the promises of a real one. */
function openStore(callsEndFirst: boolean) {
  const rows = new Map<string, Delivery>()
  const change = (id: string, changes: Partial<Delivery>): boolean => {
    const row = rows.get(id)
    const isOpen =
      row?.state === 'delivering' || (row?.state === 'paused' && row.pause_reason !== 'by_person')
    if (row && isOpen) rows.set(id, { ...row, ...changes })
    return isOpen
  }
  const isToEnd = (id: string) => typeof rows.get(id)?.cancel_asked_at === 'string'
  const store: JobStore<Delivery> = {
    find: async id => rows.get(id) ?? null,
    listUnfinished: async () =>
      [...rows.values()].filter(({ state }) => state === 'delivering' || state === 'paused'),
    claim: async id => !isToEnd(id) && change(id, { state: 'delivering', pause_reason: null }),
    pause: async (id, pause_reason) => change(id, { state: 'paused', pause_reason }),
    ...(callsEndFirst && {
      askToCancel: async (id: string, cancelled_by: Canceller) =>
        void change(id, { cancel_asked_at: new Date().toISOString(), cancelled_by }),
    }),
  }
  return { rows, change, store }
}

type Step = (run: Run<Delivery, Memory>, delivery: Delivery) => Promise<void>
type Changes = { step?: Step; callsEndFirst?: boolean } & Partial<Omit<JobKind<Delivery, Memory>, 'step'>>

/** Opens a desk that delivers; `step` runs before each parcel. */
async function open({ step = async () => {}, callsEndFirst = false, ...changes }: Changes = {}) {
  const { rows, change, store } = openStore(callsEndFirst)
  const settle = vi.fn(async () => {})
  const release = vi.fn()
  const kind: JobKind<Delivery, Memory> = {
    name: 'delivery',
    working: 'delivering',
    store: () => store,
    remember: () => ({ steps: 0 }),
    accepts: async (row, client) => client.keyFingerprint === row.key_fingerprint,
    async step(run) {
      const delivery = rows.get(run.row.id)
      if (!delivery) throw new DeskError('not_found')
      await step(run, delivery)
      run.steps += 1
      const parcels = delivery.parcels - 1
      const now = rows.get(run.row.id) ?? delivery
      rows.set(run.row.id, { ...now, parcels, ...(parcels === 0 && { state: 'delivered' }) })
      return parcels > 0
    },
    end: async ({ id }, ending) => change(id, { ...ending, pause_reason: null }),
    settle,
    release,
    account: async ({ parcels }) => ({ parcels }),
    ...changes,
  }
  const [engine, jobs, resume, estimate] = await Promise.all([
    import('#lib/jobs/engine.ts'),
    import('#lib/jobs/job.ts'),
    import('#lib/jobs/resume.ts'),
    import('#lib/jobs/estimate.ts'),
  ])
  onTestFinished(() => {
    for (const { cancellation } of jobs.getHeldJobs().values()) cancellation.abort()
  })
  function put(row: Partial<Delivery> = {}): Delivery {
    const made: Delivery = {
      ...{ id: crypto.randomUUID(), owner_id: ANNA.id, state: 'delivering', pause_reason: null },
      ...{ key_fingerprint: CLIENT.keyFingerprint, parcels: 3, error: null, cancelled_by: null, ...row },
    }
    rows.set(made.id, made)
    return made
  }
  const now = ({ id }: JobRow) => rows.get(id)
  const paused = (row: JobRow) => until('it is paused', () => now(row)?.state === 'paused')
  const released = (row: JobRow) => until('nobody holds it', () => !jobs.getHeldJobs().has(row.id))
  return {
    ...engine,
    ...jobs,
    ...resume,
    ...estimate,
    kind,
    put,
    now,
    paused,
    released,
    settle,
    release,
  }
}

/** Returns a step that waits for the test, or for its abort. */
function gate() {
  const entered = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  return {
    entered: entered.promise,
    open: opened.resolve,
    async pass({ signal }: { signal: AbortSignal }) {
      entered.resolve()
      const back = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
      await Promise.race([opened.promise, back])
    },
  }
}

/** The start counts of this desk's database. */
async function starts() {
  return (await import('#lib/store/job-start-store.ts')).getJobStartStore()
}

describe('a job whose last start ended the process', () => {
  test('a job that ended the process twice is set aside without running, and the next one runs', async () => {
    const step = vi.fn(async () => {})
    const { kind, runJob, put, now } = await open({ step })
    const [guilty, other] = [put(), put({ parcels: 1 })]
    const store = await starts()
    for (let start = 0; start < 2; start += 1) await store.add(guilty.id)
    await runJob(kind, guilty, CLIENT)
    expect(now(guilty)).toMatchObject({ state: 'failed', error: 'ended_desk' })
    expect([step.mock.calls.length, await store.count(guilty.id)]).toEqual([0, 0])
    expect(events()).toEqual(['delivery_set_aside ended_desk', 'delivery_ended'])
    await runJob(kind, other, CLIENT)
    expect(now(other)?.state).toBe('delivered')
  })

  test('a job counts one start after progress, and none after an orderly stop', async () => {
    const door = gate()
    const counts: number[] = []
    const { kind, runJob, put, getHeldJobs } = await open({
      async step(run, { parcels }) {
        counts.push(await store.count(run.row.id))
        if (parcels === 2) await door.pass(run)
      },
    })
    const store = await starts()
    const row = put({ parcels: 3 })
    await store.add(row.id)
    const running = runJob(kind, row, CLIENT)
    await door.entered
    expect(counts).toEqual([2, 1])
    getHeldJobs().get(row.id)?.cancellation.abort(new Error('The desk stops.'))
    await running
    expect(await store.count(row.id)).toBe(0)
  })

  test('a suspected job runs alone until it makes progress', async () => {
    const doors = new Map<string, ReturnType<typeof gate>>()
    const entered: string[] = []
    const { kind, runJob, put } = await open({
      async step(run) {
        entered.push(run.row.id)
        await doors.get(run.row.id)?.pass(run)
      },
    })
    const [first, second] = [put({ parcels: 1 }), put({ parcels: 1 })]
    const store = await starts()
    for (const { id } of [first, second]) {
      doors.set(id, gate())
      await store.add(id)
    }
    const running = runJob(kind, first, CLIENT)
    await doors.get(first.id)?.entered
    const waiting = runJob(kind, second, CLIENT)
    const innocent = put({ parcels: 1 })
    await runJob(kind, innocent, CLIENT)
    expect(entered).toEqual([first.id, innocent.id])
    expect(await store.count(second.id)).toBe(1)
    doors.get(first.id)?.open()
    await doors.get(second.id)?.entered
    doors.get(second.id)?.open()
    await Promise.all([running, waiting])
    expect(entered).toEqual([first.id, innocent.id, second.id])
  })
})

const events = () => lines.map(({ event, reason }) => (reason ? `${event} ${reason}` : event))

describe('a job of any kind', () => {
  test('a job runs step by step to its end, which is recorded and logged once', async () => {
    const { kind, startJob, put, now, released, settle, release } = await open()
    const row = put()
    startJob(kind, row, { client: CLIENT, logged: { user: ANNA.id } })
    await released(row)
    expect(now(row)).toMatchObject({ state: 'delivered', parcels: 0 })
    expect(events()).toEqual(['delivery_started', 'delivery_ended'])
    expect(lines[0]).toMatchObject({ delivery: row.id, user: ANNA.id })
    expect(lines[1]).toMatchObject({ level: 'info', delivery: row.id, state: 'delivered', parcels: 0 })
    expect(settle).toHaveBeenCalledExactlyOnceWith(now(row), CLIENT)
    expect(release).toHaveBeenCalledOnce()
  })

  test('a job is held once, whoever claims it', async () => {
    const door = gate()
    const step = vi.fn(door.pass)
    const { kind, runJob, getHeldJobs, put, now } = await open({ step })
    const row = put({ parcels: 1 })
    const first = runJob(kind, row, CLIENT)
    await door.entered
    await runJob(kind, row, CLIENT)
    expect([getHeldJobs().size, step.mock.calls.length]).toEqual([1, 1])
    door.open()
    await first
    expect(now(row)?.state).toBe('delivered')
  })

  test('a failed job ends with its error, and a broken one logs what broke', async () => {
    const thrown = [new DeskError('not_found'), new Error('A bug.')]
    const { kind, runJob, put, now } = await open({
      async step() {
        throw thrown.shift()
      },
    })
    const [failed, broken] = [put(), put()]
    await runJob(kind, failed, CLIENT)
    expect(now(failed)).toMatchObject({ state: 'failed', error: 'not_found' })
    await runJob(kind, broken, CLIENT)
    expect(now(broken)).toMatchObject({ state: 'failed', error: 'internal' })
    expect(events()).toEqual(['delivery_ended', 'delivery_broken', 'delivery_ended'])
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'error', 'warn'])
  })

  test('a job retries when its kind says so', async () => {
    const judge = vi.fn(async () => ({ againMs: judge.mock.calls.length === 1 ? 0 : 5 }))
    const step = vi.fn(async () => {
      if (step.mock.calls.length < 3) throw new DeskError('conflict')
    })
    const { kind, runJob, put, now } = await open({ step, judge })
    const row = put({ parcels: 1 })
    await runJob(kind, row, CLIENT)
    expect([now(row)?.state, step.mock.calls.length, judge.mock.calls.length]).toEqual(['delivered', 3, 2])
  })

  test('a job is visible to its owner and administrators, and does not exist for others', async () => {
    const { kind, requireJob, put } = await open()
    const { id } = put()
    for (const user of [ANNA, CHIEF]) expect((await requireJob(kind, user, id)).id).toBe(id)
    await expect(requireJob(kind, BERTA, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(requireJob(kind, CHIEF, 'none')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a job ends with the account that began it, even while it waits', async () => {
    const watching = vi.spyOn(globalThis, 'setInterval')
    const { kind, runJob, put, now, paused, released } = await open({
      async step() {
        throw REFUSED
      },
    })
    const row = put({ owner_id: 'somebody who is gone' })
    void runJob(kind, row, CLIENT)
    await paused(row)
    const [look] = watching.mock.calls.at(-1) ?? []
    look?.()
    await released(row)
    expect(now(row)?.state).toBe('cancelled')
  })

  test('a job without an owner does not end with the account that began it', async () => {
    const watching = vi.spyOn(globalThis, 'setInterval')
    const { kind, runJob, put, now, cancelJobsOf } = await open({ isOwners: () => false })
    const row = put({ owner_id: 'somebody who is gone' })
    await cancelJobsOf(kind, () => true)
    await runJob(kind, row, CLIENT)
    expect([now(row)?.state, watching.mock.calls.length]).toEqual(['delivered', 0])
  })

  test('a job does not end because its owner cannot be read', async () => {
    const watching = vi.spyOn(globalThis, 'setInterval')
    const { getDatabase } = await import('#lib/store/database.ts')
    const { kind, runJob, put, now, paused, released } = await open({
      async step() {
        throw REFUSED
      },
    })
    const row = put()
    void runJob(kind, row, CLIENT)
    await paused(row)
    const [look] = watching.mock.calls.at(-1) ?? []
    const reading = vi.spyOn(getDatabase(), 'get').mockRejectedValueOnce(new Error('A bug.'))
    await look?.()
    expect([reading.mock.calls.length, now(row)?.state]).toEqual([1, 'paused'])
    reading.mockResolvedValueOnce(undefined)
    await look?.()
    await released(row)
    expect(now(row)?.state).toBe('cancelled')
  })
})

test('a job whose owner cannot be read waits for the next start instead of ending', async () => {
  const { getDatabase } = await import('#lib/store/database.ts')
  const { kind, runJob, put, now } = await open()
  const row = put()
  vi.spyOn(getDatabase(), 'get').mockRejectedValueOnce(new Error('A bug.'))
  await runJob(kind, row, CLIENT)
  expect([now(row), events()]).toEqual([row, ['delivery_broken']])
  await runJob(kind, row, CLIENT)
  expect(now(row)?.state).toBe('delivered')
})

describe('obstacles to every job', () => {
  /** Opens a desk with a delivery whose key is refused at its second parcel, until the test accepts it. */
  async function openRefused(changes: Changes = {}) {
    const state = { isRefused: true }
    const clients: string[] = []
    const desk = await open({
      async step({ client }, { parcels }) {
        if (parcels < 3 && state.isRefused) throw REFUSED
        clients.push(client.keyFingerprint)
      },
      ...changes,
    })
    const row = desk.put()
    const run = desk.runJob(desk.kind, row, CLIENT)
    await desk.paused(row)
    return { ...desk, row, run, clients, state }
  }

  test('an obstacle pauses the job with a reason, and it resumes where it was', async () => {
    const { kind, resumeJob, row, now, run, state, clients } = await openRefused()
    expect(now(row)).toMatchObject({ pause_reason: 'key_rejected', parcels: 2 })
    state.isRefused = false
    resumeJob(kind, now(row) ?? row, CLIENT)
    await run
    expect([now(row)?.state, clients.length]).toEqual(['delivered', 3])
    expect(events()).toEqual([
      'delivery_paused key_rejected',
      'delivery_resumed key_rejected',
      'delivery_ended',
    ])
  })

  test('a paused job resumes only with another key of its owner', async () => {
    const { kind, resumeForOwner, row, now, run, state, clients } = await openRefused({
      accepts: async () => true,
    })
    state.isRefused = false
    await resumeForOwner(kind, BERTA, OTHER)
    await resumeForOwner(kind, ANNA, CLIENT)
    expect([now(row)?.state, events().length]).toEqual(['paused', 1])
    await resumeForOwner(kind, ANNA, OTHER)
    await run
    expect(clients).toEqual([CLIENT, OTHER, OTHER].map(({ keyFingerprint }) => keyFingerprint))
  })

  test('an obstacle does not end with a key that the kind does not accept', async () => {
    const { kind, resumeForOwner, row, now, state } = await openRefused()
    state.isRefused = false
    await resumeForOwner(kind, ANNA, OTHER)
    expect(now(row)?.state).toBe('paused')
  })

  test('a passing check before failing work is one wait, logged once and retried ever less often', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { toShownState } = await import('#lib/jobs/pause.ts')
    const client = fakeClient({ listProjects: async () => ({ data: [], unreadable: 0 }) })
    const shown = new Set<string>()
    let tries = 0
    const desk = await open({
      isOwners: () => false,
      async step({ row }) {
        tries += 1
        if (tries > 1) shown.add(toShownState(desk.kind, desk.now(row) ?? row).state)
        if (tries < 6) throw new DeskError('service_unreachable', { retryAfterSeconds: 1 })
      },
    })
    const row = desk.put({ parcels: 1 })
    const run = desk.runJob(desk.kind, row, client)
    await vi.advanceTimersByTimeAsync(0)
    const estimate = () => desk.estimateJob(desk.kind, desk.now(row) ?? row, 1)
    for (const ms of [1_000, 4_000, 8_000, 16_000]) {
      const before = tries
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect([tries, estimate()], 'not before its time').toEqual([before, null])
      await vi.advanceTimersByTimeAsync(1)
      expect(tries).toBe(before + 1)
    }
    await vi.advanceTimersByTimeAsync(32_000)
    await run
    expect(desk.now(row)?.state).toBe('delivered')
    expect([...shown]).toEqual(['paused'])
    expect(events()).toEqual([
      'delivery_paused service_unreachable',
      'delivery_resumed service_unreachable',
      'delivery_ended',
    ])
  })

  test.each(['service_moved', 'bad_service_answer'] as const)(
    'an answer from a foreign page (%s) pauses the job, without tries, while it lasts',
    async code => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      let isClosed = true
      const listProjects = vi.fn(async () => {
        if (isClosed) throw new DeskError(code, { answered: true })
        return { data: [], unreadable: 0 }
      })
      let tries = 0
      const desk = await open({
        isOwners: () => false,
        async step() {
          tries += 1
          if (isClosed) throw new DeskError('service_unreachable', { retryAfterSeconds: 1 })
        },
      })
      const row = desk.put({ parcels: 1 })
      const run = desk.runJob(desk.kind, row, fakeClient({ listProjects }))
      await vi.advanceTimersByTimeAsync(60_000)
      expect([tries, desk.now(row)?.state]).toEqual([1, 'paused'])
      expect(listProjects.mock.calls.length).toBeGreaterThan(2)
      isClosed = false
      await vi.advanceTimersByTimeAsync(20_000)
      await run
      expect(desk.now(row)?.state).toBe('delivered')
    },
  )

  test('an obstacle ends when the service accepts the key again in any call', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { desk, run, client, answer } = await openRefusedAtService()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(desk.now(desk.row)?.state).toBe('paused')
    answer.refusal = null
    await client.keyStatus.watch(Promise.resolve('an answer'))
    await run
    expect(desk.now(desk.row)?.state).toBe('delivered')
    expect(client.listProjects).not.toHaveBeenCalled()
  })

  test('an obstacle is checked while no other call would find its end, ever less often', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { desk, run, client, answer } = await openRefusedAtService()
    const looks = vi.mocked(client.listProjects).mock.calls
    await vi.advanceTimersByTimeAsync(120_000)
    const first = looks.length
    expect(first).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(3_600_000)
    // At the first rate there would be thirty times as many checks.
    expect(looks.length - first).toBeLessThan(first * 10)
    expect(desk.now(desk.row)?.state).toBe('paused')
    answer.refusal = null
    await vi.advanceTimersByTimeAsync(3_600_000)
    await run
    expect(desk.now(desk.row)?.state).toBe('delivered')
  })

  test('an obstacle is no longer checked after its job was cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { desk, run, client } = await openRefusedAtService()
    await desk.cancelJob(desk.kind, desk.now(desk.row) ?? desk.row, { by: CHIEF })
    await run
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(client.listProjects).not.toHaveBeenCalled()
  })

  /** Opens a desk whose service refuses the delivery's key for every call, until the test accepts it. */
  async function openRefusedAtService() {
    const answer: { refusal: 'key_rejected' | null } = { refusal: 'key_rejected' }
    const ask = (): Promise<never> | Promise<unknown> =>
      client.keyStatus.watch(
        answer.refusal ? Promise.reject(new DeskError(answer.refusal)) : Promise.resolve('an answer'),
      )
    const client = fakeClient({
      listProjects: vi.fn(async () => {
        await ask()
        return { data: [], unreadable: 0 }
      }),
    })
    const desk = await open({ step: async () => void (await ask()) })
    const row = desk.put()
    const run = desk.runJob(desk.kind, row, client)
    await vi.waitUntil(() => desk.now(row)?.state === 'paused')
    return { desk: { ...desk, row }, run, client, answer }
  }
})

describe('a job paused by a user', () => {
  test('a user’s pause aborts the current step, and the job resumes on request', async () => {
    const door = gate()
    const { kind, runJob, resumeJob, findHeldJob, put, now, released } = await open({ step: door.pass })
    const row = put()
    void runJob(kind, row, CLIENT)
    await door.entered
    const held = findHeldJob(kind, row.id)
    Object.assign(now(row) ?? {}, { state: 'paused', pause_reason: 'by_person' })
    held?.interrupt()
    await released(row)
    expect([now(row)?.parcels, held?.steps, events()]).toEqual([3, 0, []])
    await runJob(kind, now(row) ?? row, CLIENT)
    expect(now(row)?.state).toBe('paused')
    door.open()
    Object.assign(now(row) ?? {}, { state: 'delivering', pause_reason: null })
    resumeJob(kind, { ...row, state: 'paused', pause_reason: 'by_person' }, CLIENT)
    await released(row)
    expect(now(row)?.state).toBe('delivered')
    expect(events()).toEqual(['delivery_resumed by_person', 'delivery_ended'])
  })

  test('a user may resume a job in the moment in which its step ends', async () => {
    const { kind, runJob, resumeJob, put, now } = await open()
    const row = put({ state: 'paused', pause_reason: 'by_person' })
    const { claim } = kind.store()
    kind.store().claim = async id => {
      const isClaimed = await claim(id)
      if (!isClaimed) {
        const paused = { ...row }
        Object.assign(now(row) ?? {}, { state: 'delivering', pause_reason: null })
        resumeJob(kind, paused, CLIENT)
      }
      return isClaimed
    }
    void runJob(kind, row, CLIENT)
    await until('it is delivered', () => now(row)?.state === 'delivered')
  })

  test('a job paused by a user stays paused after a restart and with a new key', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const { kind, resumeAfterStart, resumeForOwner, put, now } = await open({ accepts: async () => true })
    const row = put({ state: 'paused', pause_reason: 'by_person' })
    await resumeAfterStart(kind)
    await resumeForOwner(kind, ANNA, CLIENT)
    expect([now(row), events()]).toEqual([row, []])
  })
})

describe('cancelling a job', () => {
  test.each([
    ['at once', false, 'cancelled'],
    ['when its calls have ended', true, 'delivering'],
  ])('a cancelled job is shown as cancelled %s, and sends nothing more', async (_, callsEndFirst, before) => {
    const door = gate()
    const step = vi.fn(async () => {
      await door.pass({ signal: new AbortController().signal })
    })
    const { kind, runJob, cancelJob, put, now, released, settle } = await open({ step, callsEndFirst })
    const row = put()
    void runJob(kind, row, CLIENT)
    await door.entered
    const cancelled = cancelJob(kind, row, { by: CHIEF })
    await Promise.resolve()
    expect(now(row)?.state).toBe(before)
    expect(settle).not.toHaveBeenCalled()
    door.open()
    await cancelled
    await released(row)
    expect([now(row)?.state, step.mock.calls.length]).toEqual(['cancelled', 1])
    expect(now(row)?.cancelled_by).toEqual({ id: CHIEF.id, email: CHIEF.email })
    await until('its end is told', () => lines.length > 0)
    expect(events()).toEqual(['delivery_ended'])
    expect(settle).toHaveBeenCalledExactlyOnceWith(now(row), CLIENT)
  })

  test('cancelling ends a job that no desk holds, and leaves an ended job as it is', async () => {
    const { kind, cancelJob, put, now, settle } = await open()
    const [waiting, over] = [
      put({ state: 'paused', pause_reason: 'not_connected' }),
      put({ state: 'delivered' }),
    ]
    await cancelJob(kind, waiting, { by: CHIEF, client: OTHER })
    await cancelJob(kind, over, { by: CHIEF })
    await until('its end is told', () => lines.length > 0)
    expect([now(waiting)?.state, now(over)?.state, events()]).toEqual([
      'cancelled',
      'delivered',
      ['delivery_ended'],
    ])
    expect(settle).toHaveBeenCalledExactlyOnceWith(now(waiting), OTHER)
  })
})

describe('a cancelled job whose desk crashed before its calls ended', () => {
  const TO_END = { cancel_asked_at: '2026-11-26T10:00:00.000Z' }

  test.each([{ state: 'delivering' }, { state: 'paused', pause_reason: 'not_connected' }] as const)(
    'a cancelled job is ended by the next start, without more work ($state $pause_reason)',
    async state => {
      applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
      const step = vi.fn(async () => {})
      const { kind, resumeAfterStart, put, now, settle } = await open({
        ...{ step, callsEndFirst: true, accepts: async () => true },
      })
      const row = put({ ...TO_END, ...state })
      await resumeAfterStart(kind)
      expect([now(row)?.state, now(row)?.parcels, events()]).toEqual(['cancelled', 3, ['delivery_ended']])
      expect([step.mock.calls.length, settle.mock.calls.length]).toEqual([0, 1])
    },
  )

  test('a cancelled job is not resumed, neither for its owner nor by anybody else', async () => {
    const { kind, runJob, resumeForOwner, put, now } = await open({
      ...{ callsEndFirst: true, accepts: async () => true },
    })
    const row = put(TO_END)
    await resumeForOwner(kind, ANNA, CLIENT)
    await runJob(kind, row, CLIENT)
    expect([now(row), events()]).toEqual([row, []])
  })
})

describe('a desk that stops', () => {
  test('a stopping desk releases every job where it is, and claims no more', async () => {
    const door = gate()
    const { kind, runJob, stopJobs, put, now, released } = await open({ step: door.pass })
    const row = put()
    void runJob(kind, row, CLIENT)
    await door.entered
    stopJobs()
    await released(row)
    await runJob(kind, row, CLIENT)
    expect([now(row)?.state, now(row)?.parcels, events()]).toEqual(['delivering', 3, ['desk_stopping']])
  })

  test('a job resumes at the next start when its key is accepted, or else waits for its owner', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const { kind, resumeAfterStart, put, now, released, settle } = await open({
      accepts: async ({ key_fingerprint }) => key_fingerprint === 'any',
    })
    const [left, foreign, over] = [put({ key_fingerprint: 'any' }), put(), put({ state: 'cancelled' })]
    kind.store().listUnfinished = async () => [left, foreign, over]
    await resumeAfterStart(kind)
    await released(left)
    expect(now(left)?.state).toBe('delivered')
    expect(now(foreign)).toMatchObject({ state: 'paused', pause_reason: 'not_connected', parcels: 3 })
    expect(settle.mock.calls.length).toBe(2)
    expect(events().toSorted()).toEqual([
      'delivery_ended',
      'delivery_ended',
      'delivery_paused not_connected',
      'delivery_resumed restart',
    ])
  })

  test('a desk supervises its jobs once, whatever kinds there are', async () => {
    const { kind, superviseJobs, put, now, released } = await open({ accepts: async () => true })
    const asked = vi.spyOn(process, 'once').mockReturnValue(process)
    const row = put()
    superviseJobs([kind])
    superviseJobs([kind])
    expect(asked.mock.calls.map(([signal]) => signal)).toEqual(['SIGTERM', 'SIGINT'])
    // A job without a key of its own waits.
    await until('it has been looked at', () => now(row)?.state === 'paused')
    await released(row)
    expect(now(row)?.pause_reason).toBe('not_connected')
  })
})

test('the estimate counts only jobs of the same kind that share the same key', async () => {
  const { kind, estimateJob, listBeside, getHeldJobs, put } = await open()
  const { heldJobOf } = await import('#tests/support/held-job.ts')
  const { countBeside } = await import('#lib/jobs/estimate.ts')
  const row = put()
  expect(estimateJob(kind, row, 200)).toBeNull()
  const held = { ...heldJobOf('delivery', row), left: 200 }
  getHeldJobs().set(row.id, held)
  const alone = estimateJob(kind, row, 200) ?? 0
  const others = [
    { ...held, left: 60 },
    { ...held, kind: 'export', left: 100 },
    { ...held, client: OTHER, left: 100 },
    { ...held, left: 0 },
  ]
  for (const [index, other] of others.entries()) getHeldJobs().set(`other ${index}`, other)
  expect(listBeside(kind, row)).toEqual([others[0]])
  expect((estimateJob(kind, row, 200) ?? 0) - alone).toBe(60)
  // A job that is only planned would share the key with the two that have calls.
  expect(countBeside(kind.name, CLIENT.keyFingerprint, 80)).toBe(80 + 60)
  // The stored count lags behind the count of the running job.
  const last = estimateJob(kind, row, 20)
  getHeldJobs().set(row.id, { ...held, left: 20 })
  expect(estimateJob(kind, row, 200)).toBe(last)
  expect(estimateJob(kind, row, null)).toBeNull()
  expect(estimateJob(kind, { ...row, state: 'paused' }, 200)).toBeNull()
  expect(estimateJob(kind, { ...row, state: 'delivered' }, 200)).toBe(0)
})

test('removing an account cancels its unfinished jobs, held or not, and no other account’s', async () => {
  const { kind, cancelJobsOf, put, now } = await open()
  const waits = { state: 'paused', pause_reason: 'not_connected' } as const
  const theirs = put(waits)
  const others = [put({ ...waits, owner_id: BERTA.id }), put({ ...waits, owner_id: DESK.id })]
  await cancelJobsOf(kind, id => id !== BERTA.id)
  expect(now(theirs)).toMatchObject({ state: 'cancelled', cancelled_by: DESK })
  expect(others.map(row => now(row)?.state)).toEqual(['paused', 'paused'])
})

describe('one of several desks', () => {
  /** Opens a desk with leases, and returns the leases of another desk. */
  async function openTwo(changes: Changes = {}) {
    const desk = await open(changes)
    const [{ installLeases }, { getDatabase }, { fenced }] = await Promise.all([
      import('#tests/support/leases.ts'),
      import('#lib/store/database.ts'),
      import('#lib/store/fenced.ts'),
    ])
    return { ...desk, other: installLeases(getDatabase()), database: fenced(getDatabase()) }
  }

  test('a desk leaves a job of another desk alone until that desk releases it', async () => {
    const { kind, runJob, put, now, other } = await openTwo()
    const row = put()
    const lease = other.open(row.id)
    expect(await lease.take()).toBe(true)
    await runJob(kind, row, CLIENT)
    expect(now(row)).toEqual(row)
    await lease.release('free')
    await runJob(kind, row, CLIENT)
    expect(now(row)).toMatchObject({ state: 'delivered' })
    expect((await other.listOthers()).size).toBe(0)
  })

  test('a desk changes and logs nothing more after it lost a job in the middle of a step', async () => {
    const door = gate()
    const { kind, runJob, put, now, other, database, getHeldJobs } = await openTwo({
      async step() {
        await door.pass({ signal: new AbortController().signal })
        await database.run(
          "INSERT INTO accounts (id, email, role, status, created_at) VALUES ('late', 'l@e', 'viewer', 'active', '')",
        )
      },
    })
    const row = put()
    const running = runJob(kind, row, CLIENT)
    await door.entered
    await database.run('UPDATE leases SET until = 0')
    const lease = other.open(row.id)
    expect(await lease.take()).toBe(true)
    door.open()
    await running
    expect([now(row)?.parcels, getHeldJobs().size, events()]).toEqual([3, 0, []])
    expect(await database.get("SELECT 1 FROM accounts WHERE id = 'late'")).toBeUndefined()
    expect((await lease.take()) && (await other.listOthers()).size).toBe(0)
  })

  test.each([false, true])(
    'a desk cancels a job that another desk works on (its calls end first: %s)',
    async callsEndFirst => {
      const { kind, cancelJob, put, now, other, settle } = await openTwo({ callsEndFirst })
      const row = put()
      const lease = other.open(row.id, () => {
        expect(now(row)?.state).toBe(callsEndFirst ? 'delivering' : 'cancelled')
        void lease.release('done')
      })
      await lease.take()
      const cancelled = cancelJob(kind, row, { by: CHIEF })
      await until('the job is requested', async () => {
        await other.renew()
        return lease.token === null
      })
      await cancelled
      await until('the end is logged', () => events().includes('delivery_ended'))
      expect([now(row)?.state, settle.mock.calls.length]).toEqual(['cancelled', 1])
    },
  )

  test('a desk releases and ends a job that was cancelled at a desk that crashed', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const door = gate()
    const { kind, runJob, adoptOrphanedJobs, put, now, released } = await openTwo({
      ...{ step: door.pass, callsEndFirst: true, accepts: async () => true },
    })
    const row = put()
    const paused = put({ state: 'paused', pause_reason: 'key_rejected' })
    void runJob(kind, row, CLIENT)
    await door.entered
    for (const { id } of [row, paused]) await kind.store().askToCancel?.(id, CHIEF)
    const since = new Map<string, number>()
    await adoptOrphanedJobs([kind], since)
    await released(row)
    expect([now(row)?.state, now(row)?.parcels]).toEqual(['delivering', 3])
    // The cancellation may be a moment old, so the first poll only records it.
    await adoptOrphanedJobs([kind], since)
    for (const id of since.keys()) since.set(id, Number.NEGATIVE_INFINITY)
    await adoptOrphanedJobs([kind], since)
    for (const one of [row, paused])
      expect(now(one)).toMatchObject({ state: 'cancelled', cancelled_by: { id: CHIEF.id } })
    expect(events()).toEqual(['delivery_ended', 'delivery_ended'])
  })

  test('a desk takes over another desk’s paused job with the key of the user who resumed it', async () => {
    const { kind, resumeJob, resumeForOwner, put, now, other } = await openTwo({ accepts: async () => true })
    const row = put({ state: 'paused', pause_reason: 'key_rejected' })
    const lease = other.open(row.id, () => void lease.release('free'))
    await lease.take()
    // A visit with the refused key changes nothing.
    await resumeForOwner(kind, ANNA, CLIENT)
    expect(events()).toEqual([])
    resumeJob(kind, row, OTHER)
    await until('the job is delivered here', async () => {
      await other.renew()
      return now(row)?.state === 'delivered'
    })
  })

  test('a stopping desk releases its jobs at once, for another desk', async () => {
    const door = gate()
    const { kind, runJob, stopJobs, put, other } = await openTwo({ step: door.pass })
    const row = put()
    void runJob(kind, row, CLIENT)
    await door.entered
    await stopJobs()
    expect(await other.listOthers()).toEqual(new Map([[row.id, expect.objectContaining({ lasts: false })]]))
    expect(await other.open(row.id).take()).toBe(true)
  })

  test('a starting desk resumes an orphaned job, and no job of another desk', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const { kind, resumeAfterStart, put, now, other } = await openTwo({ accepts: async () => true })
    const [left, held] = [put(), put()]
    await other.open(held.id).take()
    await resumeAfterStart(kind)
    await until('it is delivered', () => now(left)?.state === 'delivered')
    expect(now(held)).toEqual(held)
  })

  test('a desk adopts a stored job that no desk has begun in time, and no claimed job', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const { kind, adoptOrphanedJobs, put, now, other } = await openTwo({ accepts: async () => true })
    const [left, held, paused] = [put(), put(), put({ state: 'paused', pause_reason: 'not_connected' })]
    await other.open(held.id).take()
    const since = new Map<string, number>()
    await adoptOrphanedJobs([kind], since)
    expect([...since.keys(), events()]).toEqual([left.id, []])
    since.set(left.id, Number.NEGATIVE_INFINITY)
    await adoptOrphanedJobs([kind], since)
    await until('it is delivered', () => now(left)?.state === 'delivered')
    await adoptOrphanedJobs([kind], since)
    expect([now(held), now(paused), since.size]).toEqual([held, paused, 0])
  })

  test('a desk adopts a paused job without a lease, unless a user or a missing key paused it', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const { kind, adoptOrphanedJobs, put, now } = await openTwo({ accepts: async () => true })
    const waiting = put({ state: 'paused', pause_reason: 'service_unreachable' })
    const others = [
      put({ state: 'paused', pause_reason: 'by_person' }),
      put({ state: 'paused', pause_reason: 'not_connected' }),
    ]
    const since = new Map<string, number>()
    await adoptOrphanedJobs([kind], since)
    expect([...since.keys()]).toEqual([waiting.id])
    since.set(waiting.id, Number.NEGATIVE_INFINITY)
    await adoptOrphanedJobs([kind], since)
    await until('it is delivered', () => now(waiting)?.state === 'delivered')
    expect(others.map(row => now(row))).toEqual(others)
  })

  describe('an owner that only another desk accepts', () => {
    async function closeWay() {
      const way = signOnSettings('https://login.example.test', { LOCAL_SIGN_IN: '0' })
      applySettings({ ...way, PORTRAIT_API_KEY: 'pk_of_the_desk' })
      await addAnna()
    }

    test('an orphaned job of an owner unknown to this desk is left alone, and a cancelled one ends', async () => {
      await closeWay()
      const { kind, adoptOrphanedJobs, put, now } = await openTwo({
        callsEndFirst: true,
        accepts: async () => true,
      })
      const [left, cancelled] = [put(), put({ cancel_asked_at: '2026-11-21T10:00:00.000Z' })]
      const longAgo = new Map([left, cancelled].map(({ id }) => [id, Number.NEGATIVE_INFINITY]))
      await adoptOrphanedJobs([kind], longAgo)
      expect([now(left), now(cancelled)?.state]).toEqual([left, 'cancelled'])
    })

    test('a paused job of an owner unknown to this desk is not requested from the other desk', async () => {
      await closeWay()
      const remember = vi.fn(() => ({ steps: 0 }))
      const { kind, resumeJob, put, now, other, released } = await openTwo({ remember })
      const row = put({ state: 'paused', pause_reason: 'key_rejected' })
      const onLost = vi.fn()
      await other.open(row.id, onLost).take()
      resumeJob(kind, row, CLIENT)
      await until('the job was looked at', async () => {
        await other.renew()
        return remember.mock.calls.length > 0 || onLost.mock.calls.length > 0
      })
      await released(row)
      expect([onLost.mock.calls.length, now(row), events()]).toEqual([0, row, []])
    })
  })

  test('a desk restarts a broken job only when a user presses Continue', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_of_the_desk' })
    const step = vi.fn(async () => {
      throw new Error('A bug.')
    })
    const end = vi.fn(async () => {
      throw new Error('Another one.')
    })
    const { kind, adoptOrphanedJobs, runJob, resumeJob, put, released } = await openTwo({
      ...{ step, end, accepts: async () => true },
    })
    const row = put()
    await runJob(kind, row, CLIENT)
    const longAgo = () => new Map([[row.id, Number.NEGATIVE_INFINITY]])
    for (let look = 0; look < 3; look += 1) await adoptOrphanedJobs([kind], longAgo())
    await released(row)
    expect(step).toHaveBeenCalledOnce()
    resumeJob(kind, row, CLIENT)
    await until('the job is tried once more', () => step.mock.calls.length === 2)
    await released(row)
  })
})
